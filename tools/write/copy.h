/*
 * copy.h - copying items of a source into a log
 *
 * The context of an item is copied before the first item that needs it: names
 * and descriptions of events, processes with their modules, names of threads
 * and objects, origins. So views of the log equal those of the source. At the
 * end the log gets the rest: later names, and notes. A copy of all items gets
 * the objects that no item names, too, and so does one of a board's items:
 * there objects are a table of the board's, which exporters restore.
 */
#ifndef COPY_H
#define COPY_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"
#include "select/selection.h"
#include "source/source.h"
#include "write/ancestors.h"
#include "write/carried_templates.h"
#include "write/compression.h"
#include "write/contents.h"
#include "write/totals.h"

enum { COPY_TYPES = 1 << 16 };

struct copy {
	struct source *source; /* borrowed */
	struct posix_trace_writer_np *writer;
	unsigned shift;		   /* shift of the numbers of origins */
	struct contents contents;  /* the log's, in the source's numbers */
	struct fields fields;	   /* fields of the source */
	uint16_t type[COPY_TYPES]; /* the log's numbers, or 0 */
	bool may_name[COPY_TYPES]; /* may name objects, by its description */
	const struct carried_templates *carried; /* borrowed; NULL: nothing */
	bool is_part;		    /* without objects that no item names */
	struct ancestors ancestors; /* a part's processes, and theirs */
	int write_error;	    /* last error of writing, as distinct from
				    * reading */

	struct totals totals; /* totals so far */
};

/* Adds the logs of the source, and their present lengths. Afterwards it has to
 * be rewound, or a selection begun. Returns an error number. */
int copy_digest(struct source *source, struct digest *digest);

/* Begins a log with the source's description. fd: open for reading and writing,
 * borrowed until close. uuid: of the log. Returns an error number. */
int copy_begin(struct copy *copy, struct source *source,
	       const unsigned char uuid[16], enum compression compression,
	       int fd);

/* Says before the first item that the log gets some items only. Returns an
 * error number. */
int copy_limit(struct copy *copy);

/* Puts an item of the source. Returns an error number. */
int copy_put(struct copy *copy, const struct posix_trace_item_np *item);

/* Puts the rest of a selection that has begun with the source. Returns an error
 * number: of writing, if it equals copy->write_error. */
int copy_all(struct copy *copy, struct selection *selection);

/* Adds templates to the log, from here on. Returns an error number. */
int copy_carry(struct copy *copy, const struct carried_templates *carried);

/* Writes buffered items. Returns an error number of writing. */
int copy_flush(struct copy *copy);

/* Ends the log, with the status of the source's stream. Returns an error
 * number. */
int copy_end(struct copy *copy);

/* Leaves the log without an end. */
void copy_abandon(struct copy *copy);

/* Reports the totals on stderr, in record's form. bytes: size of the file. */
void copy_tell(const struct copy *copy, const char *file, uint64_t bytes);

#endif
