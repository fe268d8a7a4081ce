/*
 * bridge.c - the items of a trace as viewers take them
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/bridge.h"
#include "common/stamp.h"
#include "event/objects.h"
#include "figures/code.h"
#include "figures/levels.h"
#include "figures/locks/title.h"
#include "source/programs.h"
#include "write/export/view.h"

/* Names */

size_t bridge_text(struct bridge *bridge, char *text, size_t size,
		   const void *data, size_t len)
{
	size_t at = 0;

	if (!texts_append(text, &at, size - 1, data, len))
		pxt_export_lose(bridge->export,
				"texts with bytes that are not UTF-8");
	else if (at < len)
		pxt_export_lose(bridge->export, "texts cut to their beginning");
	text[at] = '\0';
	return at;
}

/* The object that the present event is about: the name of that of its first such
 * field, "mutex/jobs". Returns the length; 0: none. */
static size_t put_object(struct bridge *bridge, char text[BRIDGE_TEXT])
{
	const struct fields *fields = bridge->fields;
	struct posix_trace_number_np address;
	char object[OBJECTS_TEXT];
	size_t len = 0, name;
	const char *shown;

	for (unsigned i = 0; !len && i < fields->count; i++)
		if (objects_are_in(fields->values[i].field) &&
		    !posix_trace_value_number_np(
			    fields->layout, &fields->values[i], 0, &address))
			len = objects_name(fields, fields->values[i].field,
					   &address, object, &name);
	if (!len)
		return 0;
	shown = objects_shown(object, name, &len);
	return bridge_text(bridge, text, BRIDGE_TEXT, shown, len);
}

/* True if the object is of the kind that the span is called by. */
static bool is_named_by(const char *object, const char *span)
{
	const size_t len = strlen(span);

	return !strncmp(object, span, len) && object[len] == '/' &&
	       object[len + 1];
}

/* Names like "lock", or "lock mutex/jobs" if the event is about an object. A span
 * "function" of the object "function/main" is "main". */
static int name_span(struct bridge *bridge, uint32_t pair, uint32_t *number)
{
	const char *span = bridge->pairs.pair[pair].span;
	char object[BRIDGE_TEXT], text[BRIDGE_TEXT];
	size_t len =
		bridge_text(bridge, text, sizeof(text), span, strlen(span));
	const size_t named = put_object(bridge, object);

	if (named && is_named_by(object, text))
		return texts_find(&bridge->names, object + len + 1,
				  named - len - 1, number);
	if (named && len + 1 < sizeof(text)) {
		text[len++] = ' ';
		len += bridge_text(bridge, text + len, sizeof(text) - len,
				   object, named);
	}
	return texts_find(&bridge->names, text, len, number);
}

/* Names like "mutex/jobs", as stat has them. */
static int name_object(struct bridge *bridge, const struct lock_object *held,
		       uint32_t *number)
{
	char name[LOCK_TITLE], text[BRIDGE_TEXT];
	size_t len;

	lock_title(&bridge->locks, held, bridge->item, name);
	len = bridge_text(bridge, text, sizeof(text), name, strlen(name));
	return texts_find(&bridge->names, text, len, number);
}

const char *bridge_event_name(struct bridge *bridge)
{
	struct pxt_view *view = bridge->export->view;
	const char *name =
		view->get_name(view, bridge->item->info.posix_event_id);

	return name ? name :
		      labels_event(&bridge->labels,
				   bridge->item->info.posix_event_id)
			       .text;
}

int bridge_counter(struct bridge *bridge,
		   const struct posix_trace_value_np *field, uint32_t *name)
{
	char counter[2 * BRIDGE_TEXT], object[BRIDGE_TEXT], text[BRIDGE_TEXT];
	size_t len;

	if (!levels_are_in(field->field))
		return ENOENT;
	len = put_object(bridge, object);
	snprintf(counter, sizeof(counter), "%s.%s%s%s",
		 bridge_event_name(bridge), field->field->name, len ? " " : "",
		 len ? object : "");
	len = bridge_text(bridge, text, sizeof(text), counter, strlen(counter));
	return texts_find(&bridge->names, text, len, name);
}

