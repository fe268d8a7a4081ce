/* notes.c - notes about a ThreadX trace */
#include "format/threadx/import/notes.h"

#include <inttypes.h>

static void note_header(const struct pxt_threadx_header *header,
			struct pxt_trace *trace)
{
	const struct {
		const char *key;
		uint64_t value;
	} words[] = {
		{ "id", header->id },
		{ "timer_valid_mask", header->timer_valid_mask },
		{ "base_address", header->base_address },
		{ "registry_start", header->registry_start },
		{ "registry_end", header->registry_end },
		{ "buffer_start", header->buffer_start },
		{ "buffer_end", header->buffer_end },
		{ "current", header->current },
		{ "reserved1", header->reserved1 },
		{ "reserved2", header->reserved2 },
		{ "reserved3", header->reserved3 },
		{ "reserved4", header->reserved4 },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		pxt_trace_note(trace, words[i].key, "0x%" PRIx64,
			       words[i].value);
	pxt_trace_note(trace, "object_name_size", "%u",
		       header->object_name_size);
}

static void note_number(struct pxt_trace *trace, const char *key,
			uint64_t number)
{
	pxt_trace_note(trace, key, "%" PRIu64, number);
}

static size_t count_events(const struct pxt_threadx_image *image)
{
	size_t count = 0;

	for (unsigned i = 0; i < image->runs; i++)
		count += image->run[i].to - image->run[i].from;
	return count;
}

static void note_layout(const struct pxt_threadx_image *image,
			struct pxt_trace *trace)
{
	pxt_trace_note(trace, "byte_order", image->big ? "big" : "little");
	note_number(trace, "ulong_bytes", image->word);
	note_number(trace, "registry_entry_bytes", image->registry_entry);
	note_number(trace, "registry_slots", image->registry_slots);
	note_number(trace, "event_entry_bytes", image->event_entry);
	note_number(trace, "event_capacity", image->event_capacity);
	note_number(trace, "event_count", count_events(image));
	if (!image->is_in_order)
		return;
	note_number(trace, "current_index", image->current_index);
	pxt_trace_note(trace, "wrapped", image->wrapped ? "true" : "false");
}

void pxt_threadx_notes_tell(const struct pxt_threadx_image *image,
			    const struct pxt_threadx_clock *clock,
			    struct pxt_trace *trace)
{
	pxt_trace_system(trace, "ThreadX, %u bits, %s-endian", 8 * image->word,
			 image->big ? "big" : "little");
	note_header(&image->header, trace);
	note_layout(image, trace);
	pxt_trace_note(trace, "direction", clock->down ? "down" : "up");
	note_number(trace, "increases", clock->increases);
	note_number(trace, "decreases", clock->decreases);
}
