/*
 * json_record.c - spans and records of OpenTelemetry in JSON
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bridge/otlp/json_record.h"
#include "event/fields.h"

/* Values */

static void put_word(struct jsonl *json, const char *word)
{
	jsonl_text(json, word, strlen(word));
}

static void put_double(struct jsonl *json, double number, bool is_narrow)
{
	char text[FIELDS_FLOAT];

	if (isnan(number)) {
		put_word(json, "NaN");
	} else if (isinf(number)) {
		put_word(json, number < 0 ? "-Infinity" : "Infinity");
	} else {
		fields_print_float(text, number, is_narrow);
		jsonl_digits(json, text);
	}
}

/* Integers of 64 bits are texts in this JSON. */
static void put_int(struct jsonl *json, int64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, number);
	put_word(json, text);
}

/* Puts a value that is no array, as a member of its object. */
static void put_simple(struct jsonl *json, const struct otlp_value *value)
{
	switch (value->kind) {
	case OTLP_STRING:
		jsonl_key(json, "stringValue");
		jsonl_text(json, value->text, value->len);
		break;
	case OTLP_BOOL:
		jsonl_put_bool(json, "boolValue", value->as.b);
		break;
	case OTLP_INT:
		jsonl_key(json, "intValue");
		put_int(json, value->as.i);
		break;
	case OTLP_DOUBLE:
		jsonl_key(json, "doubleValue");
		put_double(json, value->as.d, value->is_narrow);
		break;
	case OTLP_BYTES:
		jsonl_key(json, "bytesValue");
		jsonl_base64(json, value->text, value->len);
		break;
	case OTLP_NOTHING:
	case OTLP_ARRAY:
		break;
	}
}

static void put_array(struct jsonl *json, const struct otlp_value *value)
{
	jsonl_key(json, "arrayValue");
	jsonl_open_object(json);
	jsonl_key(json, "values");
	jsonl_open_array(json);
	for (size_t i = 0; i < value->len; i++) {
		jsonl_open_object(json);
		put_simple(json, &value->element[i]);
		jsonl_close_object(json);
	}
	jsonl_close_array(json);
	jsonl_close_object(json);
}

static void put_value(struct jsonl *json, const struct otlp_value *value)
{
	jsonl_open_object(json);
	if (value->kind == OTLP_ARRAY)
		put_array(json, value);
	else
		put_simple(json, value);
	jsonl_close_object(json);
}

void json_record_put_list(struct jsonl *json, const struct otlp_list *list)
{
	jsonl_open_array(json);
	for (size_t i = 0; i < list->count; i++) {
		jsonl_open_object(json);
		jsonl_key(json, "key");
		put_word(json, list->attribute[i].key);
		jsonl_key(json, "value");
		put_value(json, &list->attribute[i].value);
		jsonl_close_object(json);
	}
	jsonl_close_array(json);
}

/* Records */

static void put_time(struct jsonl *json, const char *key, uint64_t ns)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, ns);
	jsonl_key(json, key);
	put_word(json, text);
}

static void put_id(struct jsonl *json, const char *key, const unsigned char *id,
		   size_t len)
{
	if (!otlp_id_is_set(id, len))
		return;
	jsonl_key(json, key);
	jsonl_hex(json, id, len);
}

static void put_ids(struct jsonl *json, const struct otlp_ids *ids)
{
	put_id(json, "traceId", ids->trace, OTLP_TRACE_ID);
	put_id(json, "spanId", ids->span, OTLP_SPAN_ID);
}

static void put_span(struct jsonl *json, const struct otlp_record *record)
{
	put_ids(json, &record->ids);
	if (record->has_parent)
		put_id(json, "parentSpanId", record->parent, OTLP_SPAN_ID);
	jsonl_key(json, "name");
	put_word(json, record->name);
	jsonl_put_unsigned(json, "kind", OTLP_KIND_INTERNAL);
	put_time(json, "startTimeUnixNano", record->from_ns);
	put_time(json, "endTimeUnixNano", record->to_ns);
}

static void put_log_record(struct jsonl *json, const struct otlp_record *record)
{
	put_time(json, "timeUnixNano", record->from_ns);
	put_time(json, "observedTimeUnixNano", record->from_ns);
	jsonl_put_unsigned(json, "severityNumber", record->severity);
	jsonl_key(json, "eventName");
	put_word(json, record->name);
	put_ids(json, &record->ids);
	if (record->body.kind == OTLP_NOTHING)
		return;
	jsonl_key(json, "body");
	put_value(json, &record->body);
}

int json_record_compose(struct json_text *text,
			const struct otlp_record *record)
{
	struct jsonl *json = &text->json;

	json_text_clear(text);
	jsonl_open_object(json);
	if (record->is_span)
		put_span(json, record);
	else
		put_log_record(json, record);
	jsonl_key(json, "attributes");
	json_record_put_list(json, &record->attributes);
	jsonl_close_object(json);
	json_text_end(text);
	return json_text_take(text);
}
