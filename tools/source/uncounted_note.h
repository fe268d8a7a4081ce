/*
 * uncounted_note.h - a recorder's note that a process could not even count
 *
 * The note's value is why the process had no process file: whatever it recorded
 * is lost.
 */
#ifndef UNCOUNTED_NOTE_H
#define UNCOUNTED_NOTE_H

#include <stdbool.h>
#include <string.h>

#include "source/source.h"

#define UNCOUNTED_NOTE "uncounted"

static inline bool uncounted_note_is_there(struct source *source,
					   unsigned origin)
{
	struct posix_trace_note_np note;

	for (unsigned i = 0; !source_get_note(source, origin, i, &note); i++)
		if (!strcmp(note.key, UNCOUNTED_NOTE))
			return true;
	return false;
}

#endif
