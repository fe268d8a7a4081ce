/*
 * line.h - lines of a memory dump
 */
#ifndef PXT_FORMAT_CONTAINER_LINE_H
#define PXT_FORMAT_CONTAINER_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_container_line {
	const uint8_t *address; /* digits of the address; NULL: none */
	size_t address_len;
	const uint8_t *digits; /* digits of the bytes, up to end, with blanks
			        * between */
	const uint8_t *end;
	size_t count;	/* number of bytes, including incomplete ones at either
			 * end */
	bool is_repeat; /* "*" */
};

/* Parses a line without its newline. False: not a line of a dump. */
bool pxt_container_line_read(const uint8_t *text, size_t len,
			     struct pxt_container_line *line);

#endif
