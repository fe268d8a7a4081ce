/* posix_trace_layout_parse_np.c - decoding the data of events by
 * descriptions */
#include <errno.h>
#include <string.h>
#include <trace_np.h>

#include "model/description.h"
#include "model/layout.h"

int posix_trace_layout_parse_np(const char *description,
				struct posix_trace_layout_np *layout)
{
	return description && layout ? pxt_layout_parse(description, layout) :
				       EINVAL;
}

int posix_trace_description_check_np(const char *description, size_t *where,
				     const char **expected)
{
	const char *belongs;
	size_t offset;

	return description ?
		       pxt_description_judge(
			       description,
			       strnlen(description, PXT_DESCRIPTION_MAX + 1),
			       where ? where : &offset,
			       expected ? expected : &belongs) :
		       EINVAL;
}

unsigned
posix_trace_layout_decode_np(const struct posix_trace_layout_np *layout,
			     const void *data, size_t len,
			     struct posix_trace_value_np *values)
{
	return pxt_layout_decode(layout, data, len, values);
}

const char *
posix_trace_field_constant_np(const struct posix_trace_layout_np *layout,
			      const struct posix_trace_field_np *field,
			      unsigned index, long long *value)
{
	return pxt_layout_constant(layout, field, index, value);
}

int posix_trace_value_number_np(const struct posix_trace_layout_np *layout,
				const struct posix_trace_value_np *value,
				size_t index,
				struct posix_trace_number_np *number)
{
	return pxt_layout_number(layout, value, index, number);
}

size_t posix_trace_value_name_np(const struct posix_trace_layout_np *layout,
				 const struct posix_trace_value_np *value,
				 size_t index, char *text, size_t size)
{
	return pxt_layout_name(layout, value, index, text, size);
}
