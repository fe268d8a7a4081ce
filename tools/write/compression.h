/*
 * compression.h - whether a log that is written is compressed
 */
#ifndef COMPRESSION_H
#define COMPRESSION_H

#include <argp.h>
#include <stdbool.h>

#include <trace_np.h>

enum compression {
	COMPRESSION_AS_SOURCE, /* the source's, if that is a log */
	COMPRESSION_NONE,
	COMPRESSION_ZSTD,
};

/* The option of all commands that write a log. */
#define COMPRESSION_OPTION(key)                                              \
	{                                                                    \
		"compress", key, "HOW", OPTION_ARG_OPTIONAL,                 \
			"compress the log: zstd, as without HOW, or none", 0 \
	}

/* Parses its value. Misuse, and want of libzstd, end the program. */
enum compression compression_parse(const char *arg, struct argp_state *state);

/* Sets the attribute. Returns an error number. */
int compression_set(enum compression compression, trace_attr_t *attr);

/* True if logs can be compressed. */
bool compression_is_there(void);

#endif
