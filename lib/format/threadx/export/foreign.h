/*
 * foreign.h - an event of another system, on its way to ThreadX
 *
 * Its fields by their names, the objects that it speaks of, and words of its
 * values.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_FOREIGN_H
#define PXT_FORMAT_THREADX_EXPORT_FOREIGN_H

#include "format/threadx/export/mapping.h"

struct pxt_threadx_foreign {
	struct pxt_threadx_mapping *mapping;
	struct pxt_threadx_buffer *buffer;
	struct pxt_export *export;
	const struct posix_trace_item_np *item;
	const struct posix_trace_layout_np *layout; /* or NULL */
	const struct pxt_threadx_meaning *meaning;  /* or NULL */
	enum pxt_threadx_life life;
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	unsigned values;
	size_t thread, object; /* by their numbers */
	bool has_object;
	uint64_t ns;
};

/* The object of a number: good until another object is made. */
static inline struct pxt_threadx_object *
pxt_threadx_foreign_object_at(const struct pxt_threadx_foreign *event,
			      size_t number)
{
	return &event->mapping->objects.object[number];
}

/* The key of an object of this type, where the event is from. */
struct pxt_threadx_key
pxt_threadx_foreign_key(const struct pxt_threadx_foreign *event, unsigned type,
			uint64_t number);

/* The object of this type and number, where the event is from, which is made if
 * need be. ENOSPC: there are too many. ENOMEM. */
int pxt_threadx_foreign_get(struct pxt_threadx_foreign *event, unsigned type,
			    uint64_t number, size_t *found);

/* A field, or NULL. */
const struct posix_trace_value_np *
pxt_threadx_foreign_field(const struct pxt_threadx_foreign *event,
			  const char *name);

/* An integer. false: it is none. */
bool pxt_threadx_foreign_number(const struct pxt_threadx_foreign *event,
				const struct posix_trace_value_np *value,
				uint64_t *number);

/* Find the first object of that type, if there is one. As
 * pxt_threadx_foreign_get(). */
int pxt_threadx_foreign_object(struct pxt_threadx_foreign *event,
			       unsigned type);

/* A word for a value: of an object its address. What it loses is counted.
 * ENOMEM. */
int pxt_threadx_foreign_word(struct pxt_threadx_foreign *event,
			     const struct posix_trace_value_np *value,
			     uint64_t *word);

#endif
