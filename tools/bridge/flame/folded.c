/*
 * folded.c - folded stacks, for flame graphs
 *
 * Stack frames are the spans that nest in a thread. The time of a thread belongs
 * to its innermost span; the time of a loss to a frame of its own.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/bridge.h"
#include "bridge/flame/folded.h"
#include "bridge/flame/stack_frames.h"
#include "bridge/flame/stacks.h"
#include "common/stamp.h"

enum folded_by { BY_TIME, BY_COUNT, BY_FIELD };

/* A thread's present stack, and since when it has it. */
struct folded_thread {
	uint32_t root, now, depth; /* depth: spans of the present stack */
	int64_t since_ns;
};

struct folded {
	struct bridge bridge;
	struct stacks stacks;
	struct texts frames;
	struct folded_thread *thread;
	size_t thread_room;
	enum folded_by by;
	const char *field;
	bool has_callers;
};

static const struct pxt_format_option export_options[] = {
	{
		"by",
		"time|count|FIELD",
		"what is added up: time in a span itself, events, or a field",
	},
	{ "stack", "spans|caller",
	  "caller: the function that made the outermost event is a frame" },
	{ NULL, NULL, NULL },
};

static int open_folded(struct pxt_export *export)
{
	const char *by = pxt_settings_get(export->settings, "by");
	unsigned stack = 0;
	struct folded *folded;

	if (!pxt_settings_choice(export->settings, "stack", "spans|caller",
				 &stack))
		return pxt_export_refuse(export,
					 "-o stack: it is spans or caller");
	if (by && !*by)
		return pxt_export_refuse(
			export, "-o by: it is time, count, or a field");
	folded = calloc(1, sizeof(*folded));
	if (!folded)
		return ENOMEM;
	export->state = folded;
	folded->has_callers = stack;
	if (by && !strcmp(by, "count"))
		folded->by = BY_COUNT;
	else if (by && strcmp(by, "time"))
		folded->by = BY_FIELD;
	folded->field = by;
	return bridge_init(&folded->bridge, export);
}

static void close_folded(struct pxt_export *export)
{
	struct folded *folded = export->state;

	if (!folded)
		return;
	bridge_fini(&folded->bridge);
	stacks_fini(&folded->stacks);
	texts_fini(&folded->frames);
	free(folded->thread);
	free(folded);
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct folded *folded = export->state;

	return bridge_survey(&folded->bridge, item);
}

/* Frames */

/* The format separates frames by semicolons, and stacks by lines. */
static int push(struct folded *folded, uint32_t caller, const char *frame,
		uint32_t *stack)
{
	char text[BRIDGE_TEXT];
	const size_t len = strnlen(frame, sizeof(text) - 1);
	uint32_t number;
	int err;

	memcpy(text, frame, len);
	for (size_t i = 0; i < len; i++)
		text[i] = (char)(text[i] == ';'	 ? ',' :
				 text[i] == '\n' ? ' ' :
						   text[i]);
	err = texts_find(&folded->frames, text, len, &number);
	return err ? err : stacks_find(&folded->stacks, caller, number, stack);
}

static int find_thread(struct folded *folded, struct folded_thread **thread)
{
	const uint32_t number = folded->bridge.thread;
	char name[STACK_FRAMES_THREAD];

	if (pxt_array_reserve_zeroed(&folded->thread, &folded->thread_room,
				     (size_t)number + 1,
				     sizeof(*folded->thread)))
		return ENOMEM;
	*thread = &folded->thread[number];
	if ((*thread)->root)
		return 0;
	(*thread)->since_ns = folded->bridge.ns;
	stack_frames_thread(&folded->bridge, name);
	return push(folded, 0, name, &(*thread)->root);
}

static int push_function(struct folded *folded, uint32_t *stack,
			 const struct symbol_frame *frame)
{
	return push(folded, *stack, frame->function.text, stack);
}

