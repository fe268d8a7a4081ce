/*
 * line.h - a line of a memory dump, taken apart
 */
#ifndef PXT_FORMAT_CONTAINER_LINE_H
#define PXT_FORMAT_CONTAINER_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_container_line {
	const uint8_t *address; /* its digits; NULL: there is none */
	size_t address_len;
	const uint8_t *digits; /* of bytes, up to end, blanks between */
	const uint8_t *end;
	size_t count;	/* bytes, with a part of one at either end */
	bool is_repeat; /* "*" */
};

/* A line without its end. False: it is none of a dump. */
bool pxt_container_line_read(const uint8_t *text, size_t len,
			     struct pxt_container_line *line);

#endif
