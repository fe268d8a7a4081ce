/*
 * export.c - writing a ThreadX event trace
 *
 * Events of a single ThreadX trace are written as they were, see
 * native_events.h, and so are those that one process on Linux recorded as
 * ThreadX does, see recorded_events.h; all others are converted, see
 * conversion.h. Any event may be the first from another source: until then both
 * forms are made. Header and registry precede the events and depend on them:
 * nothing is written before the end, and until then each form has a spool.
 */
#include "format/threadx/export/export.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "format/threadx/export/conversion.h"
#include "format/threadx/export/native_events.h"
#include "format/threadx/export/recorded_events.h"

enum {
	NAME_MOST = 60, /* TraceX reads up to 60, */
	NAME_STEP = 4,	/* TraceX ignores the padding of a slot */
	NAME_SIZE = 32,
	BASE = 0x20000000,
};

struct asked {
	uint64_t size, registry, name_size, hz;
	unsigned word, order; /* indexes in "4|8", "little|big" */
	bool has_layout;      /* an option other than hz was given */
	bool has_word, has_order;
};

struct threadx_out {
	struct asked asked;
	struct pxt_threadx_buffer native, mixed;
	struct pxt_threadx_conversion *conversion; /* NULL: no event yet */
	struct pxt_export aside; /* counts losses of the converted
					    * form, */
	struct pxt_threadx_shapes *shapes;
	bool is_native;	  /* counts of aside are dropped while true */
	bool is_recorded; /* the native form is of a program on Linux */
	unsigned origin;  /* origin of the native form */
	pid_t pid;	  /* the program's; 0: no event so far */
	size_t skipped;	  /* events of the recording, not of the program */
};

const struct pxt_format_option pxt_threadx_export_options[] = {
	{ "hz", "N", "ticks in a second, 1000000 by default" },
	{ "name_size", "N", "bytes of names, 4 to 60, 32 by default" },
	{ "order", "little|big", "of the bytes of a word" },
	{ "registry", "N", "room for so many objects" },
	{ "size", "N", "bytes of all of it: what is older finds no room" },
	{ "word", "4|8", "bytes of a word; TraceX reads 4" },
	{ 0 },
};

/* Settings */

static int refuse(struct pxt_export *export, const char *key, const char *why)
{
	snprintf(export->why, sizeof(export->why), "%s=%s: %s", key,
		 pxt_settings_get(export->settings, key), why);
	return EINVAL;
}

static int read_settings(struct pxt_export *export, struct asked *asked)
{
	const struct pxt_settings *settings = export->settings;
	static const char *const layout[] = { "size", "registry", "name_size",
					      "word", "order" };

	if (!pxt_settings_number(settings, "size", 1, PXT_THREADX_BUFFER_MOST,
				 &asked->size))
		return refuse(export, "size", "no number from 1 to 2^32");
	if (!pxt_settings_number(settings, "registry", 1, 1 << 20,
				 &asked->registry))
		return refuse(export, "registry",
			      "no number from 1 to 1048576");
	if (!pxt_settings_number(settings, "name_size", NAME_STEP, NAME_MOST,
				 &asked->name_size) ||
	    asked->name_size % NAME_STEP)
		return refuse(export, "name_size",
			      "no multiple of 4 from 4 to 60");
	if (!pxt_settings_number(settings, "hz", 1, 1000000000, &asked->hz))
		return refuse(export, "hz", "no number from 1 to 1000000000");
	if (!pxt_settings_choice(settings, "word", "4|8", &asked->word))
		return refuse(export, "word", "neither 4 nor 8");
	if (!pxt_settings_choice(settings, "order", "little|big",
				 &asked->order))
		return refuse(export, "order", "neither little nor big");
	asked->has_word = pxt_settings_get(settings, "word");
	asked->has_order = pxt_settings_get(settings, "order");
	for (size_t i = 0; i < sizeof(layout) / sizeof(layout[0]); i++)
		if (pxt_settings_get(settings, layout[i]))
			asked->has_layout = true;
	return 0;
}

static int open_threadx(struct pxt_export *export)
{
	struct threadx_out *state = calloc(1, sizeof(*state));

	export->state = state;
	if (!state)
		return ENOMEM;
	state->shapes = calloc(1, sizeof(*state->shapes));
	if (!state->shapes)
		return ENOMEM;
	return read_settings(export, &state->asked);
}

