/*
 * cursor_file.h - how far a log was sent, in a small file beside it
 *
 * The file is a text that is written anew, and renamed, so that it is there as a
 * whole or not:
 *
 *	TITLE
 *	log UUID
 *	WORD NUMBER		three such lines
 *	ended 0
 *	checksum CRC-32C
 */
#ifndef SHIP_CURSOR_FILE_H
#define SHIP_CURSOR_FILE_H

#include <stdbool.h>
#include <stdint.h>

enum { CURSOR_FILE_UUID = 16, CURSOR_FILE_NUMBERS = 3 };

/* The kind of a cursor: short texts, without % and line ends. */
struct cursor_kind {
	const char *title;
	const char *word[CURSOR_FILE_NUMBERS];
};

struct cursor_values {
	unsigned char uuid[CURSOR_FILE_UUID];
	uint64_t number[CURSOR_FILE_NUMBERS];
	bool has_ended; /* the log's END was confirmed */
};

/* ENOENT: no such file. EBADMSG: it is damaged, or of another kind. */
int cursor_file_read(struct cursor_values *values,
		     const struct cursor_kind *kind, const char *path);

int cursor_file_write(const struct cursor_values *values,
		      const struct cursor_kind *kind, const char *path);

#endif
