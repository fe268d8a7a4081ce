/*
 * checkpoint_file.h - how far a log was sent, in a small file beside it
 *
 * The file is a text that is written anew, and renamed, so that it is there as a
 * whole or not:
 *
 *	TITLE
 *	log UUID
 *	WORD NUMBER		up to five such lines
 *	ended 0
 *	checksum CRC-32C
 */
#ifndef SHIP_CHECKPOINT_FILE_H
#define SHIP_CHECKPOINT_FILE_H

#include <stdbool.h>
#include <stdint.h>

enum { CHECKPOINT_FILE_UUID = 16, CHECKPOINT_FILE_NUMBERS = 5 };

/* The kind of a checkpoint: short texts, without % and line ends, up to NULL. */
struct checkpoint_kind {
	const char *title;
	const char *word[CHECKPOINT_FILE_NUMBERS];
};

struct checkpoint_values {
	unsigned char uuid[CHECKPOINT_FILE_UUID];
	uint64_t number[CHECKPOINT_FILE_NUMBERS];
	bool has_ended; /* the log's END was confirmed */
};

/* ENOENT: no such file. EBADMSG: it is damaged, or of another kind. */
int checkpoint_file_read(struct checkpoint_values *values,
			 const struct checkpoint_kind *kind, const char *path);

int checkpoint_file_write(const struct checkpoint_values *values,
			  const struct checkpoint_kind *kind, const char *path);

#endif
