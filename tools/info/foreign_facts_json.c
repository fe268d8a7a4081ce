/*
 * foreign_facts_json.c - facts about a foreign trace, as JSON
 */
#include <string.h>

#include "info/foreign_facts.h"
#include "info/info_json.h"

/* Other bytes than text are added in base64. */
static void put_text(struct jsonl *json, const char *key, const char *text)
{
	jsonl_key(json, key);
	jsonl_bytes(json, text, strlen(text));
}

static void put_times(struct jsonl *json, const struct foreign_facts *facts)
{
	jsonl_put_bool(json, "own_time", facts->is_own_time);
	if (facts->has_items)
		info_json_times(json, &facts->first, &facts->last);
}

static void put_damage(struct jsonl *json, const struct foreign_facts *facts)
{
	jsonl_key(json, "damage");
	jsonl_open_object(json);
	info_json_places(json, facts->source, 0);
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
		jsonl_put_unsigned(json, "events", facts->type[i]);
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
		jsonl_put_signed(json, "pid", at->pid);
		jsonl_put_signed(json, "tid", at->tid);
		if (!source_get_thread(facts->source, 0, at->pid, at->tid, name,
				       sizeof(name)))
			put_text(json, "name", name);
		jsonl_put_unsigned(json, "events", at->events);
		jsonl_close_object(json);
	}
	jsonl_close_array(json);
}

struct named_facts {
	const struct foreign_facts *facts;
	const char *file;
};

static void put_facts(struct jsonl *json, const void *argument)
{
	const struct named_facts *named = argument;
	const struct foreign_facts *facts = named->facts;
	const struct pxt_format *format = source_foreign_format(facts->source);

	put_text(json, "file", named->file);
	put_text(json, "format", format->name);
	put_text(json, "system", facts->origin.system);
	put_times(json, facts);
	jsonl_put_unsigned(json, "bytes", facts->bytes);
	jsonl_put_unsigned(json, "events", facts->events);
	jsonl_put_unsigned(json, "losses", facts->losses);
	jsonl_put_unsigned(json, "uncounted", facts->uncounted);
	jsonl_put_unsigned(json, "lost", facts->lost);
	put_damage(json, facts);
	put_types(json, facts);
	put_threads(json, facts);
	info_json_objects(json, facts->source);
}

int foreign_facts_print_json(const struct foreign_facts *facts,
			     const char *file)
{
	const struct named_facts named = { facts, file };

	return jsonl_print(put_facts, &named);
}
