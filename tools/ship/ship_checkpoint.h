/*
 * ship_checkpoint.h - how far a log was shipped, in a file beside it
 *
 * ORDERS.ptl.ship-NAME is written anew, and renamed, when its destination has confirmed
 * what it got.
 */
#ifndef SHIP_CHECKPOINT_H
#define SHIP_CHECKPOINT_H

#include "source/section.h"

struct ship_checkpoint {
	unsigned char uuid[SECTION_UUID];
	uint64_t number; /* number of the last section confirmed */
	uint64_t at;	 /* offset in the log where that ends; 0: not known */
	uint64_t gone;	 /* sections overwritten before they were shipped */
	uint64_t events; /* in sections that were confirmed */
	bool lacks;	 /* not all before was sound, and was taken */
	bool has_ended;	 /* END was confirmed */
};

/* The name of the file, to be freed. NULL: no memory. */
char *ship_checkpoint_path(const char *log, const char *name);

/* ENOENT: no such file; EBADMSG: it is damaged. */
int ship_checkpoint_read(struct ship_checkpoint *checkpoint, const char *path);

int ship_checkpoint_write(const struct ship_checkpoint *checkpoint,
			  const char *path);

#endif
