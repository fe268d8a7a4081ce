/*
 * foreign.h - what the parts of a foreign source share
 *
 * source_foreign reads it, foreign_open finds out what it is, foreign_unpack
 * takes it out of a text, foreign_order tells its device what to do, and
 * foreign_damage what was wrong.
 */
#ifndef SOURCE_FOREIGN_FOREIGN_H
#define SOURCE_FOREIGN_FOREIGN_H

#include <stdbool.h>

#include "format/container/container.h"
#include "format/format.h"
#include "source/damage_notes.h"
#include "source/source.h"
#include "source/source_as.h"

struct foreign {
	struct source source;
	char *name;
	const struct source_as *as;
	const struct pxt_format *format; /* NULL: not known so far */
	struct pxt_settings settings;	 /* see event_names.h */
	char *beside;			 /* one of these, or NULL */
	int fd;				 /* -1: none */
	struct pxt_feed *feed;
	struct pxt_trace *trace;
	struct pxt_unpacked unpacked; /* what the feed gives, if it has data */
	struct pxt_trace *wrapping;   /* what was wrong around that */
	struct pxt_import import;
	bool is_read;	 /* an import goes on */
	bool is_line;	 /* see device.h */
	bool is_started; /* its device was told to, and is to be stopped */
	int broken;	 /* why the line ended, or 0 */
	int refused;	 /* what came of it is no trace of that format, or 0 */
	struct damage_noting noting;

	bool has_learned; /* or tried to: see source_foreign.c */
	bool has_items;	  /* all of it was read, and there are some: */
	struct timespec first, last;

	bool has_given;			  /* an item, or was asked for one */
	struct posix_trace_item_np ahead; /* found by seeking, or looked at */
	bool has_ahead;
	unsigned char uuid[16];
	unsigned char boot[16]; /* of what goes on: its logs have one clock */
};

extern const struct source_class foreign_class;

static inline struct foreign *foreign_of(struct source *source)
{
	return (struct foreign *)source;
}

/* Read it from where its feed is. As import.h has it. */
int foreign_begin(struct foreign *foreign);

/* Whether it can be read again. */
bool foreign_can_rewind(const struct foreign *foreign);

/* Whether what goes on has given no byte so far. */
bool foreign_is_silent(const struct foreign *foreign);

/* Say what reading had to tell. */
void foreign_tell(struct foreign *foreign);

#endif
