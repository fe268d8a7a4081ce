/*
 * naming_rows.c - rows of what sections name: processes, threads, objects
 */
#include <string.h>

#include "ship/postgres/naming_rows.h"

enum { PROCESS = 3, THREAD = 9, OBJECT = 10 };

/* The rest of a payload; reading beyond it gives nothing. */
struct rest {
	const unsigned char *at;
	size_t len;
	bool is_cut;
};

static const unsigned char *take(struct rest *rest, size_t len)
{
	const unsigned char *at = rest->at;

	if (len > rest->len) {
		rest->is_cut = true;
		return NULL;
	}
	rest->at += len;
	rest->len -= len;
	return at;
}

static uint32_t take_u32(struct rest *rest)
{
	const unsigned char *at = take(rest, 4);

	return at ? section_u32(at) : 0;
}

static uint64_t take_u64(struct rest *rest)
{
	const unsigned char *at = take(rest, 8);

	return at ? section_u64(at) : 0;
}

static const char *take_text(struct rest *rest)
{
	const unsigned char *zero = memchr(rest->at, '\0', rest->len);
	const unsigned char *at;

	if (!zero) {
		rest->is_cut = true;
		return "";
	}
	at = take(rest, (size_t)(zero - rest->at) + 1);
	return at ? (const char *)at : "";
}

static void put_text(struct json_writer *writer, const char *key,
		     const char *text)
{
	json_rows_text(writer, key, text, strlen(text));
}

static void pass_modules(struct rest *rest, uint32_t count)
{
	enum { FIXED = 24 };

	while (count-- && !rest->is_cut) {
		const unsigned char *len;

		take(rest, FIXED);
		len = take(rest, 1);
		if (len)
			take(rest, *len);
		take_text(rest);
	}
}

static void put_process(struct json_rows *rows, struct json_writer *writer,
			struct rest rest, uint64_t number)
{
	const uint32_t pid = take_u32(&rest), modules = take_u32(&rest);
	const char *name = take_text(&rest), *command = take_text(&rest);
	struct jsonl *json;
	uint32_t origin;

	if (rest.is_cut)
		return;
	pass_modules(&rest, modules);
	origin = take_u32(&rest);
	json = json_rows_begin(rows, writer);
	jsonl_put_signed(json, "seq", (int64_t)number);
	jsonl_put_signed(json, "origin", (int32_t)origin);
	jsonl_put_signed(json, "pid", (int32_t)pid);
	put_text(writer, "comm", name);
	put_text(writer, "command", command);
	json_rows_end(rows, writer);
}

static void put_thread(struct json_rows *rows, struct json_writer *writer,
		       struct rest rest, uint64_t number)
{
	const uint32_t origin = take_u32(&rest), pid = take_u32(&rest);
	const uint32_t tid = take_u32(&rest);
	const char *name = take_text(&rest);
	struct jsonl *json;

	if (rest.is_cut)
		return;
	json = json_rows_begin(rows, writer);
	jsonl_put_signed(json, "seq", (int64_t)number);
	jsonl_put_signed(json, "origin", (int32_t)origin);
	jsonl_put_signed(json, "pid", (int32_t)pid);
	jsonl_put_signed(json, "tid", (int32_t)tid);
	put_text(writer, "tname", name);
	json_rows_end(rows, writer);
}

static void put_object(struct json_rows *rows, struct json_writer *writer,
		       struct rest rest, uint64_t number)
{
	const uint32_t origin = take_u32(&rest), pid = take_u32(&rest);
	const uint64_t address = take_u64(&rest), since = take_u64(&rest);
	const char *kind = take_text(&rest), *name = take_text(&rest);
	const char *details = take_text(&rest);
	struct jsonl *json;

	if (rest.is_cut)
		return;
	json = json_rows_begin(rows, writer);
	jsonl_put_signed(json, "seq", (int64_t)number);
	jsonl_put_signed(json, "origin", (int32_t)origin);
	jsonl_put_signed(json, "pid", (int32_t)pid);
	jsonl_put_unsigned(json, "address", address);
	jsonl_put_signed(json, "since", (int64_t)since);
	put_text(writer, "kind", kind);
	put_text(writer, "name", name);
	put_text(writer, "details", details);
	json_rows_end(rows, writer);
}

static void put_section(struct json_rows *rows, struct json_writer *writer,
			const struct section *section,
			const unsigned char *payload)
{
	struct jsonl *json = json_rows_begin(rows, writer);

	jsonl_put_signed(json, "seq", (int64_t)section->number);
	jsonl_put_signed(json, "type", (int32_t)section->type);
	json_rows_bytes(writer, "payload", payload, section->len);
	json_rows_end(rows, writer);
}

void naming_rows_add(struct naming_rows *rows, struct json_writer *writer,
		     const struct section *section,
		     const unsigned char *payload)
{
	const struct rest rest = { payload, section->len, false };

	put_section(&rows->sections, writer, section, payload);
	if (section->type == PROCESS)
		put_process(&rows->processes, writer, rest, section->number);
	else if (section->type == THREAD)
		put_thread(&rows->threads, writer, rest, section->number);
	else if (section->type == OBJECT)
		put_object(&rows->objects, writer, rest, section->number);
}

void naming_rows_clear(struct naming_rows *rows)
{
	json_rows_clear(&rows->sections);
	json_rows_clear(&rows->processes);
	json_rows_clear(&rows->threads);
	json_rows_clear(&rows->objects);
}

void naming_rows_fini(struct naming_rows *rows)
{
	json_rows_fini(&rows->sections);
	json_rows_fini(&rows->processes);
	json_rows_fini(&rows->threads);
	json_rows_fini(&rows->objects);
}
