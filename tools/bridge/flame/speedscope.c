/*
 * speedscope.c - profiles for speedscope
 *
 * A profile is a thread: the spans that nest in it, in order of time, which
 * never goes back. The format knows no span without an end, so that these end
 * with the thread's last event, and are counted.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/temporary.h"
#include "bridge/flame/stack_frames.h"
#include "bridge/flame/edges.h"
#include "bridge/flame/speedscope.h"
#include "bridge/json.h"
#include "common/stamp.h"

static const char schema[] =
	"https://www.speedscope.app/file-format-schema.json";

struct stack_frame {
	uint32_t name, place; /* texts; no place: the empty text */
};

struct profile {
	struct edges_list edges;
	uint32_t name; /* + 1; 0: not met so far */
	int64_t last;  /* time of the last event, or of the end of a loss */
};

struct speedscope {
	struct bridge bridge;
	struct bridge_json json;
	struct edges edges;
	struct texts texts; /* names of frames, places and threads */
	struct pxt_map numbers;
	struct stack_frame *frame;
	size_t frames, frame_room;
	struct profile *profile; /* profiles, by thread */
	size_t profiles;
	int64_t first_ns;
	bool has_first, has_line;

	/* The frames that are open at a place of the present profile. */
	uint32_t *open;
	size_t depth, open_room;
};

static int open_speedscope(struct pxt_export *export)
{
	struct speedscope *scope = calloc(1, sizeof(*scope));
	int err;

	if (!scope)
		return ENOMEM;
	export->state = scope;
	edges_init(&scope->edges);
	err = bridge_init(&scope->bridge, export);
	return err ? err : bridge_json_init(&scope->json, &scope->bridge);
}

static void close_speedscope(struct pxt_export *export)
{
	struct speedscope *scope = export->state;

	if (!scope)
		return;
	for (size_t i = 0; i < scope->profiles; i++)
		edges_free(&scope->profile[i].edges);
	free(scope->profile);
	free(scope->frame);
	free(scope->open);
	edges_fini(&scope->edges);
	pxt_map_fini(&scope->numbers);
	texts_fini(&scope->texts);
	bridge_json_fini(&scope->json);
	bridge_fini(&scope->bridge);
	free(scope);
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct speedscope *scope = export->state;

	return bridge_survey(&scope->bridge, item);
}

/* Frames */

static int find_frame(struct speedscope *scope, const char *name,
		      const char *place, uint32_t *number)
{
	struct stack_frame frame;
	size_t *value;
	int err;

	err = texts_find(&scope->texts, name, strlen(name), &frame.name);
	if (!err)
		err = texts_find(&scope->texts, place, strlen(place),
				 &frame.place);
	if (err || pxt_array_reserve(&scope->frame, &scope->frame_room,
				     scope->frames + 1, sizeof(frame)))
		return ENOMEM;
	value = pxt_map_at(&scope->numbers, &frame, sizeof(frame));
	if (!value)
		return ENOMEM;
	if (!*value) {
		scope->frame[scope->frames++] = frame;
		*value = scope->frames;
	}
	*number = (uint32_t)*value - 1;
	return 0;
}

/* Finds the profile of the present item's thread. */
static int find_profile(struct speedscope *scope, struct profile **profile)
{
	struct bridge *bridge = &scope->bridge;
	char name[STACK_FRAMES_THREAD];
	int err;

	if (entities_reserve(&bridge->threads, &scope->profile,
			     &scope->profiles, sizeof(**profile)))
		return ENOMEM;
	*profile = &scope->profile[bridge->thread];
	if ((*profile)->name)
		return 0;
	stack_frames_thread(bridge, name);
	err = texts_find(&scope->texts, name, strlen(name), &(*profile)->name);
	(*profile)->name++;
	return err;
}

