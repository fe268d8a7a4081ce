/*
 * log_name.c - the host and the program of a log
 */
#include <errno.h>
#include <string.h>

#include "ship/log_name.h"

enum {
	PREAMBLE = 16,
	STRINGS = 96, /* in HEADER: trace-name, version, host */
	PROCESS = 3,
	PROCESS_NAME = 8,
	NAME = 256,
};

/* A string in len bytes, and what is behind it. NULL: it has no end. */
static const char *take(const char **at, size_t *len)
{
	const char *text = *at;
	const char *end = memchr(text, '\0', *len);

	if (!end)
		return NULL;
	*len -= (size_t)(end + 1 - text);
	*at = end + 1;
	return text;
}

static void take_header(struct fleet_subject *name,
			const struct preface *preface, const char **program)
{
	const unsigned char *head = preface->bytes + PREAMBLE;
	size_t len = section_u64(head + 8) - STRINGS;
	const char *at = (const char *)head + SECTION_HEAD + STRINGS;
	const char *host = NULL;

	*program = take(&at, &len);
	if (*program && take(&at, &len))
		host = take(&at, &len);
	fleet_token(name->host, host ? host : "", host ? strlen(host) : 0);
}

/* Finds the name in the first PROCESS of a log that appends. ENODATA: neither
 * that nor END is there yet. */
static int find_process(char program[NAME], const struct preface *preface,
			int fd)
{
	unsigned char bytes[SECTION_HEAD + PROCESS_NAME + NAME];
	uint64_t at = preface->len;
	struct section section;
	long n;

	*program = '\0';
	for (;;) {
		n = section_read(fd, bytes, sizeof(bytes), at);
		if (n < SECTION_HEAD ||
		    !section_parse(&section, bytes, preface->uuid))
			return ENODATA;
		if (section.type == SECTION_END)
			return 0;
		if (section.type == PROCESS)
			break;
		at += section_size(&section);
	}
	if (n <= SECTION_HEAD + PROCESS_NAME)
		return ENODATA;
	n -= SECTION_HEAD + PROCESS_NAME;
	memcpy(program, bytes + SECTION_HEAD + PROCESS_NAME, (size_t)n);
	program[n < NAME ? n : NAME - 1] = '\0';
	return 0;
}

int log_name_find(struct fleet_subject *name, const struct preface *preface,
		  int fd)
{
	char process[NAME] = "";
	const char *program;
	int err = 0;

	memcpy(name->uuid, preface->uuid, SECTION_UUID);
	name->shard = fleet_shard(preface->uuid);
	take_header(name, preface, &program);
	if (!program || !*program) {
		if (preface->appends)
			err = find_process(process, preface, fd);
		program = process;
	}
	fleet_token(name->program, program, strlen(program));
	return err;
}
