/*
 * lease.h - the shards of a stream that gatherers share, in a folder
 *
 * FOLDER/SHARD is a file with a checkpoint: the number of the last message that is
 * stored for good, and its time. Who has locked the file may read on there, until it gives the
 * shard back, or ends, however it ends.
 */
#ifndef LEASE_H
#define LEASE_H

#include <stdint.h>

/* The place up to which a stream was read */
struct shard_checkpoint {
	uint64_t last; /* number of a message */
	int64_t ns;    /* time of that message; 0: not known */
};

struct lease {
	int fd; /* file, or -1 */
	struct shard_checkpoint checkpoint;
	uint64_t writes; /* number of the last record */
};

/* Takes a shard. EBUSY: another has it. */
int lease_take(struct lease *lease, const char *folder, unsigned shard);

/* Moves the checkpoint, for good. */
int lease_move(struct lease *lease, struct shard_checkpoint checkpoint);

void lease_give(struct lease *lease);

#endif
