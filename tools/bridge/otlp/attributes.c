/*
 * attributes.c - attributes of events, in the JSON of OpenTelemetry
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/otlp/attributes.h"
#include "common/text.h"
#include "event/data.h"

static const char prefix[] = "posixtrace.";

int attributes_init(struct attributes *attributes, struct bridge *bridge)
{
	attributes->bridge = bridge;
	bridge_values_init(&attributes->values, bridge);
	return json_text_init(&attributes->list);
}

void attributes_fini(struct attributes *attributes)
{
	json_text_fini(&attributes->list);
	for (size_t i = 0; i < attributes->threads; i++)
		free(attributes->thread[i].text);
	free(attributes->thread);
	bridge_values_fini(&attributes->values);
}

/* The list */

void attributes_begin(struct attributes *attributes, const char *before,
		      size_t before_len)
{
	json_text_clear(&attributes->list);
	attributes->before = before;
	attributes->before_len = before_len;
}

int attributes_end(struct attributes *attributes)
{
	return json_text_take(&attributes->list);
}

static size_t get_length(const struct attributes *attributes)
{
	return attributes->list.len + attributes->list.out.len;
}

static struct jsonl *open_attribute(struct attributes *attributes,
				    const char *key, size_t *start)
{
	struct jsonl *json = &attributes->list.json;

	*start = get_length(attributes);
	if (*start)
		json_text_add(&attributes->list, ",", 1);
	jsonl_open_object(json);
	jsonl_key(json, "key");
	jsonl_text(json, key, strlen(key));
	jsonl_key(json, "value");
	return json;
}

static bool has_before(const struct attributes *attributes, const char *text,
		       size_t len)
{
	return memmem(attributes->before, attributes->before_len, text, len);
}

/* Renames the attribute of len bytes at the end of the list. */
static void rename_last(struct json_text *list, size_t len)
{
	static const char end[] = "end.";
	const size_t added = sizeof(end) - 1;
	const size_t head = sizeof("{\"key\":\"") - 1;
	char *at;

	json_text_add(list, end, added);
	if (json_text_take(list))
		return;
	at = list->text + list->len - added - len + head;
	memmove(at + added, at, len - head);
	memcpy(at, end, added);
}

/* Compares the attribute that begins behind start with those of the span's
 * first event. */
static void compare(struct attributes *attributes, size_t start)
{
	static const char behind_key[] = ",\"value\":";
	struct json_text *list = &attributes->list;
	const char *text, *key_end;
	size_t len;

	start += start > 0;
	if (json_text_take(list))
		return;
	text = list->text + start;
	len = list->len - start;
	key_end = memmem(text, len, behind_key, sizeof(behind_key) - 1);
	if (has_before(attributes, text, len))
		list->len = start > 0 ? start - 1 : 0;
	else if (key_end &&
		 has_before(attributes, text, (size_t)(key_end + 1 - text)))
		rename_last(list, len);
}

static void close_attribute(struct attributes *attributes, size_t start)
{
	jsonl_close_object(&attributes->list.json);
	json_text_end(&attributes->list);
	if (attributes->before)
		compare(attributes, start);
}

/* Values */

static void put_text(struct jsonl *json, const char *kind, const char *text,
		     size_t len)
{
	jsonl_open_object(json);
	jsonl_key(json, kind);
	jsonl_text(json, text, len);
	jsonl_close_object(json);
}

void attributes_put_string(struct attributes *attributes, struct jsonl *json,
			   const void *text, size_t len)
{
	struct bridge_value value;
	const int err =
		bridge_values_text(&attributes->values, text, len, &value);

	if (err)
		json->out->error = err;
	else
		put_text(json, "stringValue", value.text, value.len);
}

/* Integers of 64 bits are texts in this JSON. */
static void put_signed(struct jsonl *json, int64_t number)
{
	char text[32];
	const int len = snprintf(text, sizeof(text), "%" PRId64, number);

	put_text(json, "intValue", text, (size_t)len);
}

/* The format has no integers beyond those with a sign. */
static void put_unsigned(struct jsonl *json, uint64_t number)
{
	char text[32];
	const int len = snprintf(text, sizeof(text), "%" PRIu64, number);

	put_text(json, number > INT64_MAX ? "stringValue" : "intValue", text,
		 (size_t)len);
}

static void put_address(struct jsonl *json, uint64_t address)
{
	char text[TEXT_MAX];

	put_text(json, "stringValue", text, text_hex(text, address));
}

static void put_word(struct jsonl *json, const char *word)
{
	jsonl_text(json, word, strlen(word));
}

