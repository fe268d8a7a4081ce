/*
 * carried_notes.h - how templates are told in the notes of a log
 *
 *	trcfmt			a file of templates
 *	trcfmt.orders		the file orders.trcfmt
 *	trcfmt.orders+2		what follows in it, as the note before is full,
 *	trcfmt.orders+3		and so on
 */
#ifndef CARRIED_NOTES_H
#define CARRIED_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

#include "source/source.h"

enum {
	CARRIED_PART = POSIX_TRACE_NOTE_VALUE_MAX_NP, /* of a full note */
	CARRIED_KEY_REST = 7 + 5, /* bytes of a key besides the name */
};

/* The key of a note of that name, which fits with CARRIED_KEY_REST more.
 * number: from 1 on. */
void carried_notes_key(char *key, size_t size, const char *name,
		       unsigned number);

/* Those of an origin, in their order. */
struct carried_notes {
	struct carried_part {
		char *key;
		char *value;
	} *note;
	size_t count;
};

/* ENOMEM: fini is due nevertheless. */
int carried_notes_init(struct carried_notes *notes, struct source *source,
		       unsigned origin);
void carried_notes_fini(struct carried_notes *notes);

/* Whether a file begins with that note. */
bool carried_notes_begins(const struct carried_part *note);

/* The whole of a file, to be freed, that begins with that note. NULL: no
 * memory. */
char *carried_notes_join(const struct carried_notes *notes,
			 const struct carried_part *first);

#endif