/* Pushes the functions of the present event, the outermost first. */
static int push_caller(struct folded *folded, uint32_t *stack)
{
	const struct symbol *symbol = bridge_symbol(&folded->bridge);
	char place[BRIDGE_TEXT];
	int err = 0;

	for (unsigned i = symbol->frames; i-- && !err;)
		err = push_function(folded, stack, &symbol->frame[i]);
	if (err || symbol->frames)
		return err;
	if (symbol->shown.function.len)
		return push_function(folded, stack, &symbol->shown);
	bridge_place(&folded->bridge, place);
	return push(folded, *stack, place, stack);
}

/* The stack of the present event in its thread. */
static int find_stack(struct folded *folded, const struct folded_thread *thread,
		      uint32_t *stack)
{
	*stack = thread->now ? thread->now : thread->root;
	return folded->has_callers && !thread->now ?
		       push_caller(folded, stack) :
		       0;
}

/* Values */

static void pass(struct folded *folded, struct folded_thread *thread,
		 int64_t ns)
{
	if (folded->by == BY_TIME && thread->now && ns > thread->since_ns)
		stacks_at(&folded->stacks, thread->now)->value +=
			(uint64_t)ns - (uint64_t)thread->since_ns;
	if (ns > thread->since_ns)
		thread->since_ns = ns;
}

