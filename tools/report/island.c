/*
 * island.c - the JSON of a page
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/composition.h"
#include "common/jsonl.h"
#include "report/island.h"
#include "source/damage_texts.h"

enum { FORMAT = 1 };

struct island {
	struct collection *collection;
	struct out *page;
	struct out out; /* puts into the page what harms no page */
	struct jsonl line;
};

/* A "<" would begin an element of the page, or end this one. In JSON it is in
 * texts only. */
static int take(void *arg, const char *data, size_t len)
{
	struct island *island = arg;

	for (const char *end = data + len; data < end;) {
		const char *less = memchr(data, '<', (size_t)(end - data));
		const char *to = less ? less : end;

		out_bytes(island->page, data, (size_t)(to - data));
		if (less)
			out_text(island->page, "\\u003c");
		data = less ? less + 1 : end;
	}
	return island->page->error;
}

static void put_text(struct island *island, const char *text)
{
	jsonl_text(&island->line, text, strlen(text));
}

static void put_key_text(struct island *island, const char *key,
			 const char *text)
{
	jsonl_key(&island->line, key);
	put_text(island, text);
}

static void open_list(struct island *island, const char *key)
{
	jsonl_key(&island->line, key);
	jsonl_open_array(&island->line);
}

static void close_list(struct island *island)
{
	jsonl_close_array(&island->line);
}

static const char *text_of(const struct island *island, uint32_t text)
{
	return texts_get(&island->collection->bridge.names, text);
}

/* The whole */

static void put_pair(struct island *island, const char *key, int64_t from,
		     int64_t to)
{
	const int64_t start = island->collection->wanted->start_ns;

	open_list(island, key);
	jsonl_signed(&island->line, from - start);
	jsonl_signed(&island->line, to - start);
	close_list(island);
}

static void put_nothing(struct island *island, const char *key)
{
	jsonl_key(&island->line, key);
	jsonl_digits(&island->line, "null");
}

static void put_notes(struct island *island)
{
	const struct pxt_export *export = island->collection->bridge.export;
	char note[160];

	open_list(island, "notes");
	for (size_t i = 0; i < export->losses; i++) {
		snprintf(note, sizeof(note), "%s: %" PRIu64 " time%s",
			 export->loss[i].what, export->loss[i].count,
			 export->loss[i].count == 1 ? "" : "s");
		put_text(island, note);
	}
	close_list(island);
}

/* A list of places, and a count of all of them. */
enum { DAMAGE_LINES = 20 };

struct damage {
	struct island *island;
	unsigned lines;
};

static void put_damage_line(const char *text, void *argument)
{
	struct damage *damage = argument;

	if (damage->lines++ < DAMAGE_LINES)
		put_text(damage->island, text);
}

static void put_damage(struct island *island)
{
	struct damage damage = { .island = island };
	uint64_t places;

	open_list(island, "damage");
	places = damage_texts_list(island->collection->wanted->source,
				   put_damage_line, &damage);
	close_list(island);
	jsonl_put_unsigned(&island->line, "damage_places", places);
}

static void put_head(struct island *island)
{
	const struct collection *of = island->collection;
	struct jsonl *line = &island->line;
	char start[24];

	snprintf(start, sizeof(start), "%" PRId64, of->wanted->start_ns);
	jsonl_put_signed(line, "format", FORMAT);
	put_key_text(island, "start_ns", start);
	jsonl_put_bool(line, "elapsed", of->is_of_own_time);
	jsonl_put_bool(line, "utc", of->wanted->utc);
	jsonl_put_bool(line, "partial", of->wanted->is_part);
	jsonl_put_bool(line, "damaged", of->bridge.export->is_damaged);
	put_pair(island, "range", of->first_ns, of->last_ns);
	jsonl_put_unsigned(line, "events", of->events);
	if (!of->has_events)
		jsonl_put_unsigned(line, "left_out", of->wanted->most);
	jsonl_put_unsigned(line, "lost", of->losses.lost);
	jsonl_put_unsigned(line, "lost_unknown", of->losses.unknown);
	if (of->gap_to > of->gap_from)
		put_pair(island, "gap", of->gap_from, of->gap_to);
	else
		put_nothing(island, "gap");
}

/* Programs and hosts */