static void put_double(struct jsonl *json, double number, bool is_narrow)
{
	char text[FIELDS_FLOAT];

	jsonl_open_object(json);
	jsonl_key(json, "doubleValue");
	if (isnan(number)) {
		put_word(json, "NaN");
	} else if (isinf(number)) {
		put_word(json, number < 0 ? "-Infinity" : "Infinity");
	} else {
		fields_print_float(text, number, is_narrow);
		jsonl_digits(json, text);
	}
	jsonl_close_object(json);
}

static void put_bool(struct jsonl *json, bool is)
{
	jsonl_open_object(json);
	jsonl_put_bool(json, "boolValue", is);
	jsonl_close_object(json);
}

static void put_bytes(struct jsonl *json, const void *data, size_t len)
{
	jsonl_open_object(json);
	jsonl_key(json, "bytesValue");
	jsonl_base64(json, data, len);
	jsonl_close_object(json);
}

static void put_value(struct jsonl *json, const struct bridge_value *value)
{
	switch (value->kind) {
	case BRIDGE_UNSIGNED:
		put_unsigned(json, value->as.u);
		break;
	case BRIDGE_SIGNED:
		put_signed(json, value->as.s);
		break;
	case BRIDGE_FLOAT:
		put_double(json, value->as.f, value->is_narrow);
		break;
	case BRIDGE_BOOL:
		put_bool(json, value->as.u);
		break;
	case BRIDGE_ADDRESS:
		put_address(json, value->as.u);
		break;
	case BRIDGE_TEXT_VALUE:
		put_text(json, "stringValue", value->text, value->len);
	}
}

/* An element that is not there is a value without a kind. */
static void put_element(struct attributes *attributes, struct jsonl *json,
			const struct posix_trace_value_np *field, size_t index)
{
	struct bridge_value value;
	const int err =
		bridge_values_get(&attributes->values, field, index, &value);

	if (!err) {
		put_value(json, &value);
		return;
	}
	jsonl_open_object(json);
	jsonl_close_object(json);
	if (err != EINVAL)
		json->out->error = err;
}

static void put_array(struct attributes *attributes, struct jsonl *json,
		      const struct posix_trace_value_np *field)
{
	jsonl_open_object(json);
	jsonl_key(json, "arrayValue");
	jsonl_open_object(json);
	jsonl_key(json, "values");
	jsonl_open_array(json);
	for (size_t i = 0; i < field->count; i++)
		put_element(attributes, json, field, i);
	jsonl_close_array(json);
	jsonl_close_object(json);
	jsonl_close_object(json);
}

/* Attributes */

void attributes_put_text(struct attributes *attributes, const char *key,
			 const void *text, size_t len)
{
	struct jsonl *json;
	size_t start;

	json = open_attribute(attributes, key, &start);
	attributes_put_string(attributes, json, text, len);
	close_attribute(attributes, start);
}

void attributes_put_number(struct attributes *attributes, const char *key,
			   int64_t number)
{
	struct jsonl *json;
	size_t start;

	json = open_attribute(attributes, key, &start);
	put_signed(json, number);
	close_attribute(attributes, start);
}

void attributes_put_true(struct attributes *attributes, const char *key)
{
	struct jsonl *json;
	size_t start;

	json = open_attribute(attributes, key, &start);
	put_bool(json, true);
	close_attribute(attributes, start);
}

/* Threads */

static void compose_thread(struct attributes *attributes, uint32_t thread)
{
	const struct subject *its =
		&attributes->bridge->threads.subject[thread];
	char name[BRIDGE_TEXT];

	if (!its->tid)
		return;
	bridge_thread_name(attributes->bridge, thread, name);
	attributes_put_number(attributes, "thread.id", its->tid);
	attributes_put_text(attributes, "thread.name", name, strlen(name));
}

/* Composes the attributes of a thread, and keeps them. The list is empty. */
static void learn_thread(struct attributes *attributes, uint32_t thread)
{
	struct json_text *list = &attributes->list;
	struct attributes_thread *its;

	if (pxt_array_reserve_zeroed(&attributes->thread, &attributes->threads,
				     (size_t)thread + 1, sizeof(*its))) {
		list->out.error = ENOMEM;
		return;
	}
	compose_thread(attributes, thread);
	if (json_text_take(list))
		return;
	its = &attributes->thread[thread];
	its->text = malloc(list->len + 1);
	if (!its->text) {
		list->out.error = ENOMEM;
		return;
	}
	memcpy(its->text, list->text, list->len);
	its->len = list->len;
}

