/*
 * damage_notes.h - damage in the notes of an origin
 *
 *	damage number of places
 *	damage.1	the first of them, a line each: the offset, how many bytes,
 *	damage.2	and what was wrong; then those that follow
 *
 * Traces of other systems have these notes, and so have all logs made from
 * them.
 */
#ifndef DAMAGE_NOTES_H
#define DAMAGE_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/trace.h"
#include "source/source.h"

/* True for the key of such a note. */
bool damage_notes_has(const char *key);

/* The number of places; 0: none. */
uint64_t damage_notes_count(struct source *source, unsigned origin);

/* Visits the noted places in order. Returns their number. */
typedef void damage_notes_visit(const struct pxt_trace_damage *damage,
				void *argument);
uint64_t damage_notes_list(struct source *source, unsigned origin,
			   damage_notes_visit *visit, void *argument);

/* State of making notes, one after the other. Zero at first. */
struct damage_noting {
	unsigned number; /* number of the next note */
	size_t noted;	 /* places in earlier notes */
	char key[32];
	char value[POSIX_TRACE_NOTE_VALUE_MAX_NP + 1];
};

/* Returns a place by index. NULL: no more, or not kept. */
typedef const struct pxt_trace_damage *damage_noting_get(const void *from,
							 size_t index);

/* Makes the next note, valid until the next call. ENODATA: no more. */
int damage_noting_next(struct damage_noting *noting, uint64_t count,
		       damage_noting_get *get, const void *from,
		       struct posix_trace_note_np *note);

#endif