static int find_host(struct texts *hosts, struct bridge *bridge,
		     unsigned origin, uint32_t *number)
{
	const char *host = source_get_host(bridge->source, origin);
	char text[BRIDGE_TEXT];
	const size_t len =
		bridge_text(bridge, text, sizeof(text), host, strlen(host));

	return texts_find(hosts, text, len, number);
}

static void put_command(struct island *island, const struct entity *its)
{
	struct bridge *bridge = &island->collection->bridge;
	struct posix_trace_process_np process;
	char text[BRIDGE_TEXT];
	size_t len = 0;

	if (its->program ||
	    source_get_process(bridge->source, its->origin, its->pid,
			       &process) ||
	    !process.command || !*process.command)
		return;
	/* A long one is known by its beginning. */
	texts_append(text, &len, sizeof(text), process.command,
		     strlen(process.command));
	jsonl_key(&island->line, "command");
	jsonl_text(&island->line, text, len);
}

static int put_process(struct island *island, struct texts *hosts,
		       uint32_t number)
{
	struct bridge *bridge = &island->collection->bridge;
	const struct entity *its = &bridge->processes.entity[number];
	char name[BRIDGE_TEXT];
	uint32_t host;
	int err;

	err = find_host(hosts, bridge, its->origin, &host);
	if (err)
		return err;
	bridge_process_name(bridge, number, name);
	jsonl_open_object(&island->line);
	put_key_text(island, "name", name);
	jsonl_put_signed(&island->line, "pid", its->pid);
	jsonl_put_unsigned(&island->line, "host", host);
	put_command(island, its);
	jsonl_close_object(&island->line);
	return 0;
}

static int put_processes(struct island *island)
{
	const struct bridge *bridge = &island->collection->bridge;
	struct texts hosts = { 0 };
	int err = 0;

	open_list(island, "processes");
	for (uint32_t i = 0; i < bridge->processes.count && !err; i++)
		err = put_process(island, &hosts, i);
	close_list(island);
	open_list(island, "hosts");
	for (uint32_t i = 0; i < hosts.count; i++)
		put_text(island, texts_get(&hosts, i));
	close_list(island);
	texts_fini(&hosts);
	return err;
}

static void put_threads(struct island *island)
{
	struct collection *of = island->collection;
	struct bridge *bridge = &of->bridge;

	open_list(island, "threads");
	for (uint32_t i = 0; i < bridge->threads.count; i++) {
		const struct entity *its = &bridge->threads.entity[i];
		char name[BRIDGE_TEXT];

		bridge_thread_name(bridge, i, name);
		jsonl_open_object(&island->line);
		put_key_text(island, "name", name);
		jsonl_put_signed(&island->line, "pid", its->pid);
		jsonl_put_signed(&island->line, "tid", its->tid);
		jsonl_put_unsigned(&island->line, "process",
				   bridge->process_of[i]);
		jsonl_put_unsigned(&island->line, "events",
				   i < of->threads_room ? of->of_thread[i] : 0);
		jsonl_close_object(&island->line);
	}
	close_list(island);
}

/* Events */

static const char *const kinds[] = {
	[EVENT_FIELD_INTEGER] = "int",	     [EVENT_FIELD_HEX] = "hex",
	[EVENT_FIELD_DOUBLE] = "float",	     [EVENT_FIELD_FLOAT] = "float32",
	[EVENT_FIELD_BOOL] = "bool",	     [EVENT_FIELD_TEXT] = "text",
	[EVENT_FIELD_WORD] = "word",	     [EVENT_FIELD_DATA] = "data",
	[EVENT_FIELD_TEMPLATE] = "template",
};

static void put_none(struct island *island,
		     const struct posix_trace_field_np *field)
{
	char none[24];

	if (field->kind == POSIX_TRACE_FIELD_SIGNED_NP)
		snprintf(none, sizeof(none), "-1");
	else
		snprintf(none, sizeof(none), "%llu",
			 ~0ULL >> (64 - 8 * field->size));
	put_key_text(island, "none", none);
}

/* Names and units come from descriptions, which are checked; their bytes are
 * not. */
static void put_untamed(struct island *island, const char *key,
			const char *text)
{
	char tame[BRIDGE_TEXT];

	bridge_text(&island->collection->bridge, tame, sizeof(tame), text,
		    strlen(text));
	put_key_text(island, key, tame);
}

