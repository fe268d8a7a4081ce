/*
 * notes.c - notes about the origins of all logs
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "source/merge/merge.h"
#include "source/merge/notes.h"

static struct merge_note *find(const struct merge_notes *notes, unsigned origin,
			       const char *key)
{
	for (size_t i = 0; i < notes->count; i++)
		if (notes->note[i].origin == origin &&
		    !strcmp(notes->note[i].key, key))
			return &notes->note[i];
	return NULL;
}

static void add(struct merge_notes *notes, unsigned origin,
		const struct posix_trace_note_np *note)
{
	struct merge_note added = { .origin = origin };

	if (pxt_array_reserve(&notes->note, &notes->room, notes->count + 1,
			      sizeof(*notes->note)))
		return;
	added.key = strdup(note->key);
	added.value = strdup(note->value);
	if (added.key && added.value) {
		notes->note[notes->count++] = added;
	} else {
		free(added.key);
		free(added.value);
	}
}

void merge_notes_put(struct merge *merge, unsigned origin,
		     const struct posix_trace_note_np *note)
{
	struct merge_notes *notes = &merge->notes;
	struct merge_note *known = find(notes, origin, note->key);
	char *value;

	if (!known) {
		add(notes, origin, note);
		return;
	}
	if (!strcmp(known->value, note->value))
		return;
	value = strdup(note->value);
	if (!value)
		return;
	free(known->value);
	known->value = value;
}

void merge_notes_meet(struct merge *merge, struct merge_input *input)
{
	struct posix_trace_note_np note;

	for (unsigned i = 0; input->source && i < input->origin_count; i++)
		for (unsigned k = 0;
		     input->origins[i] != MERGE_NOBODY &&
		     !source_get_note(input->source, i, k, &note);
		     k++)
			merge_notes_put(merge, input->origins[i], &note);
}

/* Growing logs may have new notes. */
static void meet_all(struct merge *merge)
{
	for (size_t i = 0; i < merge->count; i++)
		merge_notes_meet(merge, &merge->input[i]);
}

int merge_notes_get(struct source *source, unsigned origin, unsigned index,
		    struct posix_trace_note_np *note)
{
	struct merge *merge = merge_of(source);
	const struct merge_notes *notes = &merge->notes;

	if (!index)
		meet_all(merge);
	for (size_t i = 0; i < notes->count; i++) {
		const struct merge_note *found = &notes->note[i];

		if (found->origin != origin || index--)
			continue;
		note->key = found->key;
		note->value = found->value;
		return 0;
	}
	return ENODATA;
}

void merge_notes_fini(struct merge_notes *notes)
{
	for (size_t i = 0; i < notes->count; i++) {
		free(notes->note[i].key);
		free(notes->note[i].value);
	}
	free(notes->note);
}
