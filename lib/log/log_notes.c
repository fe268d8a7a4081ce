/* log_notes.c - notes read from a log */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_notes.h"

struct pxt_noted {
	struct pxt_log_note note;
	struct pxt_noted *next;
	struct pxt_noted *older; /* replaced, perhaps still borrowed */
	uint8_t data[];
};

static int compare(const void *a, const void *b)
{
	const struct pxt_noted *x = a, *y = b;

	if (x->note.origin != y->note.origin)
		return x->note.origin > y->note.origin ? 1 : -1;
	return strcmp(x->note.key, y->note.key);
}

static struct pxt_noted *create(const void *data, size_t len)
{
	struct pxt_noted *added = malloc(sizeof(*added) + len);

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
static void replace(struct pxt_noted *first, struct pxt_noted *added)
{
	first->note.value = added->note.value;
	added->older = first->older;
	first->older = added;
}

static void append(struct pxt_log_noted *noted, struct pxt_noted *added)
{
	if (!noted->first)
		noted->last = &noted->first;
	*noted->last = added;
	noted->last = &added->next;
	noted->count++;
}

static bool has_room(const struct pxt_log_noted *noted, size_t len)
{
	return noted->count < PXT_LOG_NOTES_MAX &&
	       len < PXT_LOG_NOTES_BYTES - noted->bytes;
}

int pxt_log_noted_add(struct pxt_log_noted *noted, const void *data, size_t len)
{
	struct pxt_log_note decoded;
	struct pxt_noted *added, **slot;

	if (pxt_log_note_decode(&decoded, data, len))
		return EBADMSG;
	if (!has_room(noted, sizeof(*added) + len))
		return 0;
	added = create(data, len);
	if (!added)
		return ENOMEM;

	slot = tsearch(added, &noted->tree, compare);
	if (!slot) {
		free(added);
		return ENOMEM;
	}
	noted->bytes += sizeof(*added) + len;
	if (*slot == added)
		append(noted, added);
	else
		replace(*slot, added);
	return 0;
}

const struct pxt_log_note *pxt_log_noted_get(const struct pxt_log_noted *noted,
					     uint32_t origin, unsigned index)
{
	const struct pxt_noted *at;

	for (at = noted->first; at; at = at->next)
		if (at->note.origin == origin && !index--)
			return &at->note;
	return NULL;
}

static void free_noted(struct pxt_noted *noted)
{
	struct pxt_noted *older;

	for (; noted; noted = older) {
		older = noted->older;
		free(noted);
	}
}

static void keep(void *node)
{
	(void)node;
}

void pxt_log_noted_fini(struct pxt_log_noted *noted)
{
	struct pxt_noted *next;

	tdestroy(noted->tree, keep);
	for (struct pxt_noted *at = noted->first; at; at = next) {
		next = at->next;
		free_noted(at);
	}
	memset(noted, 0, sizeof(*noted));
}
