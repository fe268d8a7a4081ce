/* relocation.c - native events in the registry of others */
#include "format/threadx/export/relocation.h"

#include <errno.h>

enum { CONTEXT = 0, PRIORITY, ID, STAMP, INFORMATION };

static int address_of(struct pxt_threadx_foreign_event *event, unsigned type,
		      uint64_t number, uint64_t *address)
{
	size_t found;
	int err;

	*address = 0;
	if (!number)
		return 0;
	err = pxt_threadx_foreign_event_get(event, type, number, &found);
	if (!err)
		*address = pxt_threadx_foreign_event_object_at(event, found)
				   ->address;
	return err;
}

/* Replaces addresses of objects, found by their fields. */
static int put_addresses(struct pxt_threadx_foreign_event *event,
			 const uint64_t *info, struct pxt_threadx_words *words)
{
	uint64_t number;
	int err = 0;

	for (unsigned i = 0; i < event->values && !err; i++) {
		const char *kind = event->value[i].field->object;
		const unsigned type = kind ? pxt_threadx_objects_type(kind) : 0;

		if (!type || !pxt_threadx_foreign_event_number(
				     event, &event->value[i], &number))
			continue;
		for (int j = 0; j < 4 && !err; j++)
			if (info[j] == number)
				err = address_of(event, type, number,
						 &words->word[INFORMATION + j]);
	}
	return err;
}

/* User events share their ids with types of other systems. False: too many. */
static bool number_user(const struct pxt_threadx_foreign_event *event,
			struct pxt_threadx_words *words)
{
	const uint16_t old = (uint16_t)words->word[ID];
	uint16_t id;

	if (old < PXT_THREADX_FIRST_USER)
		return true;
	id = pxt_threadx_users_id(&event->conversion->users,
				  event->item->info.posix_event_id);
	words->word[ID] += (uint64_t)id - old;
	return id;
}

int pxt_threadx_relocation_put(struct pxt_threadx_foreign_event *event,
			       const struct pxt_threadx_words *from)
{
	struct pxt_threadx_words words = *from;
	int err = 0;

	words.word[STAMP] = event->ns;
	if (!number_user(event, &words)) {
		pxt_export_lose(event->export, "events of too many types");
		return 0;
	}
	if (!pxt_threadx_is_special(from->word[CONTEXT]))
		err = address_of(event, PXT_THREADX_THREAD, from->word[CONTEXT],
				 &words.word[CONTEXT]);
	else
		err = address_of(event, PXT_THREADX_THREAD,
				 from->word[PRIORITY], &words.word[PRIORITY]);
	if (!err)
		err = put_addresses(event, &from->word[INFORMATION], &words);
	if (err == ENOSPC)
		pxt_export_lose(event->export, "objects beyond a million");
	if (err)
		return err == ENOSPC ? 0 : err;
	event->conversion->has_running = false;
	event->conversion->carried++;
	return pxt_threadx_event_sequence_add(&event->conversion->sequence,
					      event->buffer, &words);
}
