/*
 * facts_json.c - what there is to know of a log, as JSON
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#ifdef HAVE_YAJL
#include <yajl/yajl_gen.h>
#endif

#include "common/stamp.h"
#include "common/text.h"
#include "source/facts.h"

#ifdef HAVE_YAJL

static void put_key(yajl_gen gen, const char *key)
{
	yajl_gen_string(gen, (const unsigned char *)key, strlen(key));
}

static void put_text(yajl_gen gen, const char *key, const char *text)
{
	put_key(gen, key);
	yajl_gen_string(gen, (const unsigned char *)text, strlen(text));
}

static void put_number(yajl_gen gen, const char *key, unsigned long long number)
{
	char text[24];
	int len = snprintf(text, sizeof(text), "%llu", number);

	put_key(gen, key);
	yajl_gen_number(gen, text, (size_t)len);
}

static void put_bool(yajl_gen gen, const char *key, bool is)
{
	put_key(gen, key);
	yajl_gen_bool(gen, is);
}

static void put_time(yajl_gen gen, const char *key, const struct timespec *time)
{
	put_key(gen, key);
	yajl_gen_integer(gen, stamp_ns(time));
}

static void put_sync(yajl_gen gen, const struct posix_trace_log_np *log)
{
	if (log->clock_sync == POSIX_TRACE_SYNC_UNKNOWN_NP)
		return;
	put_bool(gen, "clock_synchronised",
		 log->clock_sync == POSIX_TRACE_SYNC_KEPT_NP);
	if (log->clock_sync != POSIX_TRACE_SYNC_KEPT_NP)
		return;
	put_key(gen, "clock_offset_ns");
	yajl_gen_integer(gen, log->clock_offset_ns);
	put_number(gen, "clock_error_ns", log->clock_error_ns);
}

static void put_made_of(yajl_gen gen, const struct facts *facts)
{
	struct posix_trace_origin_np origin;
	char uuid[FACTS_UUID];

	if (!facts_origin(facts, 1, &origin))
		return;
	put_key(gen, "origins");
	yajl_gen_array_open(gen);
	for (unsigned i = 1; facts_origin(facts, i, &origin); i++) {
		facts_uuid(origin.uuid, uuid);
		yajl_gen_map_open(gen);
		put_text(gen, "uuid", uuid);
		put_text(gen, "host", origin.host);
		put_text(gen, "system", origin.system);
		put_key(gen, "offset_ns");
		yajl_gen_integer(gen, origin.offset_ns);
		put_number(gen, "error_ns", origin.error_ns);
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
}

static void put_origin(yajl_gen gen, const struct facts *facts)
{
	char uuid[FACTS_UUID];

	facts_uuid(facts->log.uuid, uuid);
	put_number(gen, "version", facts->log.version);
	put_text(gen, "uuid", uuid);
	put_text(gen, "generation", facts->generation);
	put_text(gen, "host", facts->log.host);
	put_text(gen, "system", facts->log.system);
	put_number(gen, "pid", (unsigned)facts->log.target);
	put_text(gen, "comm", facts->comm);
	put_text(gen, "command", facts->command);
	put_text(gen, "clock", facts_clock(facts));
	put_key(gen, "tick_ns");
	yajl_gen_double(gen, facts->log.tick_ns);
	put_sync(gen, &facts->log);
	put_made_of(gen, facts);
}

static void put_stream(yajl_gen gen, const struct facts *facts)
{
	put_text(gen, "stream", facts->name);
	put_text(gen, "stream_policy", facts_stream_policy(facts));
	put_number(gen, "stream_bytes", facts->stream_size);
	put_text(gen, "log_policy", facts_log_policy(facts));
	if (facts->log_size)
		put_number(gen, "log_max_bytes", facts->log_size);
	put_text(gen, "inheritance", facts_inheritance(facts));
	put_number(gen, "max_data_bytes", facts->max_data);
}

static void put_times(yajl_gen gen, const struct facts *facts)
{
	put_time(gen, "created", &facts->created);
	if (!facts->has_events)
		return;
	put_time(gen, "first", &facts->first);
	put_time(gen, "last", &facts->last);
	put_key(gen, "duration_ns");
	yajl_gen_integer(gen, stamp_ns(&facts->last) - stamp_ns(&facts->first));
}

static void put_damage(yajl_gen gen, const struct facts *facts)
{
	char what[sizeof(facts->damage.what)];

	put_key(gen, "damage");
	yajl_gen_map_open(gen);
	put_number(gen, "count", facts->damage.count);
	if (facts->damage.count) {
		text_tame(what, sizeof(what), facts->damage.what);
		put_number(gen, "offset", facts->damage.offset);
		put_text(gen, "what", what);
	}
	yajl_gen_map_close(gen);
}

/* Registry */