static int add(struct speedscope *scope, struct profile *profile,
	       uint32_t frame)
{
	const struct edge edge = { .at = profile->last, .frame = frame };
	struct pxt_export *export = scope->bridge.export;
	int err;

	err = edges_add(&scope->edges, &profile->edges, &edge);
	if (scope->edges.error)
		snprintf(export->why, sizeof(export->why),
			 "a temporary file in %.80s: %s",
			 pxt_temporary_directory(), strerror(err));
	return err;
}

/* A thread that executes a program ends the spans of the thread that it was. */
static int add_span(struct speedscope *scope, const struct bridge_span *span)
{
	struct profile *profile = &scope->profile[span->thread];
	struct bridge *bridge = &scope->bridge;
	char place[BRIDGE_TEXT];
	const struct label *known;
	uint32_t frame;
	int err;

	if (!stack_frames_has(bridge, span))
		return 0;
	if (span->act == PAIR_ENDS)
		return add(scope, profile, EDGES_END);
	known = &bridge_symbol(bridge)->shown.place;
	bridge_text(bridge, place, sizeof(place), known->text, known->len);
	err = find_frame(scope, texts_get(&bridge->names, span->name), place,
			 &frame);
	return err ? err : add(scope, profile, frame);
}

static int64_t since_first(const struct speedscope *scope, int64_t ns)
{
	return ns - scope->first_ns;
}

static int add_loss(struct speedscope *scope, struct profile *profile)
{
	const struct posix_trace_item_np *item = scope->bridge.item;
	const int64_t end = since_first(scope, stamp_ns(&item->lost_end));
	char name[STACK_FRAMES_LOSS];
	uint32_t frame;
	int err;

	stack_frames_loss(&scope->bridge, name);
	err = find_frame(scope, name, "", &frame);
	if (!err)
		err = add(scope, profile, frame);
	if (end > profile->last)
		profile->last = end;
	if (!err)
		err = add(scope, profile, EDGES_END);
	stack_frames_count_loss(&scope->bridge);
	return err;
}

static void pass(struct speedscope *scope, uint32_t thread)
{
	const int64_t now = since_first(scope, scope->bridge.ns);
	struct profile *profile = &scope->profile[thread];

	if (now > profile->last)
		profile->last = now;
}

static int put_event(struct speedscope *scope)
{
	struct bridge *bridge = &scope->bridge;
	int err = 0;

	for (unsigned i = 0; i < bridge->spans && !err; i++) {
		pass(scope, bridge->span[i].thread);
		err = add_span(scope, &bridge->span[i]);
	}
	if (stack_frames_is_instant(bridge))
		pxt_export_lose(bridge->export, "events that take no time");
	return err;
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct speedscope *scope = export->state;
	struct profile *profile;
	int err;

	err = bridge_meet(&scope->bridge, item);
	if (!err && !scope->has_first)
		scope->first_ns = scope->bridge.ns;
	scope->has_first = true;
	if (!err)
		err = find_profile(scope, &profile);
	if (err)
		return err;
	pass(scope, scope->bridge.thread);
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
		       add_loss(scope, profile) :
		       put_event(scope);
}

/* The file */

static void put_word(struct speedscope *scope, const char *key,
		     const char *word)
{
	jsonl_key(&scope->json.line, key);
	jsonl_text(&scope->json.line, word, strlen(word));
}

/* Elements of arrays are lines. */
static void begin_element(struct speedscope *scope)
{
	if (scope->has_line)
		out_text(&scope->json.out, ",");
	jsonl_end_line(&scope->json.line);
	scope->has_line = true;
	jsonl_open_object(&scope->json.line);
}

static void begin_array(struct speedscope *scope, const char *key)
{
	jsonl_key(&scope->json.line, key);
	jsonl_open_array(&scope->json.line);
	scope->has_line = false;
}

/* Places are "match.c:118". */
static void put_frame(struct speedscope *scope, const struct stack_frame *frame)
{
	const char *place = texts_get(&scope->texts, frame->place);
	const char *colon = strrchr(place, ':');

	begin_element(scope);
	put_word(scope, "name", texts_get(&scope->texts, frame->name));
	if (colon) {
		jsonl_key(&scope->json.line, "file");
		jsonl_text(&scope->json.line, place, (size_t)(colon - place));
		jsonl_put_unsigned(&scope->json.line, "line",
				   strtoul(colon + 1, NULL, 10));
	}
	jsonl_close_object(&scope->json.line);
}

