/*
 * json.c - JSON of exporters for viewers
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bridge/json.h"
#include "common/text.h"
#include "event/json_args.h"

static const uint64_t most = 1ULL << 53;

void bridge_json_text(struct bridge_json *json, const void *data, size_t len)
{
	struct bridge_value value;
	const int err = bridge_values_text(&json->values, data, len, &value);

	if (err && !json->out.error)
		json->out.error = err;
	jsonl_text(&json->line, err ? "" : value.text, err ? 0 : value.len);
}

static void put_digits(struct bridge_json *json, const char *sign, uint64_t n)
{
	char text[OUT_NUMBER + 2];
	const size_t len = (size_t)snprintf(text, sizeof(text), "%s%llu", sign,
					    (unsigned long long)n);

	jsonl_text(&json->line, text, len);
}

void bridge_json_unsigned(struct bridge_json *json, uint64_t number)
{
	if (number <= most)
		jsonl_unsigned(&json->line, number);
	else
		put_digits(json, "", number);
}

void bridge_json_signed(struct bridge_json *json, int64_t number)
{
	const uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;

	if (size <= most)
		jsonl_signed(&json->line, number);
	else
		put_digits(json, number < 0 ? "-" : "", size);
}

void bridge_json_float(struct bridge_json *json, double number, bool is_narrow)
{
	json_args_put_float(&json->line, number, is_narrow);
}

static void put_address(struct bridge_json *json, uint64_t address)
{
	char text[TEXT_MAX];

	jsonl_text(&json->line, text, text_hex(text, address));
}

void bridge_json_value(struct bridge_json *json,
		       const struct bridge_value *value)
{
	switch (value->kind) {
	case BRIDGE_UNSIGNED:
		bridge_json_unsigned(json, value->as.u);
		break;
	case BRIDGE_SIGNED:
		bridge_json_signed(json, value->as.s);
		break;
	case BRIDGE_FLOAT:
		bridge_json_float(json, value->as.f, value->is_narrow);
		break;
	case BRIDGE_BOOL:
		jsonl_bool(&json->line, value->as.u);
		break;
	case BRIDGE_ADDRESS:
		put_address(json, value->as.u);
		break;
	case BRIDGE_TEXT_VALUE:
		jsonl_text(&json->line, value->text, value->len);
	}
}

static void put_element(struct bridge_json *json,
			const struct posix_trace_value_np *field, size_t index)
{
	struct bridge_value value;
	const int err = bridge_values_get(&json->values, field, index, &value);

	if (!err)
		bridge_json_value(json, &value);
	else
		jsonl_digits(&json->line, "null");
	if (err && err != EINVAL && !json->out.error)
		json->out.error = err;
}

void bridge_json_field(struct bridge_json *json,
		       const struct posix_trace_value_np *field)
{
	if (field->field->kind == POSIX_TRACE_FIELD_TEXT_NP ||
	    !(field->field->flags & POSIX_TRACE_FIELD_ARRAY_NP)) {
		put_element(json, field, 0);
		return;
	}
	jsonl_open_array(&json->line);
	for (size_t i = 0; i < field->count; i++)
		put_element(json, field, i);
	jsonl_close_array(&json->line);
}

void bridge_json_put_text(struct bridge_json *json, const char *key,
			  const char *text)
{
	jsonl_key(&json->line, key);
	bridge_json_text(json, text, strlen(text));
}

/* Beginning and end */

static int write_block(void *arg, const char *data, size_t len)
{
	struct bridge_json *json = arg;

	return json->output->write(json->output, data, len);
}

int bridge_json_init(struct bridge_json *json, struct bridge *bridge)
{
	struct pxt_export *export = bridge->export;
	int err;

	bridge_values_init(&json->values, bridge);
	json->output = export->out;
	out_init_taker(&json->out, write_block, json);
	err = jsonl_init(&json->line, &json->out);
	return err == ENOTSUP ?
		       pxt_export_refuse(
			       export,
			       "built without yajl, which writes JSON") :
		       err;
}

void bridge_json_fini(struct bridge_json *json)
{
	jsonl_fini(&json->line);
	bridge_values_fini(&json->values);
}

int bridge_json_flush(struct bridge_json *json)
{
	return out_flush(&json->out);
}
