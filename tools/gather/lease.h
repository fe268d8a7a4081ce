/*
 * lease.h - the parts of a stream that gatherers share, in a folder
 *
 * FOLDER/PART is a file with a cursor: the number of the last message that is
 * stored for good, and its time. Who has locked the file may read on there, until it gives the
 * part back, or ends, however it ends.
 */
#ifndef LEASE_H
#define LEASE_H

#include <stdint.h>

/* How far a stream was read */
struct stream_cursor {
	uint64_t last; /* number of a message */
	int64_t ns;    /* time of that message; 0: not known */
};

struct lease {
	int fd; /* file, or -1 */
	struct stream_cursor cursor;
	uint64_t writes; /* number of the last record */
};

/* Takes a part. EBUSY: another has it. */
int lease_take(struct lease *lease, const char *folder, unsigned part);

/* Moves the cursor, for good. */
int lease_move(struct lease *lease, struct stream_cursor cursor);

void lease_give(struct lease *lease);

#endif
