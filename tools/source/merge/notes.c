/*
 * notes.c - notes about the origins of all logs
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "source/merge/merge.h"
#include "source/merge/notes.h"

static const char drift[] = "drift";

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

static void put(struct merge_notes *notes, unsigned origin,
		const struct posix_trace_note_np *note)
{
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

/* What a log tells of the drift of an origin was counted when that was shifted. */
static bool is_counted(const struct merge *merge, unsigned origin,
		       const struct posix_trace_note_np *note)
{
	return merge->origins.is_shifted[origin] && !strcmp(note->key, drift);
}

void merge_notes_meet(struct merge *merge, struct merge_input *input)
{
	struct posix_trace_note_np note;

	for (unsigned i = 0; input->source && i < input->origin_count; i++)
		for (unsigned k = 0;
		     input->origins[i] != MERGE_NOBODY &&
		     !source_get_note(input->source, i, k, &note);
		     k++)
			if (!is_counted(merge, input->origins[i], &note))
				put(&merge->notes, input->origins[i], &note);
}

void merge_notes_add_drift(struct merge *merge, unsigned origin,
			   const struct clock_shift *shift)
{
	const struct merge_note *known = find(&merge->notes, origin, drift);
	const double earlier = known ? strtod(known->value, NULL) : 0;
	const double ppm = clock_shift_ppm(shift);
	char value[32];
	const struct posix_trace_note_np note = { drift, value };

	if (!clock_shift_drifts(shift))
		return;
	snprintf(value, sizeof(value), "%+.3f ppm",
		 earlier + ppm + earlier * ppm / 1e6);
	put(&merge->notes, origin, &note);
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
