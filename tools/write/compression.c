/*
 * compression.c - whether a log that is written is compressed
 */
#include "write/compression.h"
#include "common/command.h"
#include "common/misuse.h"
#include "common/words.h"

static const struct word compressions[] = {
	{ "none", COMPRESSION_NONE },
	{ "zstd", COMPRESSION_ZSTD },
	{ 0 },
};

enum compression compression_parse(const char *arg, struct argp_state *state)
{
	const enum compression compression =
		arg ? (enum compression)words_parse(compressions,
						    "--compress=", arg, state) :
		      COMPRESSION_ZSTD;

	if (compression == COMPRESSION_ZSTD && !compression_is_there())
		misuse(state, "--compress: libzstd is not there, or was not "
			      "when posixtrace was built");
	return compression;
}

int compression_set(enum compression compression, trace_attr_t *attr)
{
	switch (compression) {
	case COMPRESSION_AS_SOURCE:
		break;
	case COMPRESSION_NONE:
		return posix_trace_attr_setlogcompression_np(
			attr, POSIX_TRACE_LOG_PLAIN_NP);
	case COMPRESSION_ZSTD:
		return posix_trace_attr_setlogcompression_np(
			attr, POSIX_TRACE_LOG_ZSTD_NP);
	}
	return 0;
}

bool compression_is_there(void)
{
	trace_attr_t attr;

	return !posix_trace_attr_init(&attr) &&
	       !posix_trace_attr_setlogcompression_np(&attr,
						      POSIX_TRACE_LOG_ZSTD_NP);
}
