/*
 * args.c - fields of events as the arguments of a span
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/chrome/args.h"
#include "event/data.h"

static int append(struct args_text *to, const char *data, size_t len)
{
	if (pxt_array_reserve(&to->text, &to->room, to->len + len, 1))
		return ENOMEM;
	memcpy(to->text + to->len, data, len);
	to->len += len;
	return 0;
}

static int take(struct pxt_output *output, const void *data, size_t len)
{
	struct args *args = (struct args *)output;

	return append(&args->made, data, len);
}

int args_init(struct args *args, struct bridge *bridge)
{
	int err;

	*args = (struct args){ .output.write = take };
	err = bridge_json_init(&args->json, bridge);
	args->json.output = &args->output;
	return err;
}

void args_fini(struct args *args)
{
	bridge_json_fini(&args->json);
	free(args->made.text);
}

/* Members */

static unsigned count_fields(const struct bridge *bridge)
{
	return bridge->is_described ? bridge->fields->count : 0;
}

static void put_field(struct bridge_json *json, struct bridge *bridge,
		      unsigned index)
{
	const struct posix_trace_value_np *field =
		&bridge->fields->values[index];

	jsonl_key(&json->line, field->field->name);
	bridge_json_field(json, field);
}

static void put_rest(struct bridge_json *json)
{
	struct bridge_value value;
	const int err = bridge_values_rest(&json->values, &value);

	if (err && err != ENODATA && !json->out.error)
		json->out.error = err;
	if (err)
		return;
	jsonl_key(&json->line, "data");
	bridge_json_value(json, &value);
}

static bool has_place(const struct args *args, const struct bridge *bridge)
{
	return args->has_places && bridge->item->info.posix_prog_address;
}

static void put_place(struct bridge_json *json, struct bridge *bridge)
{
	char place[BRIDGE_TEXT];

	bridge_place(bridge, place);
	bridge_json_put_text(json, "place", place);
}

bool args_are_there(const struct args *args, const struct bridge *bridge)
{
	return bridge->item->data_len || has_place(args, bridge);
}

void args_put(const struct args *args, struct bridge_json *json)
{
	struct bridge *bridge = json->values.bridge;

	for (unsigned i = 0; i < count_fields(bridge); i++)
		put_field(json, bridge, i);
	put_rest(json);
	if (data_is_cut(bridge->item))
		jsonl_put_bool(&json->line, "cut", true);
	if (has_place(args, bridge))
		put_place(json, bridge);
}

/* Texts of them */

static void begin(struct args *args)
{
	args->made.len = 0;
	args->json.line.mark = '\0';
}

int args_keep(struct args *args, struct args_text *text)
{
	int err;

	begin(args);
	args_put(args, &args->json);
	err = bridge_json_flush(&args->json);
	text->len = 0;
	return err ? err : append(text, args->made.text, args->made.len);
}

/* A quotation mark inside of a text is escaped: so what looks like a member is
 * one. */
static bool has(const struct args_text *text, const char *member, size_t len)
{
	const char *at = text->text, *end = at + text->len;

	while (len && at < end) {
		at = memmem(at, (size_t)(end - at), member, len);
		if (!at)
			return false;
		at += len;
		if (at == end || *at == ',' || member[len - 1] == ':')
			return true;
	}
	return false;
}

/* Appends the member that was made: "who":7 */
static int add_made(struct args *args, struct args_text *text)
{
	const struct args_text *made = &args->made;
	const char *colon;
	bool is_other;
	int err = 0;

	if (!made->len || has(text, made->text, made->len))
		return 0;
	colon = memchr(made->text, ':', made->len);
	is_other = has(text, made->text, (size_t)(colon + 1 - made->text));
	if (text->len)
		err = append(text, ",", 1);
	if (!err)
		err = append(text, is_other ? "\"end_" : "\"",
			     is_other ? 5 : 1);
	return err ? err : append(text, made->text + 1, made->len - 1);
}

static int end_member(struct args *args, struct args_text *text)
{
	int err;

	err = bridge_json_flush(&args->json);
	return err ? err : add_made(args, text);
}

int args_add(struct args *args, struct args_text *text)
{
	struct bridge *bridge = args->json.values.bridge;
	int err = 0;

	for (unsigned i = 0; i < count_fields(bridge) && !err; i++) {
		begin(args);
		put_field(&args->json, bridge, i);
		err = end_member(args, text);
	}
	begin(args);
	if (!err)
		put_rest(&args->json);
	if (!err)
		err = end_member(args, text);
	begin(args);
	if (!err && has_place(args, bridge))
		put_place(&args->json, bridge);
	return err ? err : end_member(args, text);
}
