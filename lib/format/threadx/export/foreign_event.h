/*
 * foreign_event.h - events of other systems, to be converted to ThreadX
 *
 * Fields by name, the objects that an event names, and words for its values.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_FOREIGN_EVENT_H
#define PXT_FORMAT_THREADX_EXPORT_FOREIGN_EVENT_H

#include "format/threadx/export/conversion_state.h"

struct pxt_threadx_foreign_event {
	struct pxt_threadx_conversion *conversion;
	struct pxt_threadx_buffer *buffer;
	struct pxt_export *export;
	const struct posix_trace_item_np *item;
	const struct posix_trace_layout_np *layout; /* may be NULL */
	const struct pxt_threadx_meaning *meaning;  /* may be NULL */
	enum pxt_threadx_thread_life life;
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	unsigned values;
	size_t thread, object; /* indexes of the event's thread and object */
	bool has_object;
	bool is_left_out;
	uint64_t ns;
};

/* Returns an object by index: valid until another object is made. */
static inline struct pxt_threadx_object *pxt_threadx_foreign_event_object_at(
	const struct pxt_threadx_foreign_event *event, size_t number)
{
	return &event->conversion->objects.object[number];
}

/* The key of an object of a type, in the event's process. */
struct pxt_threadx_key
pxt_threadx_foreign_event_key(const struct pxt_threadx_foreign_event *event,
			      unsigned type, uint64_t number);

/* Finds or makes the object of a type and number, in the event's process.
 * ENOSPC: too many. ENOMEM. */
int pxt_threadx_foreign_event_get(struct pxt_threadx_foreign_event *event,
				  unsigned type, uint64_t number,
				  size_t *found);

/* A field, or NULL. */
const struct posix_trace_value_np *
pxt_threadx_foreign_event_field(const struct pxt_threadx_foreign_event *event,
				const char *name);

/* Reads an integer field. False: not an integer. */
bool pxt_threadx_foreign_event_number(
	const struct pxt_threadx_foreign_event *event,
	const struct posix_trace_value_np *value, uint64_t *number);

/* Finds the first object of a type among the fields, if any. Errors of
 * pxt_threadx_foreign_event_get(). */
int pxt_threadx_foreign_event_object(struct pxt_threadx_foreign_event *event,
				     unsigned type);

/* Converts a value to a word: an object to its address. Counts what is lost.
 * ENOMEM. */
int pxt_threadx_foreign_event_word(struct pxt_threadx_foreign_event *event,
				   const struct posix_trace_value_np *value,
				   uint64_t *word);

#endif
