/* log_notes.c - notes read from a log */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_notes.h"

struct pxt_log_note_node {
	struct pxt_log_note note;
	struct pxt_log_note_node *next;
	struct pxt_log_note_node *older; /* replaced, perhaps still borrowed */
	uint8_t data[];
};

static int compare(const void *a, const void *b)
{
	const struct pxt_log_note_node *x = a, *y = b;

	if (x->note.origin != y->note.origin)
		return x->note.origin > y->note.origin ? 1 : -1;
	return strcmp(x->note.key, y->note.key);
}

static struct pxt_log_note_node *create(const void *data, size_t len)
{
	struct pxt_log_note_node *added = malloc(sizeof(*added) + len);

	if (!added)
		return NULL;
	memcpy(added->data, data, len);
	pxt_log_note_decode(&added->note, added->data, len);
	added->next = NULL;
	added->older = NULL;
	return added;
}

/* The first one keeps its place in the list and the tree, and gets the newer
 * text. */
static void replace(struct pxt_log_note_node *first,
		    struct pxt_log_note_node *added)
{
	first->note.value = added->note.value;
	added->older = first->older;
	first->older = added;
}

static void append(struct pxt_log_notes *notes, struct pxt_log_note_node *added)
{
	if (!notes->first)
		notes->last = &notes->first;
	*notes->last = added;
	notes->last = &added->next;
	notes->count++;
}

static bool has_room(const struct pxt_log_notes *notes, size_t len)
{
	return notes->count < PXT_LOG_NOTES_MAX &&
	       len < PXT_LOG_NOTES_BYTES - notes->bytes;
}

int pxt_log_notes_add(struct pxt_log_notes *notes, const void *data, size_t len)
{
	struct pxt_log_note decoded;
	struct pxt_log_note_node *added, **slot;

	if (pxt_log_note_decode(&decoded, data, len))
		return EBADMSG;
	if (!has_room(notes, sizeof(*added) + len))
		return 0;
	added = create(data, len);
	if (!added)
		return ENOMEM;

	slot = tsearch(added, &notes->tree, compare);
	if (!slot) {
		free(added);
		return ENOMEM;
	}
	notes->bytes += sizeof(*added) + len;
	if (*slot == added)
		append(notes, added);
	else
		replace(*slot, added);
	return 0;
}

const struct pxt_log_note *pxt_log_notes_get(const struct pxt_log_notes *notes,
					     uint32_t origin, unsigned index)
{
	const struct pxt_log_note_node *at;

	for (at = notes->first; at; at = at->next)
		if (at->note.origin == origin && !index--)
			return &at->note;
	return NULL;
}

static void free_noted(struct pxt_log_note_node *notes)
{
	struct pxt_log_note_node *older;

	for (; notes; notes = older) {
		older = notes->older;
		free(notes);
	}
}

static void keep(void *node)
{
	(void)node;
}

void pxt_log_notes_fini(struct pxt_log_notes *notes)
{
	struct pxt_log_note_node *next;

	tdestroy(notes->tree, keep);
	for (struct pxt_log_note_node *at = notes->first; at; at = next) {
		next = at->next;
		free_noted(at);
	}
	memset(notes, 0, sizeof(*notes));
}
