/*
 * foreign_facts_json.c - what there is to know of a foreign trace, as JSON
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/jsonl.h"
#include "common/stamp.h"
#include "info/foreign_facts.h"
#include "info/log_facts.h"

static void put_text(struct jsonl *json, const char *key, const char *text)
{
	jsonl_key(json, key);
	jsonl_bytes(json, text, strlen(text));
}

static void put_number(struct jsonl *json, const char *key,
		       unsigned long long number)
{
	jsonl_key(json, key);
	jsonl_unsigned(json, number);
}

static void put_times(struct jsonl *json, const struct foreign_facts *facts)
{
	jsonl_key(json, "own_time");
	jsonl_bool(json, facts->is_own_time);
	if (!facts->has_items)
		return;
	jsonl_key(json, "first");
	jsonl_signed(json, stamp_ns(&facts->first));
	jsonl_key(json, "last");
	jsonl_signed(json, stamp_ns(&facts->last));
	jsonl_key(json, "duration_ns");
	jsonl_signed(json, stamp_ns(&facts->last) - stamp_ns(&facts->first));
}

static void put_damage(struct jsonl *json, const struct foreign_facts *facts)
{
	jsonl_key(json, "damage");
	jsonl_open_object(json);
	log_facts_put_places(json, facts->source, 0);
	jsonl_close_object(json);
}

static void put_types(struct jsonl *json, const struct foreign_facts *facts)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	jsonl_key(json, "types");
	jsonl_open_array(json);
	for (trace_event_id_t i = 0; i < FOREIGN_FACTS_TYPES; i++) {
		if (!facts->type[i] || source_get_name(facts->source, i, name))
			continue;
		jsonl_open_object(json);
		put_text(json, "name", name);
		put_number(json, "events", facts->type[i]);
		jsonl_close_object(json);
	}
	jsonl_close_array(json);
}

static void put_threads(struct jsonl *json, const struct foreign_facts *facts)
{
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	jsonl_key(json, "threads");
	jsonl_open_array(json);
	for (size_t i = 0; i < facts->threads; i++) {
		const struct foreign_thread *at = &facts->thread[i];

		jsonl_open_object(json);
		jsonl_key(json, "pid");
		jsonl_signed(json, at->pid);
		jsonl_key(json, "tid");
		jsonl_signed(json, at->tid);
		if (!source_get_thread(facts->source, 0, at->pid, at->tid, name,
				       sizeof(name)))
			put_text(json, "name", name);
		put_number(json, "events", at->events);
		jsonl_close_object(json);
	}
	jsonl_close_array(json);
}

static void put(struct jsonl *json, const struct foreign_facts *facts,
		const char *file)
{
	const struct pxt_format *format = source_foreign_format(facts->source);

	jsonl_open_object(json);
	put_text(json, "file", file);
	put_text(json, "format", format->name);
	put_text(json, "system", facts->origin.system);
	put_times(json, facts);
	put_number(json, "bytes", facts->bytes);
	put_number(json, "events", facts->events);
	put_number(json, "losses", facts->losses);
	put_number(json, "uncounted", facts->uncounted);
	put_number(json, "lost", facts->lost);
	put_damage(json, facts);
	put_types(json, facts);
	put_threads(json, facts);
	log_facts_put_objects(json, facts->source);
	jsonl_close_object(json);
	jsonl_end_line(json);
}

int foreign_facts_print_json(const struct foreign_facts *facts,
			     const char *file)
{
	struct out *out = malloc(sizeof(*out));
	struct jsonl json;
	int err;

	if (!out)
		return ENOMEM;
	out_init(out, STDOUT_FILENO);
	err = jsonl_init(&json, out);
	if (!err) {
		put(&json, facts, file);
		jsonl_fini(&json);
		err = out_flush(out);
	}
	free(out);
	return err;
}