static void put_host(struct bridge *bridge, unsigned origin, char *name,
		     size_t size)
{
	const char *host = bridge->labels.hosts ?
				   source_get_host(bridge->source, origin) :
				   "";

	snprintf(name, size, "%s%s", host, *host ? ":" : "");
}

void bridge_process_name(struct bridge *bridge, uint32_t process,
			 char name[BRIDGE_TEXT])
{
	const struct entity *its = &bridge->processes.entity[process];
	char program[PROGRAMS_NAME], text[PROGRAMS_NAME + 128];
	struct timespec room;
	size_t at;

	put_host(bridge, its->origin, text, sizeof(text));
	programs_name(bridge->source, its->origin, its->pid,
		      programs_when(its->program, &room), program, NULL);
	at = strlen(text);
	if (*program)
		snprintf(text + at, sizeof(text) - at, "%s", program);
	else
		snprintf(text + at, sizeof(text) - at, "%d", (int)its->pid);
	bridge_text(bridge, name, BRIDGE_TEXT, text, strlen(text));
}

void bridge_thread_name(struct bridge *bridge, uint32_t thread,
			char name[BRIDGE_TEXT])
{
	const struct entity *its = &bridge->threads.entity[thread];
	char text[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	if (source_get_thread(bridge->source, its->origin, its->pid, its->tid,
			      text, sizeof(text)) ||
	    !*text)
		bridge_process_name(bridge, bridge->process_of[thread], name);
	else
		bridge_text(bridge, name, BRIDGE_TEXT, text, strlen(text));
}

void bridge_loss_text(const struct posix_trace_item_np *item,
		      char text[BRIDGE_TEXT])
{
	if (item->lost)
		snprintf(text, BRIDGE_TEXT, "%llu event%s lost",
			 (unsigned long long)item->lost,
			 item->lost == 1 ? "" : "s");
	else
		snprintf(text, BRIDGE_TEXT, "events lost");
}

const struct symbol *bridge_symbol(struct bridge *bridge)
{
	if (!bridge->symbols)
		bridge->symbols = symbols_create(bridge->source, false);
	return symbols_of(bridge->symbols, bridge->item);
}

uint64_t bridge_code_owner(const struct bridge *bridge)
{
	const struct posix_trace_item_np *item = bridge->item;

	return bridge->process | source_get_era(bridge->source, item->origin,
						item->info.posix_pid,
						&item->info.posix_timestamp)
					 << 32;
}

void bridge_place(struct bridge *bridge, char text[BRIDGE_TEXT])
{
	const struct posix_trace_item_np *item = bridge->item;
	const struct code code = {
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.address = (uintptr_t)item->info.posix_prog_address,
		.type = item->info.posix_event_id,
		.when_ns = bridge->ns,
	};
	char place[CODE_TEXT];

	bridge_symbol(bridge);
	code_name(bridge->source, bridge->symbols, &code, place);
	bridge_text(bridge, text, BRIDGE_TEXT, place, strlen(place));
}

/* Objects and their owners */

static int make_room(void *array, size_t *room, size_t number, size_t size)
{
	return pxt_array_reserve(array, room, number + 1, size);
}

static int begin_hold(struct bridge *bridge, struct bridge_hold *hold)
{
	const uint32_t object = lock_claim(&bridge->locks, hold->claim)->object;
	const struct lanes_key key = { .kind = 1, .name = object };
	int err;

	hold->thread = bridge->thread;
	hold->process = bridge->process;
	hold->from_ns = bridge->ns;
	err = name_object(bridge, lock_object(&bridge->locks, object),
			  &hold->name);
	if (!err)
		err = lanes_take(&bridge->lanes, &key, &hold->lane);
	if (!err)
		err = make_room(&bridge->held, &bridge->held_room, hold->claim,
				sizeof(*bridge->held));
	if (!err)
		bridge->held[hold->claim] = *hold;
	return err;
}

/* A hold whose end is unknown keeps its lane: what comes later would be drawn
 * inside of it. */
static void end_hold(struct bridge *bridge, struct bridge_hold *hold)
{
	const enum lock_held what = hold->what;

	*hold = bridge->held[hold->claim];
	hold->what = what;
	if (what == LOCK_HELD_ENDS)
		lanes_give(&bridge->lanes, hold->lane);
}

static void hear_of_hold(void *context, uint32_t claim, enum lock_held what)
{
	struct bridge *bridge = context;
	struct bridge_hold hold = { .claim = claim, .what = what };

	if (bridge->error || what > LOCK_HELD_IS_LOST)
		return;
	bridge->error = make_room(&bridge->hold, &bridge->hold_room,
				  bridge->holds, sizeof(hold));
	if (!bridge->error && what == LOCK_HELD_BEGINS)
		bridge->error = begin_hold(bridge, &hold);
	else if (!bridge->error)
		end_hold(bridge, &hold);
	if (!bridge->error)
		bridge->hold[bridge->holds++] = hold;
}

static int meet_objects(struct bridge *bridge)
{
	const trace_event_id_t type = bridge->item->info.posix_event_id;
	bool is_wanted = false;
	int err;

	bridge->holds = 0;
	if (bridge->item->kind == POSIX_TRACE_ITEM_LOSS_NP) {
		err = locks_lose(&bridge->locks, bridge->item);
		return err ? err : bridge->error;
	}
	if (!bridge->is_described)
		return 0;
	err = locks_want(&bridge->locks, type, bridge->fields->layout,
			 &is_wanted);
	if (!err && is_wanted)
		err = locks_add(&bridge->locks, bridge->item);
	return err ? err : bridge->error;
}

/* Threads and processes */

static int add_thread(struct bridge *bridge, const struct entity *thread)
{
	struct entity process = *thread;
	int err;

	process.tid = 0;
	err = entities_reserve(&bridge->threads, &bridge->process_of,
			       &bridge->threads_room,
			       sizeof(*bridge->process_of));
	return err ? err :
		     entities_find(&bridge->processes, &process,
				   &bridge->process_of[bridge->thread]);
}

static int find_entity(struct bridge *bridge, const struct entity *thread)
{
	const uint32_t known = bridge->threads.count;
	int err;

	err = entities_find(&bridge->threads, thread, &bridge->thread);
	if (!err && bridge->threads.count != known)
		err = add_thread(bridge, thread);
	return err;
}

/* An entity of no process is that of none of the recent ones. */
static bool is_recent(const struct bridge_recent *recent,
		      const struct entity *thread)
{
	return recent->thread.pid && recent->thread.tid == thread->tid &&
	       recent->thread.pid == thread->pid &&
	       recent->thread.origin == thread->origin &&
	       recent->thread.program == thread->program;
}

/* A process that executes a program is another one to viewers. */
static int find_thread(struct bridge *bridge)
{
	const struct posix_trace_item_np *item = bridge->item;
	const struct entity thread = {
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.tid = item->tid,
		.program = programs_which(bridge->source, item->origin,
					  item->info.posix_pid,
					  &item->info.posix_timestamp),
	};
	struct bridge_recent *recent =
		&bridge->recent[(unsigned)thread.tid % BRIDGE_RECENT];
	int err = 0;

	if (is_recent(recent, &thread))
		bridge->thread = recent->number;
	else
		err = find_entity(bridge, &thread);
	if (err)
		return err;
	*recent = (struct bridge_recent){ thread, bridge->thread };
	bridge->process = bridge->process_of[bridge->thread];
	return 0;
}

/* Spans */

static int begin_span(struct bridge *bridge, const struct pair_step *step,
		      struct bridge_span *span)
{
	const struct lanes_key key = { .owner = bridge->process,
				       .name = step->pair };
	bool sticks_out = false;
	int err;

	span->thread = bridge->thread;
	span->process = bridge->process;
	span->number = ++bridge->begun;
	span->ends = span_ends_has(&bridge->ends, span->number);
	span->from_ns = bridge->ns;
	if (step->gave_up)
		nesting_give_up(&bridge->nesting, step->open);
	err = name_span(bridge, step->pair, &span->name);
	if (!err && !span->is_keyed)
		err = nesting_begin(&bridge->nesting, bridge->thread,
				    step->open, &sticks_out);
	if (!err && (span->is_keyed || sticks_out))
		err = lanes_take(&bridge->lanes, &key, &span->lane);
	if (!err)
		err = make_room(&bridge->open, &bridge->open_room, step->open,
				sizeof(*bridge->open));
	if (!err)
		bridge->open[step->open] = *span;
	return err;
}

static int end_span(struct bridge *bridge, struct bridge_span *span)
{
	*span = bridge->open[span->open];
	span->act = PAIR_ENDS;
	if (span->lane == BRIDGE_NO_LANE)
		return nesting_end(&bridge->nesting, span->open);
	lanes_give(&bridge->lanes, span->lane);
	return 0;
}

static int do_step(struct bridge *bridge, const struct pair_step *step)
{
	struct bridge_span *span = &bridge->span[bridge->spans++];

	*span = (struct bridge_span){
		.act = step->act,
		.is_keyed = step->is_keyed,
		.open = step->open,
		.span = bridge->pairs.pair[step->pair].span,
		.thread = bridge->thread,
		.process = bridge->process,
		.lane = BRIDGE_NO_LANE,
	};
	if (step->act == PAIR_BEGINS)
		return begin_span(bridge, step, span);
	if (step->act == PAIR_ENDS)
		return end_span(bridge, span);
	return name_span(bridge, step->pair, &span->name);
}

static int survey_beginning(struct bridge *bridge, const struct pair_step *step)
{
	bool ignored;
	int err;

	err = make_room(&bridge->open, &bridge->open_room, step->open,
			sizeof(*bridge->open));
	if (err)
		return err;
	bridge->open[step->open].number = ++bridge->begun;
	if (step->gave_up)
		nesting_give_up(&bridge->nesting, step->open);
	return step->is_keyed ? 0 :
				nesting_begin(&bridge->nesting, bridge->thread,
					      step->open, &ignored);
}

static int survey_end(struct bridge *bridge, const struct pair_step *step)
{
	int err;

	err = span_ends_add(&bridge->ends, bridge->open[step->open].number);
	return err || step->is_keyed ?
		       err :
		       nesting_end(&bridge->nesting, step->open);
}

static int survey_step(struct bridge *bridge, const struct pair_step *step)
{
	if (step->act == PAIR_BEGINS)
		return survey_beginning(bridge, step);
	return step->act == PAIR_ENDS ? survey_end(bridge, step) : 0;
}

/* Finds the steps of an event whose type has a description. */
static int find_steps(struct bridge *bridge,
		      const struct posix_trace_layout_np *layout)
{
	const trace_event_id_t type = bridge->item->info.posix_event_id;
	bool is_wanted;
	int err;

	bridge->pairs.steps = 0;
	err = pairs_want(&bridge->pairs, type, layout, &is_wanted);
	if (err || !is_wanted)
		return err;
	if (!bridge->is_described)
		fields_decode(bridge->fields, bridge->item);
	return pairs_add(&bridge->pairs, bridge->item);
}

bool bridge_has_act(const struct bridge *bridge, enum pair_act act)
{
	for (unsigned i = 0; i < bridge->spans; i++)
		if (bridge->span[i].act == act)
			return true;
	return false;
}

/* Items */

static void set_item(struct bridge *bridge,
		     const struct posix_trace_item_np *item)
{
	bridge->item = item;
	bridge->ns = stamp_ns(&item->info.posix_timestamp);
	bridge->spans = 0;
	bridge->holds = 0;
	bridge->is_described = false;
}

/* The description of the item's type, or NULL. Some programs describe a type
 * after its first events. */
static const struct posix_trace_layout_np *find_layout(struct bridge *bridge)
{
	const trace_event_id_t type = bridge->item->info.posix_event_id;
	const struct posix_trace_layout_np *layout;

	if (bridge->item->kind != POSIX_TRACE_ITEM_EVENT_NP ||
	    type >= FIELDS_TYPES ||
	    (bridge->is_surveyed && bridge->was_asked[type]))
		return NULL;
	layout = fields_layout(bridge->fields, type);
	bridge->is_late |= layout && bridge->was_asked[type];
	bridge->was_asked[type] |= !layout;
	return layout;
}

static int start_spans(struct bridge *bridge)
{
	return pairs_init(&bridge->pairs, bridge->fields, &bridge->labels, NULL,
			  0);
}

static int start_again(struct bridge *bridge)
{
	memset(bridge->was_asked, 0, sizeof(bridge->was_asked));
	entities_fini(&bridge->threads);
	entities_fini(&bridge->processes);
	memset(bridge->recent, 0, sizeof(bridge->recent));
	bridge->threads_room = 0;
	free(bridge->process_of);
	bridge->process_of = NULL;
	bridge->begun = 0;
	pairs_fini(&bridge->pairs);
	return start_spans(bridge);
}

static int end_survey(struct bridge *bridge)
{
	int err;

	err = start_again(bridge);
	if (err)
		return err;
	if (bridge->is_late) {
		bridge->is_late = false;
		nesting_survey(&bridge->nesting);
		span_ends_fini(&bridge->ends);
		return EAGAIN;
	}
	if (bridge->is_causal)
		nesting_survey(&bridge->nesting);
	else
		nesting_surveyed(&bridge->nesting);
	bridge->is_surveyed = true;
	return 0;
}

int bridge_survey(struct bridge *bridge, const struct posix_trace_item_np *item)
{
	const struct posix_trace_layout_np *layout;
	int err;

	if (!item)
		return end_survey(bridge);
	set_item(bridge, item);
	layout = find_layout(bridge);
	if (!layout)
		return 0;
	err = find_steps(bridge, layout);
	if (!err && bridge->pairs.steps)
		err = find_thread(bridge);
	for (unsigned i = 0; !err && i < bridge->pairs.steps; i++)
		err = survey_step(bridge, &bridge->pairs.step[i]);
	return err;
}

int bridge_meet(struct bridge *bridge, const struct posix_trace_item_np *item)
{
	const struct posix_trace_layout_np *layout;
	int err;

	set_item(bridge, item);
	err = find_thread(bridge);
	layout = err ? NULL : find_layout(bridge);
	bridge->is_described = layout && fields_decode(bridge->fields, item);
	if (layout)
		err = find_steps(bridge, layout);
	for (unsigned i = 0; layout && !err && i < bridge->pairs.steps; i++)
		err = do_step(bridge, &bridge->pairs.step[i]);
	return err ? err : meet_objects(bridge);
}

int bridge_init(struct bridge *bridge, struct pxt_export *export)
{
	struct export_view *view = export_view_of(export->view);

	*bridge = (struct bridge){
		.export = export,
		.source = view->source,
		.fields = &view->fields,
	};
	labels_init(&bridge->labels, bridge->source, false);
	locks_init(&bridge->locks, bridge->fields);
	bridge->locks.listener = hear_of_hold;
	bridge->locks.listening = bridge;
	entities_init(&bridge->threads, ENTITIES_MOST);
	entities_init(&bridge->processes, ENTITIES_MOST);
	return start_spans(bridge);
}

void bridge_be_causal(struct bridge *bridge)
{
	bridge->is_causal = bridge->nesting.is_causal = true;
}

void bridge_fini(struct bridge *bridge)
{
	pairs_fini(&bridge->pairs);
	locks_fini(&bridge->locks);
	nesting_fini(&bridge->nesting);
	span_ends_fini(&bridge->ends);
	lanes_fini(&bridge->lanes);
	entities_fini(&bridge->threads);
	entities_fini(&bridge->processes);
	texts_fini(&bridge->names);
	labels_fini(&bridge->labels);
	symbols_close(bridge->symbols);
	free(bridge->process_of);
	free(bridge->open);
	free(bridge->held);
	free(bridge->hold);
}
