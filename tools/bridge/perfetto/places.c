/*
 * places.c - where in the program an event was recorded
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bridge/perfetto/places.h"

enum { UNKNOWN = 1 }; /* in the map; a place is its number, and this */

/* Copies a text until the packet is written. */
static ProtobufCBinaryData copy(struct places *places, const struct label *text)
{
	struct arguments *arguments = places->arguments;
	const size_t size = 3 * text->len + 1; /* with each byte replaced */
	char *to = packets_take(arguments->packets, size);

	return packets_bytes(to, to ? bridge_text(arguments->bridge, to, size,
						  text->text, text->len) :
				      0);
}

/* Sets the parts of "match.c:118". */
static void set_line(struct places *places, const struct label *text,
		     Perfetto__SourceLocation *place)
{
	const char *colon = memrchr(text->text, ':', text->len);
	struct label file = *text;

	if (!text->len)
		return;
	if (colon) {
		file.len = (size_t)(colon - text->text);
		place->has_line_number = true;
		place->line_number = (uint32_t)strtoul(colon + 1, NULL, 10);
	}
	place->has_file_name = true;
	place->file_name = copy(places, &file);
}

/* Adds the place of the present event. Returns its number; 0: unknown. */
static uint64_t add(struct places *places)
{
	struct packets *packets = places->arguments->packets;
	const struct symbol *symbol = bridge_symbol(places->arguments->bridge);
	const struct symbol_frame *shown = &symbol->shown;
	const struct label *function =
		shown->function.len ? &shown->function : &symbol->nearest;
	Perfetto__SourceLocation *place;

	if (!function->len)
		return 0;
	place = packets_take(packets, sizeof(*place));
	if (!place)
		return 0;
	perfetto__source_location__init(place);
	place->has_function_name = true;
	place->function_name = copy(places, function);
	set_line(places, &shown->place, place);
	return packets_add_place(packets, place);
}

/* Finds the number of the present event's place; 0: unknown. */
static uint64_t find(struct places *places, uint64_t address)
{
	struct packets *packets = places->arguments->packets;
	const uint64_t key[] = { bridge_code_owner(places->arguments->bridge),
				 address };
	uint64_t number;
	size_t *found =
		pxt_map_at(&packets->sequence->places, key, sizeof(key));

	if (!found) {
		packets->error = ENOMEM;
		return 0;
	}
	if (*found)
		return *found - UNKNOWN;
	*found = UNKNOWN;
	number = add(places);
	*found = (size_t)(number + UNKNOWN);
	return number;
}

void places_put(struct places *places)
{
	struct packets *packets = places->arguments->packets;
	const struct posix_trace_item_np *item =
		places->arguments->bridge->item;
	const uint64_t address =
		(uint64_t)(uintptr_t)item->info.posix_prog_address;
	uint64_t number;

	if (!address || packets->error)
		return;
	number = find(places, address);
	if (!number) {
		arguments_put_address(places->arguments, "addr", address);
		return;
	}
	packets->event.has_source_location_iid = true;
	packets->event.source_location_iid = number;
}