static void close_threadx(struct pxt_export *export)
{
	struct threadx_out *state = export->state;

	if (!state)
		return;
	if (state->conversion)
		pxt_threadx_conversion_fini(state->conversion);
	free(state->conversion);
	free(state->shapes);
	pxt_threadx_buffer_fini(&state->native);
	pxt_threadx_buffer_fini(&state->mixed);
	free(state);
	export->state = NULL;
}

/* Choice of the form */

static bool is_threadx(struct pxt_view *view, unsigned origin)
{
	static const char word[] = "ThreadX";
	const char *system = view->get_system(view, origin);

	return system && !strncmp(system, word, strlen(word));
}

static void set_layout(struct pxt_threadx_buffer *buffer,
		       const struct asked *asked)
{
	if (asked->has_word)
		buffer->word = asked->word ? 8 : 4;
	if (asked->has_order)
		buffer->big = asked->order;
	if (asked->name_size)
		buffer->name_size = (uint16_t)asked->name_size;
}

static void begin_mixed(struct threadx_out *state)
{
	state->mixed = (struct pxt_threadx_buffer){
		.word = 4,
		.name_size = NAME_SIZE,
		.mask = UINT32_MAX,
		.base = BASE,
		.reserved = { 0xaaaaaaaa, 0xbbbbbbbb, 0xcccccccc },
	};
	set_layout(&state->mixed, &state->asked);
}

/* Prepares for the first event, or for none. */
static int begin(struct pxt_export *export, unsigned origin)
{
	struct threadx_out *state = export->state;

	state->origin = origin;
	state->is_native = true;
	state->is_recorded = !is_threadx(export->view, origin);
	begin_mixed(state);
	if (state->is_recorded)
		state->native = state->mixed;
	else
		pxt_threadx_native_events_begin(&state->native, export->view,
						origin);
	set_layout(&state->native, &state->asked);
	state->aside = (struct pxt_export){
		.view = export->view,
		.settings = export->settings,
	};
	state->conversion = calloc(1, sizeof(*state->conversion));
	if (!state->conversion)
		return ENOMEM;
	return 0;
}

/* Starts and stops are not the program's. */
static bool is_of_recording(struct pxt_view *view,
			    const struct posix_trace_item_np *item)
{
	static const char prefix[] = "posix_trace_";
	const char *name = view->get_name(view, item->info.posix_event_id);

	return name && !strncmp(name, prefix, strlen(prefix));
}

/* Addresses of several processes would be mixed up. */
static bool is_of_another(struct threadx_out *state,
			  const struct posix_trace_item_np *item)
{
	if (!state->pid)
		state->pid = item->info.posix_pid;
	return state->is_recorded && item->info.posix_pid != state->pid;
}

static int put_native(struct pxt_export *export,
		      const struct posix_trace_item_np *item)
{
	struct threadx_out *state = export->state;
	struct pxt_threadx_words words;

	if (state->is_recorded && item->origin == state->origin &&
	    is_of_recording(export->view, item)) {
		state->skipped++;
		return 0;
	}
	if (item->origin == state->origin && !is_of_another(state, item) &&
	    pxt_threadx_native_events_has(state->shapes, export->view, item,
					  &words))
		return pxt_threadx_buffer_add(&state->native, &words);
	state->is_native = false;
	pxt_threadx_buffer_fini(&state->native);
	return 0;
}

/* An error of a spool is not one of the output. */
static int explain(struct pxt_export *export, int err)
{
	const struct threadx_out *state = export->state;

	if (err && (state->native.spool.err || state->mixed.spool.err))
		snprintf(export->why, sizeof(export->why),
			 "a temporary file in %.80s: %s",
			 pxt_temporary_directory(), strerror(err));
	return err;
}

static bool is_too_large(const struct pxt_threadx_buffer *buffer)
{
	return buffer->events >
	       PXT_THREADX_BUFFER_MOST / pxt_threadx_buffer_event_size(buffer);
}

