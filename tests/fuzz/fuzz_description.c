/*
 * fuzz_description.c - whatever a log has for a description, and whatever data
 * comes with it, what is decoded lies in the data
 *
 * The input is the description, a null, and the data.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/quick.h"
#include "model/description.h"
#include "model/layout.h"

static struct posix_trace_layout_np layout;

static void look_at_value(const struct posix_trace_value_np *value,
			  const uint8_t *data, size_t len)
{
	const uint8_t *at = value->data;
	struct posix_trace_number_np number;
	char name[POSIX_TRACE_NAME_MAX_NP + 1];
	size_t index = 0;

	QUICK_ASSERT(at >= data && value->len <= len);
	QUICK_ASSERT((size_t)(at - data) <= len - value->len);
	while (!pxt_layout_number(&layout, value, index, &number)) {
		if (number.label)
			QUICK_ASSERT(strlen(number.label));
		QUICK_ASSERT(pxt_layout_name(&layout, value, index, name,
					     sizeof(name)) < sizeof(name));
		index++;
	}
	QUICK_ASSERT(index == (value->field->kind == POSIX_TRACE_FIELD_TEXT_NP ?
				       0 :
				       value->count));
}

static void look_at_data(const uint8_t *data, size_t len)
{
	static struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	unsigned count;

	count = pxt_layout_decode(&layout, data, len, value);
	QUICK_ASSERT(count <= layout.fields);
	QUICK_ASSERT(count == layout.fields || !layout.size ||
		     len < layout.size);
	for (unsigned i = 0; i < count; i++)
		look_at_value(&value[i], data, len);
}

static void look_at_layout(void)
{
	for (unsigned i = 0; i < layout.fields; i++) {
		const struct posix_trace_field_np *field = &layout.field[i];

		QUICK_ASSERT(*field->name && *field->type);
		QUICK_ASSERT(strlen(field->name) <= PXT_DESCRIPTION_WORD);
		QUICK_ASSERT(strlen(field->unit) <= PXT_DESCRIPTION_WORD);
		for (unsigned j = 0; j < i; j++)
			QUICK_ASSERT(strcmp(field->name, layout.field[j].name));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
	const size_t len = strnlen((const char *)input, size);
	uint8_t *data;
	char *text;

	if (len == size)
		return 0;
	text = quick_copy(input, len + 1);
	data = quick_copy(input + len + 1, size - len - 1);
	if (pxt_layout_parse(text, &layout)) {
		QUICK_ASSERT(len > PXT_DESCRIPTION_MAX ||
			     pxt_description_check(text, len) == EINVAL);
	} else {
		look_at_layout();
		look_at_data(data, size - len - 1);
	}
	free(data);
	free(text);
	return 0;
}
