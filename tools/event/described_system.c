/*
 * described_system.c - the system that a description tells of
 */
#include <stdbool.h>
#include <string.h>

#include "event/described_system.h"
#include "event/fields.h"

enum { DETAILS_MOST = 4 };

/* Details that all events of a system have, and only these, and the field with
 * the size of a word; NULL: an address has it. */
static const struct {
	const char *name, *detail[DETAILS_MOST], *word;
} systems[] = {
	{ "ThreadX",
	  { "context", "raw_priority", "raw_event_id", "raw_time_stamp" },
	  "context" },
	{ "LiteOS", { "eventType", "curTask", "curTime" }, "identity" },
	{ "RKH", { "id", "off", "len" }, NULL },
};

static bool has_details(const struct posix_trace_layout_np *layout,
			const char *const *detail)
{
	for (size_t i = 0; i < DETAILS_MOST && detail[i]; i++) {
		const struct posix_trace_field_np *field =
			fields_layout_find(layout, detail[i]);

		if (!field || field->kind != POSIX_TRACE_FIELD_UNSIGNED_NP ||
		    !(field->flags & POSIX_TRACE_FIELD_DETAIL_NP))
			return false;
	}
	return true;
}

static const struct posix_trace_field_np *
find_address(const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (layout->field[i].object &&
		    layout->field[i].flags & POSIX_TRACE_FIELD_HEX_NP)
			return &layout->field[i];
	return NULL;
}

struct described_system
described_system_of(const struct posix_trace_layout_np *layout)
{
	for (size_t i = 0; i < sizeof(systems) / sizeof(*systems); i++) {
		const struct posix_trace_field_np *word;

		if (!has_details(layout, systems[i].detail))
			continue;
		word = systems[i].word ?
			       fields_layout_find(layout, systems[i].word) :
			       find_address(layout);
		return (struct described_system){
			.name = systems[i].name,
			.word = word ? (uint8_t)word->size : 0,
		};
	}
	return (struct described_system){ .name = "" };
}
