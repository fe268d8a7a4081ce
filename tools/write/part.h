/*
 * part.h - a log that gets a part of a source's items, and its file
 */
#ifndef PART_H
#define PART_H

#include <stdbool.h>
#include <stdint.h>

#include "write/copy.h"
#include "write/logfile.h"

struct part {
	char *name;
	struct copy *copy; /* NULL: it is not open */
	struct logfile file;
	uint64_t bytes; /* of the items, as a log has them, or some more */
};

/* All of them give the exit status, and have told what was wrong. */

/* Begin it. force: its file may be there; but what the source is read from is
 * never replaced. */
int part_open(struct part *part, struct source *source, const char *name,
	      bool force, const unsigned char uuid[16]);

int part_put(struct part *part, const struct posix_trace_item_np *item);

/* All that a selection, which has begun with the source, still wants. */
int part_fill(struct part *part, struct selection *selection);

/* End it, put it where it belongs, and tell what it has unless quiet. After an
 * error it is gone. */
int part_keep(struct part *part, bool quiet);

/* There is to be no such log. One that is not open is let be. */
void part_drop(struct part *part);

#endif
