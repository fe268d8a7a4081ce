/*
 * info_json.c - JSON shared by logs and captures
 */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "common/stamp.h"
#include "info/info_json.h"
#include "source/damage_notes.h"

static bool is_utf8(const char *text, size_t len)
{
	const uint8_t *at = (const uint8_t *)text, *end = at + len;
	uint32_t code;
	size_t size;

	for (; at < end; at += size) {
		size = pxt_utf8_take(at, end, &code);
		if (!size)
			return false;
	}
	return true;
}

/* The text may be untrusted: JSON can express all characters, but not invalid
 * bytes. */
void info_json_text(struct jsonl *json, const char *key, const char *text)
{
	const size_t len = strlen(text);

	jsonl_key(json, key);
	if (is_utf8(text, len))
		jsonl_text(json, text, len);
	else
		jsonl_bytes(json, text, len);
}

void info_json_times(struct jsonl *json, const struct timespec *first,
		     const struct timespec *last)
{
	jsonl_put_signed(json, "first", stamp_ns(first));
	jsonl_put_signed(json, "last", stamp_ns(last));
	jsonl_put_signed(json, "duration_ns", stamp_ns(last) - stamp_ns(first));
}

static void put_place(const struct pxt_trace_damage *damage, void *argument)
{
	struct jsonl *json = argument;

	jsonl_open_object(json);
	jsonl_put_unsigned(json, "offset", damage->offset);
	jsonl_put_unsigned(json, "length", damage->len);
	info_json_text(json, "what", damage->why);
	jsonl_close_object(json);
}

void info_json_places(struct jsonl *json, struct source *source,
		      unsigned origin)
{
	jsonl_put_unsigned(json, "count", damage_notes_count(source, origin));
	jsonl_key(json, "places");
	jsonl_open_array(json);
	damage_notes_list(source, origin, put_place, json);
	jsonl_close_array(json);
}

void info_json_begin_entry(struct info_json_list *listing, const char *name)
{
	if (!listing->any) {
		jsonl_key(listing->json, name);
		jsonl_open_array(listing->json);
	}
	listing->any = true;
	jsonl_open_object(listing->json);
	if (listing->origin)
		jsonl_put_unsigned(listing->json, "origin", listing->origin);
}

static void put_note(struct info_json_list *listing,
		     const struct posix_trace_note_np *note)
{
	info_json_begin_entry(listing, "notes");
	info_json_text(listing->json, "key", note->key);
	info_json_text(listing->json, "value", note->value);
	jsonl_close_object(listing->json);
}

static void put_object(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct info_json_list *listing = argument;
	struct jsonl *json = listing->json;
	char address[32];

	snprintf(address, sizeof(address), "0x%llx", object->address);
	info_json_begin_entry(listing, "objects");
	jsonl_put_unsigned(json, "pid", (unsigned)object->pid);
	info_json_text(json, "kind", object->kind);
	info_json_text(json, "name", object->name);
	info_json_text(json, "address", address);
	info_json_text(json, "details", object->details);
	if (object->since.tv_sec || object->since.tv_nsec)
		jsonl_put_signed(json, "since", stamp_ns(&object->since));
	jsonl_close_object(json);
}

void info_json_objects(struct jsonl *json, struct source *source)
{
	struct info_json_list notes = { .json = json },
			      objects = { .json = json };
	struct posix_trace_note_np note;
	struct source_origin origin;

	for (; !source_get_origin(source, notes.origin, &origin);
	     notes.origin++)
		for (unsigned i = 0;
		     !source_get_note(source, notes.origin, i, &note); i++)
			if (!damage_notes_has(note.key))
				put_note(&notes, &note);
	if (notes.any)
		jsonl_close_array(json);
	for (; !source_get_origin(source, objects.origin, &origin);
	     objects.origin++)
		source_list_objects(source, objects.origin, put_object,
				    &objects);
	if (objects.any)
		jsonl_close_array(json);
}
