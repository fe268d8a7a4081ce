/*
 * places.c - the functions in which events are recorded
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "diff/places.h"

void places_fini(struct places *places)
{
	pxt_map_fini(&places->numbers);
	free(places->place);
}

static bool is_at(const struct place *place,
		  const struct posix_trace_item_np *item, trace_event_id_t type)
{
	return place->address == item->info.posix_prog_address &&
	       place->type == type && place->pid == item->info.posix_pid &&
	       place->origin == item->origin;
}

static int add(struct places *places, const struct posix_trace_item_np *item,
	       trace_event_id_t type)
{
	if (pxt_array_reserve(&places->place, &places->room, places->count + 1,
			      sizeof(*places->place)))
		return ENOMEM;
	places->place[places->count++] = (struct place){
		.type = type,
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.address = item->info.posix_prog_address,
		.when = item->info.posix_timestamp,
	};
	return 0;
}

static int find(struct places *places, const struct posix_trace_item_np *item,
		trace_event_id_t type, uint32_t *cached)
{
	const struct {
		uint64_t address, origin, pid, type;
	} key = {
		(uintptr_t)item->info.posix_prog_address,
		item->origin,
		(uint64_t)item->info.posix_pid,
		type,
	};
	size_t *number;

	*cached = 0;
	if (places->count == PLACES_MOST &&
	    !pxt_map_get(&places->numbers, &key, sizeof(key))) {
		places->left_out++;
		return 0;
	}
	number = pxt_map_at(&places->numbers, &key, sizeof(key));
	if (!number)
		return ENOMEM;
	if (!*number) {
		*number = places->count + 1;
		if (add(places, item, type))
			return ENOMEM;
	}
	*cached = (uint32_t)*number;
	return 0;
}

int places_add(struct places *places, const struct posix_trace_item_np *item,
	       trace_event_id_t type)
{
	const uint64_t address = (uintptr_t)item->info.posix_prog_address;
	uint32_t *cached = &places->cache[(address + 61 * type) % PLACES_CACHE];
	int err = 0;

	if (!address)
		return 0;
	if (!*cached || !is_at(&places->place[*cached - 1], item, type))
		err = find(places, item, type, cached);
	if (!err && *cached)
		places->place[*cached - 1].count++;
	return err;
}

void places_name(const struct place *place, struct symbols *symbols, char *name)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.origin = place->origin,
		.info.posix_event_id = place->type,
		.info.posix_pid = place->pid,
		.info.posix_prog_address = (void *)(uintptr_t)place->address,
		.info.posix_timestamp = place->when,
	};
	const struct symbol_frame *frame = &symbols_of(symbols, &item)->shown;
	const char *file = frame->place.text ? frame->place.text : "";

	*name = '\0';
	if (!frame->function.len)
		return;
	snprintf(name, PLACES_TEXT, "%.*s%s%.*s%s", PLACES_TEXT / 2,
		 frame->function.text, *file ? " (" : "",
		 (int)strcspn(file, ":"), file, *file ? ")" : "");
}