/* What somebody else chose: JSON has a way to write all characters, but there
 * may be bytes that are none. */
static void put_any(yajl_gen gen, const char *key, const char *text)
{
	char valid[POSIX_TRACE_OBJECT_DETAILS_MAX_NP + 1];
	const uint8_t *at = (const uint8_t *)text;
	const uint8_t *end = at + strnlen(text, sizeof(valid) - 1);
	size_t len = 0;

	while (at < end) {
		uint32_t code;
		const size_t size = text_utf8(at, end, &code);

		if (size)
			memcpy(valid + len, at, size);
		else
			valid[len] = '?';
		len += size ? size : 1;
		at += size ? size : 1;
	}
	valid[len] = '\0';
	put_text(gen, key, valid);
}

struct listing {
	yajl_gen gen;
	unsigned origin;
	bool any;
};

static void begin_entry(struct listing *listing, const char *name)
{
	if (!listing->any) {
		put_key(listing->gen, name);
		yajl_gen_array_open(listing->gen);
	}
	listing->any = true;
	yajl_gen_map_open(listing->gen);
	if (listing->origin)
		put_number(listing->gen, "origin", listing->origin);
}

static void put_note(struct listing *listing,
		     const struct posix_trace_note_np *note)
{
	begin_entry(listing, "notes");
	put_any(listing->gen, "key", note->key);
	put_any(listing->gen, "value", note->value);
	yajl_gen_map_close(listing->gen);
}

static void put_object(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct listing *listing = argument;
	yajl_gen gen = listing->gen;
	char address[32];

	snprintf(address, sizeof(address), "0x%llx", object->address);
	begin_entry(listing, "objects");
	put_number(gen, "pid", (unsigned)object->pid);
	put_any(gen, "kind", object->kind);
	put_any(gen, "name", object->name);
	put_text(gen, "address", address);
	put_any(gen, "details", object->details);
	if (object->since.tv_sec || object->since.tv_nsec)
		put_time(gen, "since", &object->since);
	yajl_gen_map_close(gen);
}

void facts_put_registry(void *to, struct source *source)
{
	yajl_gen gen = to;
	struct listing notes = { .gen = gen }, objects = { .gen = gen };
	struct posix_trace_note_np note;
	struct source_origin origin;

	for (; !source_get_origin(source, notes.origin, &origin);
	     notes.origin++)
		for (unsigned i = 0; !source_get_note(source, notes.origin, i,
						      &note);
		     i++)
			put_note(&notes, &note);
	if (notes.any)
		yajl_gen_array_close(gen);
	for (; !source_get_origin(source, objects.origin, &origin);
	     objects.origin++)
		source_list_objects(source, objects.origin, put_object,
				    &objects);
	if (objects.any)
		yajl_gen_array_close(gen);
}

/* The name of a file may be any bytes. */
static void put_file(yajl_gen gen, const char *file)
{
	char name[4096];

	text_tame(name, sizeof(name), file);
	put_text(gen, "file", name);
}

static void put_facts(yajl_gen gen, const struct facts *facts, const char *file)
{
	yajl_gen_map_open(gen);
	put_file(gen, file);
	put_origin(gen, facts);
	put_stream(gen, facts);
	put_times(gen, facts);
	put_number(gen, "bytes", facts->bytes);
	put_number(gen, "chunks", facts->count.chunks);
	put_number(gen, "events", facts->count.events);
	put_number(gen, "lost", facts->count.lost);
	put_bool(gen, "complete", facts->log.complete);
	put_bool(gen, "verified", facts->verified);
	put_damage(gen, facts);
	facts_put_registry(gen, facts->source);
	yajl_gen_map_close(gen);
}

int facts_put_json(const struct facts *facts, const char *file)
{
	const unsigned char *text;
	yajl_gen gen = yajl_gen_alloc(NULL);
	size_t len;
	int err = ENOMEM;

	if (!gen)
		return err;
	put_facts(gen, facts, file);
	if (yajl_gen_get_buf(gen, &text, &len) == yajl_gen_status_ok) {
		printf("%s\n", (const char *)text);
		err = 0;
	}
	yajl_gen_free(gen);
	return err;
}

#else

int facts_put_json(const struct facts *facts, const char *file)
{
	(void)facts;
	(void)file;
	return ENOTSUP;
}

void facts_put_registry(void *gen, struct source *source)
{
	(void)gen;
	(void)source;
}

#endif
