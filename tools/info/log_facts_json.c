/*
 * log_facts_json.c - what there is to know of a log, as JSON
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/jsonl.h"
#include "common/stamp.h"
#include "common/text.h"
#include "info/log_facts.h"
#include "source/damage_notes.h"

static bool is_utf8(const char *text, size_t len)
{
	const uint8_t *at = (const uint8_t *)text, *end = at + len;
	uint32_t code;
	size_t size;

	for (; at < end; at += size) {
		size = text_utf8(at, end, &code);
		if (!size)
			return false;
	}
	return true;
}

/* Also what somebody else chose: JSON has a way to write all characters, but
 * there may be bytes that are none. */
static void put_text(struct jsonl *json, const char *key, const char *text)
{
	const size_t len = strlen(text);

	jsonl_key(json, key);
	if (is_utf8(text, len))
		jsonl_text(json, text, len);
	else
		jsonl_bytes(json, text, len);
}

static void put_number(struct jsonl *json, const char *key,
		       unsigned long long number)
{
	jsonl_key(json, key);
	jsonl_unsigned(json, number);
}

static void put_double(struct jsonl *json, const char *key, double number)
{
	char digits[32];

	if (!isfinite(number))
		return;
	snprintf(digits, sizeof(digits), "%.17g", number);
	jsonl_key(json, key);
	jsonl_digits(json, digits);
}

static void put_bool(struct jsonl *json, const char *key, bool is)
{
	jsonl_key(json, key);
	jsonl_bool(json, is);
}

static void put_signed(struct jsonl *json, const char *key, long long number)
{
	jsonl_key(json, key);
	jsonl_signed(json, number);
}

static void put_time(struct jsonl *json, const char *key,
		     const struct timespec *time)
{
	put_signed(json, key, stamp_ns(time));
}

static void put_sync(struct jsonl *json, const struct posix_trace_log_np *log)
{
	if (log->clock_sync == POSIX_TRACE_SYNC_UNKNOWN_NP)
		return;
	put_bool(json, "clock_synchronised",
		 log->clock_sync == POSIX_TRACE_SYNC_KEPT_NP);
	if (log->clock_sync != POSIX_TRACE_SYNC_KEPT_NP)
		return;
	put_signed(json, "clock_offset_ns", log->clock_offset_ns);
	put_number(json, "clock_error_ns", log->clock_error_ns);
}

static void put_made_of(struct jsonl *json, const struct log_facts *facts)
{
	struct posix_trace_origin_np origin;
	char uuid[LOG_FACTS_UUID];

	if (!log_facts_origin(facts, 1, &origin))
		return;
	jsonl_key(json, "origins");
	jsonl_open_array(json);
	for (unsigned i = 1; log_facts_origin(facts, i, &origin); i++) {
		log_facts_uuid(origin.uuid, uuid);
		jsonl_open_object(json);
		put_text(json, "uuid", uuid);
		put_text(json, "host", origin.host);
		put_text(json, "system", origin.system);
		put_signed(json, "offset_ns", origin.offset_ns);
		put_number(json, "error_ns", origin.error_ns);
		jsonl_close_object(json);
	}
	jsonl_close_array(json);
}

static void put_origin(struct jsonl *json, const struct log_facts *facts)
{
	char uuid[LOG_FACTS_UUID];

	log_facts_uuid(facts->log.uuid, uuid);
	put_number(json, "version", facts->log.version);
	put_text(json, "uuid", uuid);
	put_text(json, "generation", facts->generation);
	put_text(json, "host", facts->log.host);
	put_text(json, "system", facts->log.system);
	put_number(json, "pid", (unsigned)facts->log.target);
	put_text(json, "comm", facts->comm);
	put_text(json, "command", facts->command);
	put_text(json, "clock", log_facts_clock(facts));
	put_double(json, "tick_ns", facts->log.tick_ns);
	put_sync(json, &facts->log);
	put_made_of(json, facts);
}

static void put_stream(struct jsonl *json, const struct log_facts *facts)
{
	put_text(json, "stream", facts->name);
	put_text(json, "stream_policy", log_facts_stream_policy(facts));
	put_number(json, "stream_bytes", facts->stream_size);
	put_text(json, "log_policy", log_facts_log_policy(facts));
	if (facts->log_size)
		put_number(json, "log_max_bytes", facts->log_size);
	put_text(json, "inheritance", log_facts_inheritance(facts));
	put_number(json, "max_data_bytes", facts->max_data);
}

