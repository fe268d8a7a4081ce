/*
 * copy.h - items of a source into a log
 *
 * With them goes what the source knows of them, when the first of them that
 * needs it comes: names and descriptions of events, processes with their
 * modules, names of threads and objects, origins. So the log shows just what
 * the source does. In the end it gets what the source knows besides: names that
 * came later, objects that no item names, and notes.
 */
#ifndef COPY_H
#define COPY_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"
#include "select/selection.h"
#include "source/source.h"
#include "write/carried_templates.h"
#include "write/contents.h"
#include "write/totals.h"

enum { COPY_TYPES = 1 << 16 };

struct copy {
	struct source *source; /* borrowed */
	struct posix_trace_writer_np *writer;
	unsigned shift; /* of the numbers of origins */
	struct contents contents; /* of the log, as the source numbers it */
	struct fields fields; /* of the source */
	uint16_t type[COPY_TYPES]; /* the log's numbers, or 0 */
	bool may_name[COPY_TYPES]; /* objects: its description looks so */
	const struct carried_templates *carried; /* borrowed; NULL: nothing */
	int write_error;	   /* the last one, in distinction from reading */

	struct totals totals;	   /* what it has so far */
};

/* Add which logs the source is made of, and how long they are by now. It is to
 * be rewound, or a selection begun. An error number. */
int copy_digest(struct source *source, struct digest *digest);

/* Begin a log with what the source tells of itself. fd: open for reading and
 * writing, borrowed until close. uuid: of the log. An error number. */
int copy_begin(struct copy *copy, struct source *source,
	       const unsigned char uuid[16], int fd);

/* Put an item of the source. An error number. */
int copy_put(struct copy *copy, const struct posix_trace_item_np *item);

/* All that a selection, which has begun with the source, still wants. An error
 * number: of writing, if copy->write_error is it. */
int copy_all(struct copy *copy, struct selection *selection);

/* Let the log carry templates, from here on. An error number. */
int copy_carry(struct copy *copy, const struct carried_templates *carried);

/* Write what was put so far. An error number, of writing. */
int copy_flush(struct copy *copy);

/* End the log, with the status of the source's stream. An error number. */
int copy_end(struct copy *copy);

/* Leave the log as it is, without an end. */
void copy_abandon(struct copy *copy);

/* Tell on stderr what it has: a line as record's. bytes: of the file. */
void copy_tell(const struct copy *copy, const char *file, uint64_t bytes);

#endif
