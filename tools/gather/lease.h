/*
 * lease.h - the parts of a stream that gatherers share, in a folder
 *
 * FOLDER/PART is a file with a cursor: the number of the last message that is
 * stored for good. Who has locked the file may read on there, until it gives the
 * part back, or ends, however it ends.
 */
#ifndef LEASE_H
#define LEASE_H

#include <stdint.h>

struct lease {
	int fd; /* file, or -1 */
	uint64_t cursor;
	uint64_t writes; /* number of the last record */
};

/* Takes a part. EBUSY: another has it. */
int lease_take(struct lease *lease, const char *folder, unsigned part);

/* Moves the cursor, for good. */
int lease_move(struct lease *lease, uint64_t cursor);

void lease_give(struct lease *lease);

#endif