static void put_field(struct island *island, const struct event_field *of)
{
	const struct posix_trace_field_np *field = of->field;

	jsonl_open_object(&island->line);
	put_untamed(island, "name", field ? field->name : "");
	put_key_text(island, "kind", kinds[of->kind]);
	if (field && *field->unit && of->kind != EVENT_FIELD_WORD)
		put_untamed(island, "unit", field->unit);
	if (field && field->flags & POSIX_TRACE_FIELD_DETAIL_NP)
		jsonl_put_bool(&island->line, "detail", true);
	if (field && field->flags & POSIX_TRACE_FIELD_KEY_NP)
		jsonl_put_bool(&island->line, "key", true);
	if (field && field->flags & POSIX_TRACE_FIELD_NONE_NP &&
	    of->kind <= EVENT_FIELD_HEX)
		put_none(island, field);
	jsonl_close_object(&island->line);
}

static void put_list(struct island *island, const struct block_list *list)
{
	open_list(island, "parts");
	if (list->len)
		jsonl_raw(&island->line, list->text, list->len);
	close_list(island);
}

static void name_type(struct bridge *bridge, trace_event_id_t id,
		      char name[BRIDGE_TEXT])
{
	struct pxt_view *view = bridge->export->view;
	const char *text = view->get_name(view, id);

	if (!text)
		text = labels_event(&bridge->labels, id).text;
	bridge_text(bridge, name, BRIDGE_TEXT, text, strlen(text));
}

static void put_type(struct island *island, const struct event_type *type)
{
	char name[BRIDGE_TEXT];

	name_type(&island->collection->bridge, type->id, name);
	jsonl_open_object(&island->line);
	put_key_text(island, "name", name);
	jsonl_put_unsigned(&island->line, "events", type->events);
	if (type->id < POSIX_TRACE_UNNAMED_USEREVENT)
		jsonl_put_bool(&island->line, "system", true);
	open_list(island, "fields");
	for (size_t i = 0; i < type->fields; i++)
		put_field(island, &type->field[i]);
	close_list(island);
	put_list(island, &type->list);
	jsonl_close_object(&island->line);
}

static void put_types(struct island *island)
{
	const struct event_types *types = &island->collection->types;

	open_list(island, "types");
	for (size_t i = 0; i < types->count; i++)
		put_type(island, &types->type[i]);
	close_list(island);
}

static void put_places(struct island *island)
{
	const struct report_places *places = &island->collection->places;

	open_list(island, "places");
	for (size_t i = 0; i < places->count; i++) {
		const struct report_place *place = &places->place[i];

		jsonl_open_object(&island->line);
		put_key_text(island, "source",
			     texts_get(&places->texts, place->source));
		put_key_text(island, "function",
			     texts_get(&places->texts, place->function));
		put_key_text(island, "text",
			     texts_get(&places->texts, place->text));
		jsonl_close_object(&island->line);
	}
	close_list(island);
}

/* Spans, holds, counters */

static void put_names(struct island *island)
{
	const struct bars *bars = &island->collection->bars;
	struct jsonl *line = &island->line;

	open_list(island, "names");
	for (size_t i = 0; i < bars->names; i++) {
		const struct bar_name *name = &bars->name[i];
		const char *text = text_of(island, name->text);
		const char *object = text + name->span_len;

		jsonl_open_array(line);
		jsonl_text(line, text, name->span_len);
		put_text(island, *object ? object + 1 : "");
		jsonl_close_array(line);
	}
	close_list(island);
	open_list(island, "objects");
	for (size_t i = 0; i < bars->objects; i++)
		put_text(island, text_of(island, bars->object[i]));
	close_list(island);
}

static void put_track(struct island *island, const struct bar_track *track)
{
	static const char *const names[] = { "thread", "lane", "object" };
	const struct bars *bars = &island->collection->bars;
	struct jsonl *line = &island->line;

	jsonl_open_object(line);
	put_key_text(island, "kind", names[track->kind]);
	jsonl_put_unsigned(line,
			   track->kind == TRACK_THREAD ? "thread" : "process",
			   track->owner);
	if (track->kind == TRACK_LANE)
		put_key_text(island, "name",
			     texts_get(&bars->lanes, track->name));
	if (track->kind == TRACK_OBJECT)
		jsonl_put_unsigned(line, "object", track->name);
	jsonl_put_unsigned(line, track->kind == TRACK_THREAD ? "depth" : "lane",
			   track->lane);
	jsonl_close_object(line);
}

