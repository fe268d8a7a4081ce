/* carried_notes.c - templates in the notes of a log */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "event/carried_notes.h"

enum { MOST = 4096 }; /* limit of notes */

static const char prefix[] = "trcfmt";

void carried_notes_key(char *key, size_t size, const char *name,
		       unsigned number)
{
	if (number == 1)
		snprintf(key, size, "%s.%s", prefix, name);
	else
		snprintf(key, size, "%s.%s+%u", prefix, name, number);
}

static bool is_ours(const char *key)
{
	const size_t len = sizeof(prefix) - 1;

	return !strncmp(key, prefix, len) &&
	       (!key[len] || key[len] == '.' || key[len] == '+');
}

static int add(struct carried_notes *notes, size_t *room,
	       const struct posix_trace_note_np *found)
{
	struct template_note *note;

	if (pxt_array_reserve(&notes->note, room, notes->count + 1,
			      sizeof(*note)))
		return ENOMEM;
	note = &notes->note[notes->count++];
	note->key = strdup(found->key);
	note->value = strdup(found->value);
	return note->key && note->value ? 0 : ENOMEM;
}

int carried_notes_init(struct carried_notes *notes, struct source *source,
		       unsigned origin)
{
	struct posix_trace_note_np found;
	size_t room = 0;
	int err = 0;

	*notes = (struct carried_notes){ .note = NULL };
	for (unsigned i = 0; i < MOST && !err; i++) {
		if (source_get_note(source, origin, i, &found))
			break;
		if (is_ours(found.key))
			err = add(notes, &room, &found);
	}
	return err;
}

void carried_notes_fini(struct carried_notes *notes)
{
	for (size_t i = 0; i < notes->count; i++) {
		free(notes->note[i].key);
		free(notes->note[i].value);
	}
	free(notes->note);
}

static bool goes_on(const char *key)
{
	const char *plus = strrchr(key, '+');

	return plus && isdigit((unsigned char)plus[1]) &&
	       !plus[1 + strspn(plus + 1, "0123456789")];
}

bool carried_notes_begins(const struct template_note *note)
{
	return !goes_on(note->key);
}

/* NULL: none. */
static const char *find(const struct carried_notes *notes, const char *key)
{
	for (size_t i = 0; i < notes->count; i++)
		if (!strcmp(notes->note[i].key, key))
			return notes->note[i].value;
	return NULL;
}

char *carried_notes_join(const struct carried_notes *notes,
			 const struct template_note *first)
{
	char key[POSIX_TRACE_NOTE_KEY_MAX_NP + 16];
	const char *part = first->value;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (unsigned number = 2; part; number++) {
		const bool is_full = strlen(part) == CARRIED_MOST;

		fputs(part, out);
		snprintf(key, sizeof(key), "%s+%u", first->key, number);
		part = is_full ? find(notes, key) : NULL;
	}
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

static bool are_of(struct source *source, unsigned origin)
{
	struct carried_notes notes;
	bool found = false;

	if (!carried_notes_init(&notes, source, origin))
		for (size_t i = 0; i < notes.count && !found; i++)
			found = carried_notes_begins(&notes.note[i]);
	carried_notes_fini(&notes);
	return found;
}

bool carried_notes_are_in(struct source *source)
{
	struct source_origin origin;

	for (unsigned i = 0; !source_get_origin(source, i, &origin); i++)
		if (are_of(source, i))
			return true;
	return false;
}