static void put_times(struct jsonl *json, const struct log_facts *facts)
{
	put_time(json, "created", &facts->created);
	if (!facts->has_events)
		return;
	put_time(json, "first", &facts->first);
	put_time(json, "last", &facts->last);
	put_signed(json, "duration_ns",
		   stamp_ns(&facts->last) - stamp_ns(&facts->first));
}

static void put_damage(struct jsonl *json, const struct log_facts *facts)
{
	char what[sizeof(facts->damage.what)];

	jsonl_key(json, "damage");
	jsonl_open_object(json);
	put_number(json, "count", facts->damage.count);
	if (facts->damage.count) {
		text_tame(what, sizeof(what), facts->damage.what);
		put_number(json, "offset", facts->damage.offset);
		put_text(json, "what", what);
	}
	jsonl_close_object(json);
}

/* Objects */

static void put_place(const struct pxt_trace_damage *damage, void *argument)
{
	struct jsonl *json = argument;

	jsonl_open_object(json);
	put_number(json, "offset", damage->offset);
	put_number(json, "length", damage->len);
	put_text(json, "what", damage->why);
	jsonl_close_object(json);
}

void log_facts_put_places(struct jsonl *json, struct source *source,
			  unsigned origin)
{
	put_number(json, "count", damage_notes_count(source, origin));
	jsonl_key(json, "places");
	jsonl_open_array(json);
	damage_notes_list(source, origin, put_place, json);
	jsonl_close_array(json);
}

struct listing {
	struct jsonl *json;
	unsigned origin;
	bool any;
};

static void begin_entry(struct listing *listing, const char *name)
{
	if (!listing->any) {
		jsonl_key(listing->json, name);
		jsonl_open_array(listing->json);
	}
	listing->any = true;
	jsonl_open_object(listing->json);
	if (listing->origin)
		put_number(listing->json, "origin", listing->origin);
}

static void put_note(struct listing *listing,
		     const struct posix_trace_note_np *note)
{
	begin_entry(listing, "notes");
	put_text(listing->json, "key", note->key);
	put_text(listing->json, "value", note->value);
	jsonl_close_object(listing->json);
}

static void put_object(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct listing *listing = argument;
	struct jsonl *json = listing->json;
	char address[32];

	snprintf(address, sizeof(address), "0x%llx", object->address);
	begin_entry(listing, "objects");
	put_number(json, "pid", (unsigned)object->pid);
	put_text(json, "kind", object->kind);
	put_text(json, "name", object->name);
	put_text(json, "address", address);
	put_text(json, "details", object->details);
	if (object->since.tv_sec || object->since.tv_nsec)
		put_time(json, "since", &object->since);
	jsonl_close_object(json);
}

void log_facts_put_objects(struct jsonl *json, struct source *source)
{
	struct listing notes = { .json = json }, objects = { .json = json };
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

static void put_damage_before(struct jsonl *json, struct source *source)
{
	struct listing places = { .json = json };
	struct source_origin origin;

	for (; !source_get_origin(source, places.origin, &origin);
	     places.origin++) {
		if (!damage_notes_count(source, places.origin))
			continue;
		begin_entry(&places, "damage_before");
		log_facts_put_places(json, source, places.origin);
		jsonl_close_object(json);
	}
	if (places.any)
		jsonl_close_array(json);
}

static void put_facts(struct jsonl *json, const struct log_facts *facts,
		      const char *file)
{
	jsonl_open_object(json);
	put_text(json, "file", file);
	put_origin(json, facts);
	put_stream(json, facts);
	put_times(json, facts);
	put_number(json, "bytes", facts->bytes);
	put_number(json, "chunks", facts->count.chunks);
	put_number(json, "events", facts->count.events);
	if (facts->verified) {
		put_number(json, "losses", facts->losses);
		put_number(json, "uncounted", facts->uncounted);
	}
	put_number(json, "lost", facts->count.lost);
	put_bool(json, "complete", facts->log.complete);
	put_bool(json, "verified", facts->verified);
	put_damage(json, facts);
	put_damage_before(json, facts->source);
	log_facts_put_objects(json, facts->source);
	jsonl_close_object(json);
	jsonl_end_line(json);
}

int log_facts_put_json(const struct log_facts *facts, const char *file)
{
	struct out *out = malloc(sizeof(*out));
	struct jsonl json;
	int err;

	if (!out)
		return ENOMEM;
	out_init(out, STDOUT_FILENO);
	err = jsonl_init(&json, out);
	if (!err) {
		put_facts(&json, facts, file);
		jsonl_fini(&json);
		err = out_flush(out);
	}
	free(out);
	return err;
}
