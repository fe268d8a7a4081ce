/*
 * places.c - where in the program events were recorded
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "report/places.h"

void report_places_fini(struct report_places *places)
{
	pxt_map_fini(&places->of_address);
	pxt_map_fini(&places->numbers);
	texts_fini(&places->texts);
	free(places->place);
}

static int keep(struct report_places *places, struct bridge *bridge,
		const struct label *label, uint32_t *text)
{
	char room[BRIDGE_TEXT];
	const size_t len = bridge_text(bridge, room, sizeof(room), label->text,
				       label->len);

	return texts_find(&places->texts, room, len, text);
}

static int describe(struct report_places *places, struct bridge *bridge,
		    struct report_place *place)
{
	const struct symbol *symbol = bridge_symbol(bridge);
	char text[BRIDGE_TEXT];
	int err;

	err = keep(places, bridge, &symbol->shown.place, &place->source);
	if (!err)
		err = keep(places, bridge, &symbol->shown.function,
			   &place->function);
	bridge_place(bridge, text);
	return err ? err :
		     texts_find(&places->texts, text, strlen(text),
				&place->text);
}

/* Different addresses may be one place. */
static int add(struct report_places *places, struct bridge *bridge,
	       size_t *number)
{
	struct report_place place = { 0 };
	size_t *found;
	int err;

	err = describe(places, bridge, &place);
	if (err)
		return err;
	found = pxt_map_at(&places->numbers, &place, sizeof(place));
	if (!found || pxt_array_reserve(&places->place, &places->room,
					places->count + 1, sizeof(place)))
		return ENOMEM;
	if (!*found) {
		places->place[places->count] = place;
		*found = ++places->count;
	}
	*number = *found;
	return 0;
}

/* Finds a place among all. */
static int find(struct report_places *places, struct bridge *bridge,
		const uint64_t key[2], uint32_t *number)
{
	const size_t size = 2 * sizeof(*key);
	size_t *found, made = 0;
	int err = 0;

	if (places->of_address.count >= REPORT_PLACES) {
		const size_t known =
			pxt_map_get(&places->of_address, key, size);

		*number = known ? (uint32_t)known - 1 : 0;
		if (!known)
			pxt_export_lose(bridge->export,
					"places of events beyond 65,536 "
					"different ones");
		return 0;
	}
	found = pxt_map_at(&places->of_address, key, size);
	if (!found)
		return ENOMEM;
	if (!*found) {
		err = add(places, bridge, &made);
		*found = made + 1;
	}
	*number = (uint32_t)*found - 1;
	return err;
}

int report_places_find(struct report_places *places, struct bridge *bridge,
		       uint32_t *number)
{
	const uintptr_t address =
		(uintptr_t)bridge->item->info.posix_prog_address;
	const uint64_t key[] = { bridge_code_owner(bridge), address };
	struct report_recent *recent =
		&places->recent[(address ^ address >> 8) % REPORT_RECENT];
	int err = 0;

	if (recent->address == address && recent->process == *key) {
		*number = recent->number;
		return 0;
	}
	*number = 0;
	if (address)
		err = find(places, bridge, key, number);
	if (!err && *number)
		*recent = (struct report_recent){ *key, address, *number };
	return err;
}