/* The value that an event adds to its stack. */
static uint64_t get_value(struct folded *folded)
{
	const struct fields *fields = folded->bridge.fields;
	const struct posix_trace_value_np *value;
	struct posix_trace_number_np number;

	if (folded->by != BY_FIELD)
		return folded->by == BY_COUNT;
	value = folded->bridge.is_described ?
			fields_find(fields, fields_bare(folded->field)) :
			NULL;
	if (!value ||
	    posix_trace_value_number_np(fields->layout, value, 0, &number))
		return 0;
	if (number.kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return number.as.f > 0 && number.as.f < 0x1p63 ?
			       (uint64_t)number.as.f :
			       0;
	if (number.kind == POSIX_TRACE_FIELD_SIGNED_NP && number.as.s < 0) {
		pxt_export_lose(folded->bridge.export, "negative values");
		return 0;
	}
	return number.as.u;
}

static void add_value(struct folded *folded, uint32_t stack)
{
	stacks_at(&folded->stacks, stack)->value += get_value(folded);
}

static int push_event(struct folded *folded, uint32_t *stack)
{
	const char *name = bridge_event_name(&folded->bridge);
	char text[BRIDGE_TEXT];

	bridge_text(&folded->bridge, text, sizeof(text), name, strlen(name));
	return push(folded, *stack, text, stack);
}

/* An event that is no frame is one on top of its stack. */
static int add_event(struct folded *folded, const struct folded_thread *thread)
{
	uint32_t stack;
	int err;

	if (folded->by == BY_TIME && stack_frames_is_instant(&folded->bridge))
		pxt_export_lose(folded->bridge.export,
				"events that take no time");
	if (folded->by == BY_TIME || !get_value(folded))
		return 0;
	err = find_stack(folded, thread, &stack);
	if (!err)
		err = push_event(folded, &stack);
	if (!err)
		add_value(folded, stack);
	return err;
}

static int add_loss(struct folded *folded, struct folded_thread *thread)
{
	const struct posix_trace_item_np *item = folded->bridge.item;
	const int64_t end_ns = stamp_ns(&item->lost_end);
	uint32_t stack = thread->now ? thread->now : thread->root;
	char frame[STACK_FRAMES_LOSS];
	int err;

	stack_frames_loss(&folded->bridge, frame);
	err = push(folded, stack, frame, &stack);
	if (err)
		return err;
	if (folded->by == BY_TIME && end_ns > thread->since_ns)
		stacks_at(&folded->stacks, stack)->value +=
			(uint64_t)end_ns - (uint64_t)thread->since_ns;
	else if (folded->by == BY_COUNT)
		stacks_at(&folded->stacks, stack)->value += item->lost;
	if (end_ns > thread->since_ns)
		thread->since_ns = end_ns;
	stack_frames_count_loss(&folded->bridge);
	return 0;
}

/* Spans */

static int begin_frame(struct folded *folded, const struct bridge_span *span,
		       struct folded_thread *thread)
{
	uint32_t stack;
	int err;

	err = find_stack(folded, thread, &stack);
	if (!err)
		err = push(folded, stack,
			   texts_get(&folded->bridge.names, span->name),
			   &stack);
	if (err)
		return err;
	thread->now = stack;
	thread->depth++;
	if (folded->by != BY_TIME)
		add_value(folded, stack);
	return 0;
}

/* Leaves the frame, and the functions below it if it is the outermost. A thread
 * that executes a program ends the spans of the thread that it was. */
static void end_frame(struct folded *folded, const struct bridge_span *span)
{
	struct folded_thread *thread = &folded->thread[span->thread];

	pass(folded, thread, folded->bridge.ns);
	if (folded->by == BY_FIELD &&
	    !bridge_has_act(&folded->bridge, PAIR_BEGINS))
		add_value(folded, thread->now);
	thread->now = stacks_at(&folded->stacks, thread->now)->caller;
	if (!--thread->depth)
		thread->now = 0;
}

static int add_span(struct folded *folded, const struct bridge_span *span,
		    struct folded_thread *thread)
{
	if (!stack_frames_has(&folded->bridge, span))
		return 0;
	if (span->act == PAIR_BEGINS)
		return begin_frame(folded, span, thread);
	end_frame(folded, span);
	return 0;
}

static int put_event(struct folded *folded, struct folded_thread *thread)
{
	const struct bridge *bridge = &folded->bridge;
	int err = 0;

	for (unsigned i = 0; i < bridge->spans && !err; i++)
		err = add_span(folded, &bridge->span[i], thread);
	if (!err && !stack_frames_has_event(bridge))
		err = add_event(folded, thread);
	return err;
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct folded *folded = export->state;
	struct folded_thread *thread;
	int err;

	err = bridge_meet(&folded->bridge, item);
	if (!err)
		err = find_thread(folded, &thread);
	if (err)
		return err;
	pass(folded, thread, folded->bridge.ns);
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
		       add_loss(folded, thread) :
		       put_event(folded, thread);
}

/* Lines */

static int write_text(struct pxt_output *out, const char *text)
{
	return out->write(out, text, strlen(text));
}

static int write_frames(struct folded *folded, uint32_t stack)
{
	const struct stack *its = stacks_at(&folded->stacks, stack);
	struct pxt_output *out = folded->bridge.export->out;
	int err = 0;

	if (its->caller) {
		err = write_frames(folded, its->caller);
		if (!err)
			err = write_text(out, ";");
	}
	return err ? err :
		     write_text(out, texts_get(&folded->frames, its->frame));
}

static int write_line(struct folded *folded, uint32_t stack)
{
	char value[32];
	int err;

	err = write_frames(folded, stack);
	snprintf(value, sizeof(value), " %llu\n",
		 (unsigned long long)stacks_at(&folded->stacks, stack)->value);
	return err ? err : write_text(folded->bridge.export->out, value);
}

static int finish(struct pxt_export *export)
{
	struct folded *folded = export->state;
	int err = 0;

	for (uint32_t i = 1; i <= folded->stacks.count && !err; i++)
		if (stacks_at(&folded->stacks, i)->value)
			err = write_line(folded, i);
	for (size_t i = 0; i < folded->thread_room; i++)
		if (folded->thread[i].depth)
			pxt_export_lose_more(
				export,
				"spans without an end, counted until the last "
				"event of their thread",
				folded->thread[i].depth);
	return err;
}

static const struct pxt_exporter exporter = {
	.open = open_folded,
	.survey = survey,
	.put = put,
	.finish = finish,
	.close = close_folded,
};

const struct pxt_format bridge_folded = {
	.name = "folded",
	.summary = "folded stacks of spans, for flame graphs",
	.patterns = "*.folded *.collapsed",
	.export_options = export_options,
	.export = &exporter,
};
