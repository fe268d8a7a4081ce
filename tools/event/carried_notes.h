/*
 * carried_notes.h - templates in the notes of a log
 *
 *	trcfmt			a file of templates
 *	trcfmt.orders		the file orders.trcfmt
 *	trcfmt.orders+2 its continuation, as the previous note is full,
 *	trcfmt.orders+3		and so on
 */
#ifndef CARRIED_NOTES_H
#define CARRIED_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

#include "source/source.h"

enum {
	CARRIED_MOST = POSIX_TRACE_NOTE_VALUE_MAX_NP, /* bytes of a full note */
	CARRIED_KEY_REST = 7 + 5, /* bytes of a key besides the name */
};

/* Makes the key of a note; size: that of the name and CARRIED_KEY_REST. number:
 * from 1. */
void carried_notes_key(char *key, size_t size, const char *name,
		       unsigned number);

/* Notes of an origin, in their order. */
struct carried_notes {
	struct template_note {
		char *key;
		char *value;
	} * note;
	size_t count;
};

/* ENOMEM: fini is required nevertheless. */
int carried_notes_init(struct carried_notes *notes, struct source *source,
		       unsigned origin);
void carried_notes_fini(struct carried_notes *notes);

/* True if the note begins a file. */
bool carried_notes_begins(const struct template_note *note);

/* The whole file that begins with that note, to be freed. NULL: no memory. */
char *carried_notes_join(const struct carried_notes *notes,
			 const struct template_note *first);

/* True if any origin of a source has such notes. */
bool carried_notes_are_in(struct source *source);

#endif
