/*
 * part.h - a log with a part of a source's items, and its file
 */
#ifndef PART_H
#define PART_H

#include <stdbool.h>
#include <stdint.h>

#include "write/copy.h"
#include "write/logfile.h"
#include "write/to_log.h"

/* Examines a log before it has its name. *is_kept: true at first; false: it is
 * removed. Returns the exit status, after reporting what is wrong. */
typedef int part_examine(void *examiner, int fd, bool *is_kept);

struct part {
	char *name;
	struct copy *copy; /* NULL: not open */
	struct logfile file;
	uint64_t bytes; /* upper estimate of the items' size in the log */
	part_examine *examine; /* NULL: nothing */
	void *examiner;
};

/* All functions return the exit status, after reporting errors. */

/* Begins a part, compressed or not, in a file that may exist: as to says. Files
 * of the source are never replaced. is_whole: it gets all items of the source,
 * and all objects. */
int part_open(struct part *part, struct source *source, const char *name,
	      const struct to_log *to, bool is_whole,
	      const unsigned char uuid[16]);

int part_put(struct part *part, const struct posix_trace_item_np *item);

/* Puts the rest of a selection that has begun with the source. */
int part_fill(struct part *part, struct selection *selection);

/* Ends the part, has it examined, gives it its final name, and reports its totals
 * unless quiet. After an error it is removed. *size: of its file; NULL: unasked. */
int part_keep(struct part *part, bool quiet, uint64_t *size);

/* Removes the part, unless it is not open. */
void part_drop(struct part *part);

#endif
