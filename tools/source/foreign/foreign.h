/*
 * foreign.h - shared parts of a foreign source
 *
 * source_foreign reads it, foreign_open finds its format, foreign_folder opens a
 * CTF trace, which is a directory, foreign_unpack unpacks a text, foreign_order
 * sends orders to its device, and foreign_damage reports damage.
 */
#ifndef SOURCE_FOREIGN_FOREIGN_H
#define SOURCE_FOREIGN_FOREIGN_H

#include <stdbool.h>

#include "format/container/container.h"
#include "format/format.h"
#include "source/ctf/decoder.h"
#include "source/ctf/modules.h"
#include "source/damage_notes.h"
#include "source/source.h"
#include "source/source_as.h"

struct foreign {
	struct source source;
	char *name;
	struct source_as as;		 /* texts are borrowed */
	const struct pxt_format *format; /* NULL: unknown so far */
	struct pxt_settings settings;	 /* see event_names.h */
	char *beside;			 /* companion file among these, or
					  * NULL */
	int fd;				 /* descriptor, or -1 */
	struct pxt_feed *feed;
	struct pxt_trace *trace;
	struct pxt_payload payload; /* contents of the feed, if data is set */
	struct pxt_trace *wrapping; /* damage of the container text, or of
				     * what gzip has packed */
	bool is_faulty;		    /* the latter is noted */
	struct pxt_import import;
	bool is_read;	/* the import is open */
	bool is_line;	/* see device.h */
	bool is_folder; /* a CTF trace: */
	struct ctf_decoder decoder;
	struct ctf_modules modules; /* see modules.h: */
	bool has_modules; /* all modules are known; else those up to: */
	int64_t ahead_ns;
	unsigned looks;	 /* times that some were read ahead */
	bool is_started; /* the device was started, and is to be stopped */
	int refused;	 /* error: the line's data is not of that format, or
			  * 0 */
	struct damage_noting noting;

	bool has_learned; /* the first pass is done, or failed: see
			   * source_foreign.c */
	bool has_items;	  /* the whole was read, and has items: */
	struct timespec first, last;

	bool has_given;			  /* an item was delivered, or asked
					   * for */
	struct posix_trace_item_np ahead; /* found by seeking, or read ahead */
	bool has_ahead;
	unsigned char uuid[16];
	unsigned char boot[16]; /* for a growing trace: its logs share a
				 * clock */
};

extern const struct source_class foreign_class;

static inline struct foreign *foreign_of(struct source *source)
{
	return (struct foreign *)source;
}

/* Begins to read a CTF trace: the feed is what its decoder sends. Returns an
 * error number. */
int foreign_decode(struct foreign *foreign);

/* Begins reading at the feed's position. Errors of import.h. */
int foreign_begin(struct foreign *foreign);

/* True if it can be read again. */
bool foreign_can_rewind(const struct foreign *foreign);

/* The error that cut a line, or 0. */
int foreign_cut(const struct foreign *foreign);

/* True if a growing trace has given no byte so far. */
bool foreign_is_silent(const struct foreign *foreign);

/* Reports remarks of the importer. */
void foreign_tell(struct foreign *foreign);

/* True for what was not yet told of a trace of that name, which commands may open
 * several times. */
bool foreign_is_news(const struct foreign *foreign, const char *tale);

#endif
