/*
 * import.c - a CTF trace as items, of what its decoder sends
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "source/ctf/frame_reader.h"
#include "source/ctf/import.h"
#include "source/ctf/system_events.h"

struct state {
	trace_event_id_t *type; /* numbers here, by those of the decoder */
	size_t types, room;
	bool is_ours; /* system events are those of posixtrace */
	bool has_end;
	struct ctf_modules modules; /* those of items so far */
	uint64_t last;		    /* time of the last item */
};

/* Facts */

static bool is_valid(const char *description)
{
	const char *expected;
	size_t where;

	return *description && !posix_trace_description_check_np(
				       description, &where, &expected);
}

static bool add_type(struct pxt_import *import, struct ctf_frame *frame)
{
	struct state *state = import->state;
	struct ctf_frame_type type;
	const char *name, *description;
	trace_event_id_t number;

	if (!ctf_frame_take(frame, &type, sizeof(type)))
		return false;
	name = ctf_frame_take_text(frame);
	description = ctf_frame_take_text(frame);
	if (!name || !description || type.number != state->types ||
	    pxt_array_reserve(&state->type, &state->room, state->types + 1,
			      sizeof(*state->type)))
		return false;
	number = state->is_ours ? ctf_system_event(name) : 0;
	if (!number)
		number = pxt_trace_type(import->trace, name,
					is_valid(description) ? description :
								NULL);
	state->type[state->types++] = number;
	return true;
}

static bool set_thread(struct pxt_import *import, struct ctf_frame *frame)
{
	struct ctf_frame_thread thread;
	const char *name;

	if (!ctf_frame_take(frame, &thread, sizeof(thread)))
		return false;
	name = ctf_frame_take_text(frame);
	if (!name)
		return false;
	if (thread.tid > 0)
		pxt_trace_thread(import->trace, thread.pid, thread.tid, name);
	else
		pxt_trace_process(import->trace, thread.pid, name);
	return true;
}

static bool set_origin(struct pxt_import *import, struct ctf_frame *frame)
{
	struct state *state = import->state;
	struct ctf_frame_origin origin;

	if (!ctf_frame_take(frame, &origin, sizeof(origin)))
		return false;
	origin.host[sizeof(origin.host) - 1] = '\0';
	origin.system[sizeof(origin.system) - 1] = '\0';
	state->is_ours = origin.is_ours;
	pxt_trace_machine(import->trace, origin.uuid, origin.boot, origin.host);
	pxt_trace_system(import->trace, "%s", origin.system);
	return true;
}

static bool put_module(struct pxt_import *import, struct ctf_frame *frame)
{
	struct state *state = import->state;
	struct ctf_frame_module module;
	bool was_full;

	if (!ctf_frame_take(frame, &module, sizeof(module)))
		return false;
	was_full = state->modules.is_full;
	ctf_modules_put(&state->modules, &module, ctf_frame_take_text(frame));
	if (state->modules.is_full && !was_full)
		pxt_trace_tell(
			import->trace,
			"modules of processes are left out, as there "
			"are too many: addresses in these have no names");
	return true;
}

static bool tell(struct pxt_import *import, struct ctf_frame *frame)
{
	const char *text = ctf_frame_take_text(frame);

	if (text)
		pxt_trace_tell(import->trace, "%s", text);
	return text;
}

/* Items */

static bool is_zero(const struct ctf_frame *frame)
{
	for (size_t i = 0; i < frame->len; i++)
		if (frame->body[i])
			return false;
	return true;
}

/* Numbers below 0 are none. */
static pid_t number_of(int32_t number)
{
	return number < 0 ? 0 : number;
}

static bool put_event(struct pxt_import *import, struct ctf_frame *frame,
		      struct posix_trace_item_np *item)
{
	struct state *state = import->state;
	struct ctf_frame_event event;

	if (!ctf_frame_take(frame, &event, sizeof(event)) ||
	    event.type >= state->types)
		return false;
	state->last = event.time;
	/* Sets of no type are the same in any numbers. */
	if (ctf_system_event_has_sets(state->type[event.type]) &&
	    !is_zero(frame))
		frame->len = 0;
	pxt_trace_event(import->trace, item, state->type[event.type],
			event.time, number_of(event.pid), number_of(event.tid),
			frame->body, frame->len);
	item->info.posix_prog_address = (void *)(uintptr_t)event.ip;
	return true;
}

static bool put_loss(struct pxt_import *import, struct ctf_frame *frame,
		     struct posix_trace_item_np *item)
{
	struct state *state = import->state;
	struct ctf_frame_loss loss;
	const char *reason;

