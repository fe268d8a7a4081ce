/*
 * layout.h - parsed descriptions, for readers of events
 *
 * The structs are those of <trace_np.h>. Their names are null-terminated and
 * constants are in a table, so that events are decoded without the description.
 */
#ifndef PXT_MODEL_LAYOUT_H
#define PXT_MODEL_LAYOUT_H

#include <trace_np.h>

/* EINVAL: not a description. */
int pxt_layout_parse(const char *description,
		     struct posix_trace_layout_np *layout);

/* Decodes the fields that an event's data has; returns their number. */
unsigned pxt_layout_decode(const struct posix_trace_layout_np *layout,
			   const void *data, size_t len,
			   struct posix_trace_value_np *values);

/* Returns a constant by index, and its value; behind those of an enumeration
 * comes the name of [[none]]. NULL: no more. */
const char *pxt_layout_constant(const struct posix_trace_layout_np *layout,
				const struct posix_trace_field_np *field,
				unsigned index, long long *value);

/* EINVAL: a text, or no such element. */
int pxt_layout_number(const struct posix_trace_layout_np *layout,
		      const struct posix_trace_value_np *value, size_t index,
		      struct posix_trace_number_np *number);

/* Writes the name of a number into text, cut to its size. Returns the length of
 * the whole name; 0: none, and text is empty. */
size_t pxt_layout_name(const struct posix_trace_layout_np *layout,
		       const struct posix_trace_value_np *value, size_t index,
		       char *text, size_t size);

#endif