void attributes_put_thread(struct attributes *attributes)
{
	const uint32_t thread = attributes->bridge->thread;
	const struct attributes_thread *its;

	if (attributes->before || get_length(attributes)) {
		compose_thread(attributes, thread);
	} else if (thread < attributes->threads &&
		   attributes->thread[thread].text) {
		its = &attributes->thread[thread];
		json_text_add(&attributes->list, its->text, its->len);
	} else {
		learn_thread(attributes, thread);
	}
}

/* Places */

/* A place like "match.c:118". */
static void put_source(struct attributes *attributes, const struct label *place)
{
	const char *colon = memrchr(place->text, ':', place->len);
	const size_t file = colon ? (size_t)(colon - place->text) : place->len;

	attributes_put_text(attributes, "code.file.path", place->text, file);
	if (colon)
		attributes_put_number(attributes, "code.line.number",
				      strtol(colon + 1, NULL, 10));
}

void attributes_put_place(struct attributes *attributes)
{
	struct bridge *bridge = attributes->bridge;
	const uintptr_t address =
		(uintptr_t)bridge->item->info.posix_prog_address;
	const struct symbol *symbol;
	char text[TEXT_MAX];

	if (!address)
		return;
	symbol = bridge_symbol(bridge);
	if (symbol->shown.function.len)
		attributes_put_text(attributes, "code.function.name",
				    symbol->shown.function.text,
				    symbol->shown.function.len);
	if (symbol->shown.place.len)
		put_source(attributes, &symbol->shown.place);
	if (!symbol->shown.function.len && !symbol->shown.place.len)
		attributes_put_text(attributes, "addr", text,
				    text_hex(text, address));
}

/* Fields */

/* Takes the id in a field that has one. */
static bool get_id(const struct posix_trace_value_np *value, unsigned char *id,
		   size_t len)
{
	if (value->field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		return otlp_id_parse(id, len, value->data, value->len);
	return value->field->size == 1 &&
	       otlp_id_take(id, len, value->data, value->len);
}

static bool get_any_id(const struct posix_trace_value_np *value,
		       struct otlp_ids *ids)
{
	if (!strcmp(value->field->name, "trace_id"))
		return get_id(value, ids->trace, OTLP_TRACE_ID);
	return !strcmp(value->field->name, "span_id") &&
	       get_id(value, ids->span, OTLP_SPAN_ID);
}

void attributes_get_ids(const struct attributes *attributes,
			struct otlp_ids *ids)
{
	const struct fields *fields = attributes->bridge->fields;

	for (unsigned i = 0;
	     attributes->bridge->is_described && i < fields->count; i++)
		get_any_id(&fields->values[i], ids);
}

static void put_field(struct attributes *attributes,
		      const struct posix_trace_value_np *value)
{
	char key[sizeof(prefix) + POSIX_TRACE_DESCRIPTION_MAX_NP];
	struct otlp_ids ids;
	struct jsonl *json;
	size_t start;

	if (get_any_id(value, &ids))
		return;
	memcpy(key, prefix, sizeof(prefix) - 1);
	strcpy(key + sizeof(prefix) - 1, value->field->name);
	json = open_attribute(attributes, key, &start);
	if (value->field->kind != POSIX_TRACE_FIELD_TEXT_NP &&
	    value->field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		put_array(attributes, json, value);
	else
		put_element(attributes, json, value, 0);
	close_attribute(attributes, start);
}

static void put_rest(struct attributes *attributes)
{
	struct jsonl *json;
	const void *rest;
	size_t start, len;

	rest = fields_rest(attributes->bridge->fields, &len);
	if (!len)
		return;
	json = open_attribute(attributes, "rest", &start);
	put_bytes(json, rest, len);
	close_attribute(attributes, start);
}

void attributes_put_fields(struct attributes *attributes)
{
	const struct bridge *bridge = attributes->bridge;
	const struct fields *fields = bridge->fields;

	for (unsigned i = 0; bridge->is_described && i < fields->count; i++)
		put_field(attributes, &fields->values[i]);
	if (bridge->is_described)
		put_rest(attributes);
	if (data_is_cut(bridge->item))
		attributes_put_true(attributes, "cut");
}

/* A null at the end of a text does not belong to it. */
void attributes_put_data(struct attributes *attributes, struct jsonl *json)
{
	const struct posix_trace_item_np *item = attributes->bridge->item;
	const char *data = item->data;
	struct bridge_value words;
	size_t len = item->data_len;
	int err;

	err = bridge_values_system(&attributes->values, &words);
	if (len && !data[len - 1])
		len--;
	if (!err)
		put_text(json, "stringValue", words.text, words.len);
	else if (jsonl_is_text(data, len))
		put_text(json, "stringValue", data, len);
	else
		put_bytes(json, data, item->data_len);
	if (err && err != ENODATA)
		json->out->error = err;
}