/* EFBIG: no form can be written any more, and spools would fill the disk. */
static int check_size(const struct threadx_out *state)
{
	return !state->asked.size && is_too_large(&state->mixed) &&
			       (!state->is_native ||
				is_too_large(&state->native)) ?
		       EFBIG :
		       0;
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct threadx_out *state = export->state;
	int err = 0;

	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP) {
		pxt_export_lose(export, "places where events are missing");
		return 0;
	}
	if (!state->conversion)
		err = begin(export, item->origin);
	if (!err)
		err = check_size(state);
	if (!err && state->is_native)
		err = put_native(export, item);
	if (!err)
		err = pxt_threadx_conversion_put(
			state->conversion, &state->mixed, &state->aside, item);
	return explain(export, err);
}

/* Completion */

static void set_registry(struct pxt_export *export,
			 struct pxt_threadx_buffer *buffer)
{
	const struct threadx_out *state = export->state;

	if (!state->asked.registry)
		return;
	buffer->slots = state->asked.registry;
	for (size_t i = 0; i < buffer->entries; i++)
		if (buffer->entry[i].details.slot >= buffer->slots)
			pxt_export_lose(export, "objects beyond the registry");
}

static void drop_oldest(struct pxt_export *export,
			struct pxt_threadx_buffer *buffer, uint64_t count)
{
	pxt_threadx_buffer_drop(buffer, count);
	pxt_export_lose_more(
		export, "events older than the buffer has room for", count);
}

static int set_size(struct pxt_export *export,
		    struct pxt_threadx_buffer *buffer)
{
	const struct threadx_out *state = export->state;
	const uint64_t size = state->asked.size;
	uint64_t least;

	if (!size)
		return 0;
	buffer->capacity = 0;
	buffer->size = 0;
	least = pxt_threadx_buffer_size(buffer);
	buffer->capacity =
		size < least ?
			0 :
			(size - least) / pxt_threadx_buffer_event_size(buffer);
	if (!buffer->capacity)
		return refuse(export, "size", "no room for one event");
	if (buffer->events > buffer->capacity)
		drop_oldest(export, buffer, buffer->events - buffer->capacity);
	buffer->size = size;
	return 0;
}

static int end_mixed(struct pxt_export *export)
{
	struct threadx_out *state = export->state;
	struct pxt_threadx_buffer *buffer = &state->mixed;
	int err;

	err = pxt_threadx_conversion_end(state->conversion, buffer,
					 &state->aside, state->asked.hz);
	buffer->capacity = buffer->events;
	for (size_t i = 0; i < state->aside.losses; i++)
		pxt_export_lose_more(export, state->aside.loss[i].what,
				     state->aside.loss[i].count);
	return err;
}

static int write_users(struct pxt_export *export)
{
	struct threadx_out *state = export->state;

	if (state->is_native || !state->conversion->users.count)
		return 0;
	if (export->beside)
		return pxt_threadx_users_write(&state->conversion->users,
					       export->view, export->beside);
	for (unsigned i = 0; i < state->conversion->users.count; i++)
		pxt_export_lose(export, "names of the user's events");
	return 0;
}

static int end_native(struct pxt_export *export)
{
	struct threadx_out *state = export->state;

	if (!state->is_recorded)
		return pxt_threadx_native_events_end(&state->native, export,
						     state->origin,
						     !state->asked.has_layout);
	pxt_export_lose(export, "the time of the first event, of which its "
				"stamp is there");
	if (state->skipped)
		pxt_export_lose_more(export,
				     "starts and stops of the recording",
				     state->skipped);
	return pxt_threadx_recorded_events_end(&state->native, export,
					       state->origin, state->pid);
}

static int write_all(struct pxt_export *export)
{
	struct threadx_out *state = export->state;
	struct pxt_threadx_buffer *buffer;
	int err = 0;

	if (!state->conversion)
		err = begin(export, 0);
	if (err)
		return err;
	if (state->is_recorded && !state->native.events)
		state->is_native = false;
	buffer = state->is_native ? &state->native : &state->mixed;
	err = state->is_native ? end_native(export) : end_mixed(export);
	if (err)
		return err;
	set_registry(export, buffer);
	if (!buffer->capacity)
		buffer->capacity = 1;
	err = set_size(export, buffer);
	if (!err)
		err = pxt_threadx_buffer_write(buffer, export->out);
	return err ? err : write_users(export);
}

static int finish(struct pxt_export *export)
{
	return explain(export, write_all(export));
}

const struct pxt_exporter pxt_threadx_exporter = {
	.beside = ".trxc",
	.open = open_threadx,
	.put = put,
	.finish = finish,
	.close = close_threadx,
};