static void put_tracks(struct island *island)
{
	const struct bar_tracks *tracks = &island->collection->bars.tracks;

	open_list(island, "tracks");
	for (size_t i = 0; i < tracks->count; i++)
		put_track(island, &tracks->track[i]);
	close_list(island);
}

static void put_counters(struct island *island)
{
	const struct counters *counters = &island->collection->counters;

	open_list(island, "counters");
	for (size_t i = 0; i < counters->count; i++) {
		const struct counter *counter = &counters->counter[i];

		jsonl_open_object(&island->line);
		put_key_text(island, "name", text_of(island, counter->name));
		put_untamed(island, "unit", counters->unit[i]);
		jsonl_put_unsigned(&island->line, "process", counter->process);
		jsonl_close_object(&island->line);
	}
	close_list(island);
}

static void put_reasons(struct island *island)
{
	const struct texts *reasons = &island->collection->losses.reasons;

	open_list(island, "reasons");
	for (uint32_t i = 0; i < reasons->count; i++)
		put_text(island, texts_get(reasons, i));
	close_list(island);
}

static void put_table(struct island *island, const char *key,
		      const struct report_table *table)
{
	jsonl_key(&island->line, key);
	jsonl_open_object(&island->line);
	jsonl_put_unsigned(&island->line, "rows", table->list.rows);
	put_list(island, &table->list);
	jsonl_close_object(&island->line);
}

static void put_tables(struct island *island)
{
	const struct collection *of = island->collection;

	put_table(island, "log", &of->log);
	put_table(island, "spans", &of->bars.span_table);
	put_table(island, "holds", &of->bars.hold_table);
	put_table(island, "levels", &of->counters.table);
	put_table(island, "losses", &of->losses.table);
}

/* Figures */

/* The length of the number that a text begins with; 0: none. */
static size_t number_length(const char *text)
{
	return strchr("-0123456789", *text) ? strspn(text, "-+.0123456789eE") :
					      0;
}

/* True for an integer that JavaScript may not hold. */
static bool is_large(const char *number, size_t len)
{
	enum { EXACT = 15 }; /* digits that always fit */

	return len > EXACT && strcspn(number, ".eE") >= len;
}

/* The length of a text in quotation marks. */
static size_t text_length(const char *text)
{
	size_t at = 1;

	while (text[at] != '"')
		at += text[at] == '\\' ? 2 : 1;
	return at + 1;
}

/* Writes JSON, with large integers as texts. */
static void put_exactly(struct out *out, const char *json)
{
	while (*json) {
		const size_t number = number_length(json);
		const bool is_quoted = is_large(json, number);
		size_t len = number ? number : 1;

		if (*json == '"')
			len = text_length(json);
		if (is_quoted)
			out_text(out, "\"");
		out_bytes(out, json, len);
		if (is_quoted)
			out_text(out, "\"");
		json += len;
	}
}

static int print_figures(void *figures, FILE *file)
{
	return figures_print(figures, TABLE_JSON, file);
}

/* The figures as `stat -f json' prints them. */
static int put_figures(struct island *island)
{
	char *text;
	size_t size;
	int err;

	err = composition_make(print_figures, island->collection->figures,
			       &text, &size);
	jsonl_key(&island->line, "stat");
	if (!err && size)
		text[size - 1] = '\0'; /* the newline */
	jsonl_raw(&island->line, "", 0);
	if (!err)
		put_exactly(&island->out, text);
	free(text);
	return err;
}

static int put_members(struct island *island)
{
	int err;

	put_head(island);
	err = put_processes(island);
	if (err)
		return err;
	put_threads(island);
	put_types(island);
	put_names(island);
	put_tracks(island);
	put_places(island);
	put_reasons(island);
	put_counters(island);
	put_tables(island);
	put_notes(island);
	put_damage(island);
	return put_figures(island);
}

int island_put(struct collection *collection, struct out *out)
{
	struct island *island = calloc(1, sizeof(*island));
	int err;

	if (!island)
		return ENOMEM;
	island->collection = collection;
	island->page = out;
	out_init_taker(&island->out, take, island);
	err = jsonl_init(&island->line, &island->out);
	if (!err) {
		out_text(out, "<script type=\"application/json\" id=\"log\">");
		jsonl_open_object(&island->line);
		err = put_members(island);
		jsonl_close_object(&island->line);
		out_flush(&island->out);
		out_text(out, "</script>\n");
		jsonl_fini(&island->line);
	}
	err = err ? err : island->out.error;
	free(island);
	return err;
}
