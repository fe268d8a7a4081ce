/*
 * log_facts_json.c - facts about a log, as JSON
 */
#include <math.h>
#include <stdio.h>

#include "common/stamp.h"
#include "common/text.h"
#include "info/info_json.h"
#include "info/log_facts.h"
#include "source/damage_notes.h"

static void put_double(struct jsonl *json, const char *key, double number)
{
	char digits[32];

	if (!isfinite(number))
		return;
	snprintf(digits, sizeof(digits), "%.17g", number);
	jsonl_key(json, key);
	jsonl_digits(json, digits);
}

static void put_sync(struct jsonl *json, const struct posix_trace_log_np *log)
{
	if (log->clock_sync == POSIX_TRACE_SYNC_UNKNOWN_NP)
		return;
	jsonl_put_bool(json, "clock_synchronised",
		       log->clock_sync == POSIX_TRACE_SYNC_KEPT_NP);
	if (log->clock_sync != POSIX_TRACE_SYNC_KEPT_NP)
		return;
	jsonl_put_signed(json, "clock_offset_ns", log->clock_offset_ns);
	jsonl_put_unsigned(json, "clock_error_ns", log->clock_error_ns);
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
		if (!log_facts_knows(&origin))
			continue;
		log_facts_uuid(origin.uuid, uuid);
		jsonl_open_object(json);
		info_json_text(json, "uuid", uuid);
		info_json_text(json, "host", origin.host);
		info_json_text(json, "system", origin.system);
		jsonl_put_signed(json, "offset_ns", origin.offset_ns);
		jsonl_put_unsigned(json, "error_ns", origin.error_ns);
		jsonl_close_object(json);
	}
	jsonl_close_array(json);
}

static void put_origin(struct jsonl *json, const struct log_facts *facts)
{
	char uuid[LOG_FACTS_UUID];

	log_facts_uuid(facts->log.uuid, uuid);
	jsonl_put_unsigned(json, "version", facts->log.version);
	info_json_text(json, "uuid", uuid);
	info_json_text(json, "generation", facts->generation);
	info_json_text(json, "host", facts->log.host);
	info_json_text(json, "system", facts->log.system);
	jsonl_put_unsigned(json, "pid", (unsigned)facts->log.target);
	info_json_text(json, "comm", facts->comm);
	info_json_text(json, "command", facts->command);
	info_json_text(json, "clock", log_facts_clock(facts));
	put_double(json, "tick_ns", facts->log.tick_ns);
	put_sync(json, &facts->log);
	put_made_of(json, facts);
}

static void put_stream(struct jsonl *json, const struct log_facts *facts)
{
	info_json_text(json, "stream", facts->name);
	info_json_text(json, "stream_policy", log_facts_stream_policy(facts));
	jsonl_put_unsigned(json, "stream_bytes", facts->stream_size);
	info_json_text(json, "log_policy", log_facts_log_policy(facts));
	if (facts->log_size)
		jsonl_put_unsigned(json, "log_max_bytes", facts->log_size);
	info_json_text(json, "inheritance", log_facts_inheritance(facts));
	jsonl_put_unsigned(json, "max_data_bytes", facts->max_data);
}

static void put_compression(struct jsonl *json, const struct log_facts *facts)
{
	info_json_text(json, "compression", log_facts_compression(facts));
	jsonl_put_unsigned(json, "event_bytes", facts->count.event_bytes);
	jsonl_put_unsigned(json, "stored_bytes", facts->count.stored_bytes);
	if (log_facts_ratio(facts) > 0)
		put_double(json, "compression_ratio", log_facts_ratio(facts));
}

static void put_in_all(struct jsonl *json,
		       const struct posix_trace_count_np *count)
{
	jsonl_put_unsigned(json, "overwritten", count->overwritten);
	if (!count->has_end)
		return;
	jsonl_put_unsigned(json, "events_in_all", count->events_in_all);
	jsonl_put_unsigned(json, "lost_in_all", count->lost_in_all);
}

static void put_times(struct jsonl *json, const struct log_facts *facts)
{
	jsonl_put_signed(json, "created", stamp_ns(&facts->created));
	if (!facts->has_events)
		return;
	info_json_times(json, &facts->first, &facts->last);
}

static void put_damage(struct jsonl *json, const struct log_facts *facts)
{
	char what[sizeof(facts->damage.what)];

	jsonl_key(json, "damage");
	jsonl_open_object(json);
	jsonl_put_unsigned(json, "count", facts->damage.count);
	if (facts->damage.count) {
		text_tame(what, sizeof(what), facts->damage.what);
		jsonl_put_unsigned(json, "offset", facts->damage.offset);
		info_json_text(json, "what", what);
	}
	jsonl_close_object(json);
}

static void put_damage_before(struct jsonl *json, struct source *source)
{
	struct info_json_list places = { .json = json };
	struct source_origin origin;

	for (; !source_get_origin(source, places.origin, &origin);
	     places.origin++) {
		if (!damage_notes_count(source, places.origin))
			continue;
		info_json_begin_entry(&places, "damage_before");
		info_json_places(json, source, places.origin);
		jsonl_close_object(json);
	}
	if (places.any)
		jsonl_close_array(json);
}

struct named_facts {
	const struct log_facts *facts;
	const char *file;
};

static void put_facts(struct jsonl *json, const void *argument)
{
	const struct named_facts *named = argument;
	const struct log_facts *facts = named->facts;

	info_json_text(json, "file", named->file);
	put_origin(json, facts);
	put_stream(json, facts);
	put_times(json, facts);
	jsonl_put_unsigned(json, "bytes", facts->bytes);
	jsonl_put_unsigned(json, "chunks", facts->count.chunks);
	put_compression(json, facts);
	put_in_all(json, &facts->count);
	jsonl_put_unsigned(json, "events", facts->count.events);
	if (facts->verified) {
		jsonl_put_unsigned(json, "losses", facts->losses);
		jsonl_put_unsigned(json, "uncounted", facts->uncounted);
	}
	jsonl_put_unsigned(json, "lost", facts->count.lost);
	jsonl_put_bool(json, "complete", facts->log.complete);
	jsonl_put_bool(json, "verified", facts->verified);
	put_damage(json, facts);
	put_damage_before(json, facts->source);
	info_json_objects(json, facts->source);
}

int log_facts_print_json(const struct log_facts *facts, const char *file)
{
	const struct named_facts named = { facts, file };

	return jsonl_print(put_facts, &named);
}
