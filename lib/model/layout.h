/*
 * layout.h - a description taken apart, for those who read events
 *
 * The structs are those of <trace_np.h>. Names have nulls at their ends there,
 * and constants are in a table, so that an event is decoded without looking at
 * the description again.
 */
#ifndef PXT_MODEL_LAYOUT_H
#define PXT_MODEL_LAYOUT_H

#include <trace_np.h>

/* EINVAL: no description. */
int pxt_layout_parse(const char *description,
		     struct posix_trace_layout_np *layout);

/* What an event's data has of the fields; gives how many. */
unsigned pxt_layout_decode(const struct posix_trace_layout_np *layout,
			   const void *data, size_t len,
			   struct posix_trace_value_np *values);

/* The name of a constant, and its value; what [[none]] is called comes behind
 * those of an enumeration. NULL: there are not as many. */
const char *pxt_layout_constant(const struct posix_trace_layout_np *layout,
				const struct posix_trace_field_np *field,
				unsigned index, long long *value);

/* EINVAL: a text, or no such element. */
int pxt_layout_number(const struct posix_trace_layout_np *layout,
		      const struct posix_trace_value_np *value, size_t index,
		      struct posix_trace_number_np *number);

/* Put the name of a number into text, which may be too small for it. Gives the
 * length of the whole name; 0: there is none, and text is empty. */
size_t pxt_layout_name(const struct posix_trace_layout_np *layout,
		       const struct posix_trace_value_np *value, size_t index,
		       char *text, size_t size);

#endif
