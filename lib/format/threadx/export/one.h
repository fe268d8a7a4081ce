/*
 * one.h - one event of another system, on its way to ThreadX
 *
 * Its fields by their names, the things that it speaks of, and words of its
 * values.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_ONE_H
#define PXT_FORMAT_THREADX_EXPORT_ONE_H

#include "format/threadx/export/mapped.h"

struct pxt_threadx_one {
	struct pxt_threadx_mapped *mapped;
	struct pxt_threadx_buffer *buffer;
	struct pxt_export *export;
	const struct posix_trace_item_np *item;
	const struct posix_trace_layout_np *layout; /* or NULL */
	const struct pxt_threadx_meaning *meaning;  /* or NULL */
	enum pxt_threadx_life life;
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	unsigned values;
	size_t thread, object; /* things, by number */
	bool has_object;
	uint64_t ns;
};

/* The thing of a number: good until one is made. */
static inline struct pxt_threadx_thing *
pxt_threadx_one_thing(const struct pxt_threadx_one *one, size_t number)
{
	return &one->mapped->things.thing[number];
}

/* Of the one of that type, where the event is from. */
struct pxt_threadx_key pxt_threadx_one_key(const struct pxt_threadx_one *one,
					   unsigned type, uint64_t number);

/* The one of that type, where the event is from. ENOSPC: there are too many.
 * ENOMEM. */
int pxt_threadx_one_get(struct pxt_threadx_one *one, unsigned type,
			uint64_t number, size_t *found);

/* A field, or NULL. */
const struct posix_trace_value_np *
pxt_threadx_one_field(const struct pxt_threadx_one *one, const char *name);

/* An integer. false: it is none. */
bool pxt_threadx_one_number(const struct pxt_threadx_one *one,
			    const struct posix_trace_value_np *value,
			    uint64_t *number);

/* Find the first object of that type, if there is one. As
 * pxt_threadx_one_get(). */
int pxt_threadx_one_object(struct pxt_threadx_one *one, unsigned type);

/* A word for a value: of an object its address. What it loses is counted.
 * ENOMEM. */
int pxt_threadx_one_word(struct pxt_threadx_one *one,
			 const struct posix_trace_value_np *value,
			 uint64_t *word);

#endif