static void put_edge(struct speedscope *scope, const char *type, uint32_t frame,
		     int64_t at)
{
	begin_element(scope);
	put_word(scope, "type", type);
	jsonl_put_unsigned(&scope->json.line, "frame", frame);
	jsonl_put_signed(&scope->json.line, "at", at);
	jsonl_close_object(&scope->json.line);
}

static int write_edge(void *context, const struct edge *edge)
{
	struct speedscope *scope = context;

	if (edge->frame == EDGES_END && !scope->depth)
		return 0;
	if (edge->frame == EDGES_END) {
		put_edge(scope, "C", scope->open[--scope->depth], edge->at);
		return scope->json.out.error;
	}
	if (pxt_array_reserve(&scope->open, &scope->open_room, scope->depth + 1,
			      sizeof(*scope->open)))
		return ENOMEM;
	scope->open[scope->depth++] = (uint32_t)edge->frame;
	put_edge(scope, "O", (uint32_t)edge->frame, edge->at);
	return scope->json.out.error;
}

static int write_edges(struct speedscope *scope, const struct profile *profile)
{
	int err;

	scope->depth = 0;
	err = edges_for_each(&scope->edges, &profile->edges, write_edge, scope);
	if (err)
		return err;
	if (scope->depth)
		pxt_export_lose_more(
			scope->bridge.export,
			"spans without an end, drawn until the last event of "
			"their thread",
			scope->depth);
	while (scope->depth)
		put_edge(scope, "C", scope->open[--scope->depth],
			 profile->last);
	return 0;
}

static int write_profile(struct speedscope *scope,
			 const struct profile *profile)
{
	struct jsonl *line = &scope->json.line;
	int err;

	begin_element(scope);
	put_word(scope, "type", "evented");
	put_word(scope, "name", texts_get(&scope->texts, profile->name - 1));
	put_word(scope, "unit", "nanoseconds");
	jsonl_put_signed(line, "startValue", 0);
	jsonl_put_signed(line, "endValue", profile->last);
	begin_array(scope, "events");
	err = write_edges(scope, profile);
	jsonl_close_array(line);
	jsonl_close_object(line);
	scope->has_line = true;
	return err;
}

static int write_profiles(struct speedscope *scope)
{
	int err = 0;

	begin_array(scope, "profiles");
	for (uint32_t i = 0; i < scope->bridge.threads.count && !err; i++) {
		if (scope->profile[i].edges.last)
			err = write_profile(scope, &scope->profile[i]);
		else
			pxt_export_lose(scope->bridge.export,
					"threads without spans or losses");
	}
	jsonl_close_array(&scope->json.line);
	return err;
}

static int finish(struct pxt_export *export)
{
	struct speedscope *scope = export->state;
	struct jsonl *line = &scope->json.line;
	int err;

	jsonl_open_object(line);
	put_word(scope, "$schema", schema);
	put_word(scope, "exporter", "posixtrace");
	jsonl_key(line, "shared");
	jsonl_open_object(line);
	begin_array(scope, "frames");
	for (size_t i = 0; i < scope->frames; i++)
		put_frame(scope, &scope->frame[i]);
	jsonl_close_array(line);
	jsonl_close_object(line);
	err = write_profiles(scope);
	jsonl_close_object(line);
	jsonl_end_line(line);
	return err ? err : bridge_json_flush(&scope->json);
}

static const struct pxt_exporter exporter = {
	.open = open_speedscope,
	.survey = survey,
	.put = put,
	.finish = finish,
	.close = close_speedscope,
};

const struct pxt_format bridge_speedscope = {
	.name = "speedscope",
	.summary = "spans of threads, for speedscope",
	.patterns = "*.speedscope.json",
	.export = &exporter,
};