	if (!ctf_frame_take(frame, &loss, sizeof(loss)))
		return false;
	reason = ctf_frame_take_text(frame);
	if (!reason)
		return false;
	state->last = loss.to;
	pxt_trace_loss(import->trace, item, loss.from, loss.to, loss.lost, "%s",
		       reason);
	item->info.posix_pid = number_of(loss.pid);
	item->tid = number_of(loss.tid);
	item->info.posix_thread_id = (pthread_t)item->tid;
	return true;
}

/* Items behind the damage are lost, and their number is unknown. */
static void put_damage(struct pxt_import *import, const char *why,
		       struct posix_trace_item_np *item)
{
	struct state *state = import->state;

	state->has_end = true;
	pxt_trace_damage(import->trace, PXT_TRACE_END, 0, "%s", why);
	pxt_trace_loss(import->trace, item, state->last, state->last, 0, "%s",
		       why);
}

static bool is_item(uint32_t kind)
{
	return kind == CTF_FRAME_EVENT || kind == CTF_FRAME_LOSS ||
	       kind == CTF_FRAME_DAMAGE || kind == CTF_FRAME_REFUSE ||
	       kind == CTF_FRAME_END;
}

static bool take_fact(struct pxt_import *import, struct ctf_frame *frame)
{
	switch (frame->kind) {
	case CTF_FRAME_ORIGIN:
		return set_origin(import, frame);
	case CTF_FRAME_TYPE:
		return add_type(import, frame);
	case CTF_FRAME_THREAD:
		return set_thread(import, frame);
	case CTF_FRAME_TELL:
		return tell(import, frame);
	case CTF_FRAME_MODULE:
		return put_module(import, frame);
	}
	return false;
}

/* Takes facts up to the next item. EBADMSG: the frame is none. */
static int find_item(struct pxt_import *import, struct ctf_frame *frame)
{
	size_t len;
	int err;

	while (!(err = ctf_frame_peek(import->feed, frame)) &&
	       !is_item(frame->kind)) {
		len = frame->len;
		if (!take_fact(import, frame))
			return EBADMSG;
		ctf_frame_skip(import->feed, len);
	}
	return err;
}

static const char ended[] = "libbabeltrace2 has failed here";

static bool put_item(struct pxt_import *import, struct ctf_frame *frame,
		     struct posix_trace_item_np *item)
{
	const char *why;

	switch (frame->kind) {
	case CTF_FRAME_EVENT:
		return put_event(import, frame, item);
	case CTF_FRAME_LOSS:
		return put_loss(import, frame, item);
	default:
		why = ctf_frame_take_text(frame);
		if (why)
			put_damage(import, why, item);
		return why;
	}
}

/* The frame stays in the window, whose bytes the item borrows, until the next
 * call moves it. */
static int next(struct pxt_import *import, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct state *state = import->state;
	struct ctf_frame frame;
	size_t len;
	int err;

	*unavailable = 0;
	if (state->has_end) {
		*unavailable = 1;
		return 0;
	}
	err = find_item(import, &frame);
	if (!err && frame.kind == CTF_FRAME_END) {
		state->has_end = true;
		*unavailable = 1;
		return 0;
	}
	len = frame.len;
	if (!err && !put_item(import, &frame, item))
		err = EBADMSG;
	if (!err)
		ctf_frame_skip(import->feed, len);
	if (err != ENODATA && err != EBADMSG)
		return err;
	put_damage(import, ended, item);
	return 0;
}

static int refuse(struct pxt_import *import, const char *why)
{
	pxt_trace_refuse(import->trace, "%s", why && *why ? why : ended);
	return EBADMSG;
}

static int open_ctf(struct pxt_import *import)
{
	struct ctf_frame frame;
	int err;

	import->state = calloc(1, sizeof(struct state));
	if (!import->state)
		return ENOMEM;
	err = find_item(import, &frame);
	if (err == ENODATA || err == EBADMSG)
		return refuse(import, NULL);
	if (!err && frame.kind == CTF_FRAME_REFUSE)
		return refuse(import, ctf_frame_take_text(&frame));
	return err;
}

static void close_ctf(struct pxt_import *import)
{
	struct state *state = import->state;

	if (state) {
		ctf_modules_fini(&state->modules);
		free(state->type);
	}
	free(state);
	import->state = NULL;
}

const struct ctf_modules *ctf_import_modules(const struct pxt_import *import,
					     bool *are_all)
{
	const struct state *state = import->state;

	*are_all = state && state->has_end;
	return state ? &state->modules : NULL;
}

const struct pxt_importer ctf_importer = {
	.open = open_ctf,
	.next = next,
	.close = close_ctf,
};
