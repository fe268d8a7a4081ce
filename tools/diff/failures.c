/*
 * failures.c - events that tell of an error
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "diff/failures.h"

enum { TEXT = 256 };

void failures_init(struct failures *failures, struct fields *fields)
{
	memset(failures, 0, sizeof(*failures));
	failures->fields = fields;
}

void failures_fini(struct failures *failures)
{
	for (size_t i = 0; i < failures->count; i++)
		free(failures->failure[i].text);
	free(failures->failure);
	pxt_map_fini(&failures->numbers);
}

static bool may_fail(const struct posix_trace_field_np *field)
{
	if (field->kind > POSIX_TRACE_FIELD_SIGNED_NP ||
	    field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		return false;
	return field->flags & POSIX_TRACE_FIELD_ERRNO_NP ||
	       (field->kind == POSIX_TRACE_FIELD_SIGNED_NP &&
		!(field->flags & POSIX_TRACE_FIELD_NONE_NP) &&
		(!strcmp(field->name, "result") ||
		 !strcmp(field->name, "ret")));
}

/* The field with an error number, or else the result. */
static int field_of(const struct posix_trace_layout_np *layout)
{
	int found = -1;

	for (unsigned i = 0; i < layout->fields; i++) {
		if (!may_fail(&layout->field[i]))
			continue;
		if (layout->field[i].flags & POSIX_TRACE_FIELD_ERRNO_NP)
			return (int)i;
		found = (int)i;
	}
	return found;
}

static bool has_failed(const struct failures *failures, int field)
{
	const struct fields *fields = failures->fields;
	struct posix_trace_number_np number;

	if ((unsigned)field >= fields->count ||
	    posix_trace_value_number_np(fields->layout, &fields->values[field],
					0, &number))
		return false;
	return fields->layout->field[field].flags & POSIX_TRACE_FIELD_ERRNO_NP ?
		       number.as.u != 0 :
		       number.as.s < 0;
}

static int take(void *context, const char *data, size_t len)
{
	char *text = context;
	const size_t used = strlen(text), room = TEXT - 1 - used;

	len = len < room ? len : room;
	memcpy(text + used, data, len);
	text[used + len] = '\0';
	return 0;
}

static int add_failure(struct failures *failures, trace_event_id_t type,
		       const char *text)
{
	struct failure failure = { .type = type, .text = strdup(text) };

	if (!failure.text ||
	    pxt_array_reserve(&failures->failure, &failures->room,
			      failures->count + 1, sizeof(failure))) {
		free(failure.text);
		return ENOMEM;
	}
	failures->failure[failures->count++] = failure;
	return 0;
}

static int count(struct failures *failures, trace_event_id_t type,
		 const char *text)
{
	char key[sizeof(type) + TEXT];
	const size_t len = strlen(text);
	size_t *number;

	memcpy(key, &type, sizeof(type));
	memcpy(key + sizeof(type), text, len);
	if (failures->count == FAILURES_MOST &&
	    !pxt_map_get(&failures->numbers, key, sizeof(type) + len)) {
		failures->left_out++;
		return 0;
	}
	number = pxt_map_at(&failures->numbers, key, sizeof(type) + len);
	if (!number)
		return ENOMEM;
	if (!*number) {
		*number = failures->count + 1;
		if (add_failure(failures, type, text))
			return ENOMEM;
	}
	failures->failure[*number - 1].count++;
	return 0;
}

int failures_add(struct failures *failures,
		 const struct posix_trace_item_np *item, trace_event_id_t type)
{
	static const struct payload_style style = { .ascii = true };
	const trace_event_id_t own = item->info.posix_event_id;
	struct fields *fields = failures->fields;
	const struct posix_trace_layout_np *layout =
		own < FIELDS_TYPES ? fields->layouts[own] : NULL;
	struct failure_field *of;
	char text[TEXT] = "";

	if (!layout)
		return 0;
	of = &failures->of[own];
	if (of->layout != layout)
		*of = (struct failure_field){ layout, field_of(layout) };
	if (of->field < 0 || !fields_decode(fields, item) ||
	    !has_failed(failures, of->field))
		return 0;
	out_init_taker(&failures->words, take, text);
	payload_put_name(&failures->words, &style,
			 layout->field[of->field].name);
	out_text(&failures->words, "=");
	fields_put_value(&failures->words, &style, fields,
			 &fields->values[of->field]);
	out_flush(&failures->words);
	return count(failures, type, text);
}
