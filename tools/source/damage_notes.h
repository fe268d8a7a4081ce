/*
 * damage_notes.h - what was wrong with what an origin was made of, as noted
 *
 *	damage		how many places
 *	damage.1	the first of them, a line each: the offset, how many bytes,
 *	damage.2	and what was wrong; then those that follow
 *
 * The trace of another system notes so of itself, and so does every log that is
 * made of it.
 */
#ifndef DAMAGE_NOTES_H
#define DAMAGE_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/trace.h"
#include "source/source.h"

/* Whether it is the key of one of these. */
bool damage_notes_has(const char *key);

/* How many places; 0: none was noted. */
uint64_t damage_notes_count(struct source *source, unsigned origin);

/* Those that were noted, one after the other. Gives how many. */
typedef void damage_notes_visit(const struct pxt_trace_damage *damage,
				void *argument);
uint64_t damage_notes_list(struct source *source, unsigned origin,
			   damage_notes_visit *visit, void *argument);

/* Noting them, one note after the other. Zeroes at first. */
struct damage_noting {
	unsigned number; /* of the next note */
	size_t noted;	 /* places, in those before */
	char key[32];
	char value[POSIX_TRACE_NOTE_VALUE_MAX_NP + 1];
};

/* Gives one of the places. NULL: there are not as many, or it was not kept. */
typedef const struct pxt_trace_damage *damage_noting_get(const void *from,
							 size_t index);

/* The next note, which is good until the next call. ENODATA: no more. */
int damage_noting_next(struct damage_noting *noting, uint64_t count,
		       damage_noting_get *get, const void *from,
		       struct posix_trace_note_np *note);

#endif
