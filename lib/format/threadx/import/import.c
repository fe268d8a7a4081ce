/*
 * import.c - reading a ThreadX event trace
 *
 * The ring of events is read from the oldest, which may be in the middle of the
 * file: all of it has to be present.
 */
#include "format/threadx/import/import.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "format/events_file.h"
#include "format/gap.h"
#include "format/threadx/contexts.h"
#include "format/threadx/events.h"
#include "format/threadx/image.h"
#include "format/threadx/import/clock.h"
#include "format/threadx/import/custom_names.h"
#include "format/threadx/import/data.h"
#include "format/threadx/import/notes.h"
#include "format/threadx/import/types.h"
#include "format/threadx/import/walk.h"
#include "format/threadx/registry.h"

/* Maximum bytes between the last event of a dump and the next dump. */
enum { SLACK = 64 };

/* The next step. */
enum stage { FIRST_BUFFER, EVENTS, NEXT_BUFFER, NOTHING };

struct threadx {
	enum stage stage;
	struct pxt_threadx_image image;
	struct pxt_threadx_clock clock;
	struct pxt_threadx_contexts contexts;
	struct pxt_threadx_custom_names custom_names;
	struct pxt_threadx_types types;
	struct pxt_threadx_walk walk;
	unsigned buffers;
	uint64_t now; /* time of the previous event, in nanoseconds */
	uint8_t data[PXT_THREADX_DATA_MAX];
};

const struct pxt_format_option pxt_threadx_import_options[] = {
	{ "direction", "up|down", "how the time stamps count" },
	{ "events", "FILE", "what events of the user are: a .trxc of TraceX" },
	{ "generation", "current|old",
	  "whose ids 441 to 448 and 950 to 957 are: NetX Duo's, or NetX's and "
	  "TraceX's" },
	{ "hz", "N", "ticks in a second" },
	{ "modulus", "N",
	  "ticks after which the stamps begin anew; 1000000000 where they are "
	  "nanoseconds of a second" },
	{ "start", "N", "ticks at the first event, in place of its stamp" },
	{ "ticks_per_us", "N", "ticks in a microsecond" },
	{ 0 },
};

/* Opening */

static int set_generation(struct threadx *threadx,
			  const struct pxt_settings *settings,
			  struct pxt_trace *trace)
{
	unsigned generation = PXT_THREADX_CURRENT;

	if (!pxt_settings_choice(settings, "generation", "current|old",
				 &generation)) {
		pxt_trace_refuse(trace,
				 "generation=%s: neither current nor "
				 "old",
				 pxt_settings_get(settings, "generation"));
		return EINVAL;
	}
	threadx->types.generation = generation;
	return 0;
}

static int read_events(struct threadx *threadx,
		       const struct pxt_settings *settings,
		       struct pxt_trace *trace)
{
	char *text;
	size_t len;
	int err;

	err = pxt_events_file_read(settings, &text, &len, trace);
	if (err || !text)
		return err;
	err = pxt_threadx_custom_names_parse(&threadx->custom_names, text, len,
					     trace);
	free(text);
	return err;
}

static int read_settings(struct threadx *threadx,
			 const struct pxt_settings *settings,
			 struct pxt_trace *trace)
{
	int err;

	err = set_generation(threadx, settings, trace);
	return err ? err : read_events(threadx, settings, trace);
}

static void tell_generation(const struct threadx *threadx,
			    const struct pxt_settings *settings,
			    struct pxt_trace *trace)
{
	const struct pxt_threadx_image *image = &threadx->image;

	if (pxt_settings_get(settings, "generation"))
		return;
	for (unsigned run = 0; run < image->runs; run++) {
		for (size_t i = image->run[run].from; i < image->run[run].to;
		     i++) {
			const uint8_t *slot = pxt_threadx_image_event(image, i);
			const uint16_t id = (uint16_t)pxt_threadx_word(
				image, slot, PXT_THREADX_EVENT);

			if (!pxt_threadx_event_is_ambiguous(id))
				continue;
			pxt_trace_tell(trace,
				       "has events whose meaning changed, as "
				       "%u: taken for those of NetX Duo and "
				       "USBX today; -o generation=old says "
				       "otherwise",
				       id);
			return;
		}
	}
}

static int add_contexts(struct threadx *threadx)
{
	static const struct {
		uint64_t address;
		const char *name;
	} known[] = {
		{ PXT_THREADX_INTERRUPT, "Interrupt" },
		{ PXT_THREADX_INITIALIZE, "Initialize" },
	};
	struct pxt_threadx_context *context;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		context = pxt_threadx_contexts_add(
			&threadx->contexts, known[i].address, known[i].name,
			strlen(known[i].name));
		if (!context)
			return ENOMEM;
		context->is_registered = true;
	}
	return 0;
}

/* Names threads for views: those without a name, and unknown ones. */
static void tell_thread(const struct pxt_threadx_context *context,
			struct pxt_trace *trace)
{
	char name[PXT_THREADX_NAME_MAX + 1];

	if (!context->is_registered)
		snprintf(name, sizeof(name), "unregistered thread 0x%" PRIx64,
			 context->address);
	else if (!context->len)
		snprintf(name, sizeof(name), "thread 0x%" PRIx64,
			 context->address);
	else
		snprintf(name, sizeof(name), "%s", context->name);
	pxt_trace_thread(trace, PXT_TRACE_PID, context->tid, name);
}

/* Views show the name of the live thread, details that of TraceX. */
static int tell_registry(struct threadx *threadx, struct pxt_trace *trace)
{
	const struct pxt_threadx_contexts *contexts = &threadx->contexts;
	int err;

	err = pxt_threadx_registry_tell(&threadx->image, &threadx->contexts,
					trace);
	for (size_t i = 0; !err && i < contexts->count; i++)
		tell_thread(&contexts->context[i], trace);
	return err ? err :
		     pxt_threadx_registry_name(&threadx->image,
					       &threadx->contexts);
}

static void tell_facts(const struct threadx *threadx,
		       const struct pxt_import *import)
{
	pxt_threadx_notes_tell(&threadx->image, &threadx->clock, import->trace);
	if (pxt_feed_size(import->feed))
		pxt_trace_note(import->trace, "file_bytes", "%" PRIu64,
			       pxt_feed_size(import->feed));
	if (threadx->buffers > 1)
		pxt_trace_note(import->trace, "buffers", "%u",
			       threadx->buffers);
	tell_generation(threadx, import->settings, import->trace);
}

/* The clock continues from one buffer to the next. */
static int start(struct threadx *threadx, struct pxt_import *import)
{
	const struct pxt_threadx_image *image = &threadx->image;
	int err = 0;

	if (!threadx->buffers)
		err = pxt_threadx_clock_init(&threadx->clock, image,
					     import->settings, import->trace);
	if (!err)
		err = tell_registry(threadx, import->trace);
	if (err)
		return err;
	threadx->buffers++;
	tell_facts(threadx, import);
	threadx->types.word = image->word;
	pxt_threadx_walk_begin(&threadx->walk, image);
	threadx->stage = EVENTS;
	return 0;
}

/* True if no byte of the slot is missing. */
static bool is_whole(const struct pxt_import *import, size_t index)
{
	const struct threadx *threadx = import->state;
	const struct pxt_threadx_image *image = &threadx->image;

	return pxt_feed_is_whole(import->feed,
				 image->start + image->event_offset +
					 index * image->event_entry,
				 image->event_entry);
}

/* The current slot tells whether the ring was full; if it is unknown, the slots
 * behind it do. */
static void look_behind(struct threadx *threadx,
			const struct pxt_import *import)
{
	struct pxt_threadx_image *image = &threadx->image;
	size_t at = (size_t)image->current_index;

	if (!image->is_in_order || image->wrapped)
		return;
	while (at < image->event_present && !is_whole(import, at))
		at++;
	if (at < image->event_present && pxt_threadx_image_is_used(image, at))
		pxt_threadx_image_order(image, true);
}

/* Dumps may be truncated by a following one. A pipe is not held up for bytes
 * that may never come. *end: the end of the truncated dump. ENOMEM, or an error
 * of reading. */
static int find_end(struct pxt_import *import, uint64_t size, size_t *end)
{
	const uint8_t *data;
	size_t len, next;
	int err;

	if (!pxt_feed_size(import->feed))
		return 0;
	err = pxt_feed_need(import->feed,
			    size < SIZE_MAX / 2 ? 2 * size : SIZE_MAX);
	if (err)
		return err == ENODATA ? 0 : err;
	data = pxt_feed_peek(import->feed, &len);
	next = pxt_threadx_image_next(data, len);
	if (!next)
		return 0;
	*end = next;
	pxt_trace_tell(import->trace,
		       "a buffer was cut short: another one begins at byte "
		       "%" PRIu64,
		       pxt_feed_offset(import->feed) + next);
	return 0;
}

/* Reads a complete buffer into the window; its registry may change its size.
 * Errors of pxt_feed_need(). */
static int need_all(struct pxt_feed *feed, uint64_t *size)
{
	uint64_t needed = PXT_THREADX_HEADER_MAX;
	const uint8_t *data;
	size_t len;
	int err;

	for (*size = 0;; needed = *size) {
		err = pxt_feed_need(feed, needed);
		if (err)
			return err;
		data = pxt_feed_peek(feed, &len);
		*size = pxt_threadx_image_size(data, len);
		if (*size <= needed || pxt_feed_ended(feed))
			return 0;
	}
}

/* Loads the buffer at the feed's window. ENODATA: incomplete. */
static int load(struct threadx *threadx, struct pxt_import *import)
{
	struct pxt_feed *feed = import->feed;
	const uint8_t *data;
	size_t len, end = SIZE_MAX;
	uint64_t size;
	int err;

	err = need_all(feed, &size);
	if (err)
		return err;
	err = find_end(import, size, &end);
	if (err)
		return err;
	data = pxt_feed_peek(feed, &len);
	if (end < len)
		len = end;
	err = pxt_threadx_image_init(&threadx->image, data, len,
				     pxt_feed_offset(feed), import->trace);
	if (err)
		return err;
	look_behind(threadx, import);
	return start(threadx, import);
}

static struct threadx *create(struct pxt_trace *trace)
{
	struct threadx *threadx = calloc(1, sizeof(*threadx));

	if (!threadx)
		return NULL;
	threadx->types.trace = trace;
	threadx->types.custom_names = &threadx->custom_names;
	return threadx;
}

static int open_threadx(struct pxt_import *import)
{
	struct threadx *threadx = create(import->trace);
	int err;

	import->state = threadx;
	if (!threadx)
		return ENOMEM;
	err = add_contexts(threadx);
	if (!err)
		err = read_settings(threadx, import->settings, import->trace);
	if (!err)
		err = load(threadx, import);
	return err == ENODATA ? 0 : err;
}

static void close_threadx(struct pxt_import *import)
{
	struct threadx *threadx = import->state;

	if (!threadx)
		return;
	pxt_threadx_contexts_fini(&threadx->contexts);
	pxt_threadx_custom_names_fini(&threadx->custom_names);
	pxt_threadx_types_fini(&threadx->types);
	free(threadx);
	import->state = NULL;
}

/* Events */

static const struct pxt_threadx_context *
find_context(struct threadx *threadx, uint64_t address, struct pxt_trace *trace)
{
	static const char unknown[] = "unregistered thread";
	struct pxt_threadx_context *context;

	context = pxt_threadx_contexts_find(&threadx->contexts, address);
	if (context)
		return context;
	context = pxt_threadx_contexts_add(&threadx->contexts, address, unknown,
					   sizeof(unknown) - 1);
	if (context)
		tell_thread(context, trace);
	return context;
}

static int give_event(struct pxt_import *import, size_t index,
		      struct posix_trace_item_np *item)
{
	struct threadx *threadx = import->state;
	const struct pxt_threadx_image *image = &threadx->image;
	const uint8_t *slot = pxt_threadx_image_event(image, index);
	const struct pxt_threadx_type *type;
	struct pxt_threadx_data data;
	size_t len;

	for (unsigned i = 0; i < PXT_THREADX_EVENT_WORDS; i++)
		data.word[i] = pxt_threadx_word(image, slot, i);
	data.context = find_context(threadx, data.word[PXT_THREADX_CONTEXT],
				    import->trace);
	type = pxt_threadx_types_get(&threadx->types,
				     (uint16_t)data.word[PXT_THREADX_EVENT]);
	if (!data.context || !type)
		return ENOMEM;
	data.layout = &type->layout;
	data.ticks = pxt_threadx_clock_advance(&threadx->clock,
					       data.word[PXT_THREADX_STAMP]);
	threadx->now = pxt_threadx_clock_ns(&threadx->clock);
	len = pxt_threadx_data_put(threadx->data, image->word, &data);
	pxt_trace_place(import->trace,
			image->start + (uint64_t)(slot - image->data));
	pxt_trace_event(import->trace, item, type->number, threadx->now,
			PXT_TRACE_PID, data.context->tid, threadx->data, len);
	return 0;
}

/* Makes the loss of entries from one on. */
static void give_loss(struct pxt_import *import, uint64_t entry,
		      const char *why, struct posix_trace_item_np *item)
{
	const struct threadx *threadx = import->state;
	const struct pxt_threadx_image *image = &threadx->image;
	struct pxt_gap gap = { 0 };
	char where[PXT_GAP_TEXT];

	pxt_gap_add(&gap,
		    image->start + image->event_offset +
			    entry * image->event_entry,
		    threadx->walk.count * image->event_entry);
	pxt_trace_loss(import->trace, item, threadx->now, threadx->now,
		       threadx->walk.count, "%s%s", why,
		       pxt_gap_text(&gap, where));
}

static void tell_empty(const struct threadx *threadx, struct pxt_trace *trace,
		       const char *why)
{
	const struct pxt_threadx_image *image = &threadx->image;

	pxt_trace_damage(trace,
			 image->start + image->event_offset +
				 threadx->walk.slot * image->event_entry,
			 threadx->walk.count * image->event_entry, "%s", why);
}

/* ENOENT: end of the buffer. */
static int give(struct pxt_import *import, struct posix_trace_item_np *item)
{
	static const char empty[] = "no event where there was one";
	struct threadx *threadx = import->state;

	switch (pxt_threadx_walk_next(&threadx->walk, &threadx->image)) {
	case PXT_THREADX_USED:
		if (is_whole(import, threadx->walk.slot))
			return give_event(import, threadx->walk.slot, item);
		threadx->walk.count = 1;
		give_loss(import, threadx->walk.slot,
			  "the text does not tell all of it", item);
		return 0;
	case PXT_THREADX_EMPTY:
		tell_empty(threadx, import->trace, empty);
		give_loss(import, threadx->walk.slot, empty, item);
		return 0;
	case PXT_THREADX_MISSING:
		give_loss(import, threadx->image.event_present,
			  "the file ends inside the event area", item);
		return 0;
	default:
		return ENOENT;
	}
}

/* Several buffers */

static void leave(struct threadx *threadx, struct pxt_feed *feed)
{
	const struct pxt_threadx_image *image = &threadx->image;

	pxt_feed_take(feed, image->event_offset +
				    image->event_present * image->event_entry);
	threadx->stage = NEXT_BUFFER;
}

/* Full buffers are often copied into one file. Other bytes behind a buffer are
 * ignored. ENOENT: no further buffer. ENODATA: unknown so far. */
static int find_buffer(const struct threadx *threadx, struct pxt_feed *feed)
{
	const uint8_t *data;
	size_t len, skip;
	int err;

	err = pxt_feed_need(feed, SLACK + PXT_THREADX_HEADER_MAX);
	if (err)
		return err;
	data = pxt_feed_peek(feed, &len);
	for (skip = 0; skip < SLACK && skip < len; skip++)
		if (pxt_threadx_image_probe(data + skip, len - skip) ==
		    PXT_PROBE_SURE)
			break;
	if (skip == SLACK || skip == len ||
	    pxt_threadx_image_word(data + skip, len - skip) !=
		    threadx->types.word)
		return ENOENT;
	pxt_feed_take(feed, skip);
	return 0;
}

static int load_next(struct threadx *threadx, struct pxt_import *import)
{
	int err;

	err = find_buffer(threadx, import->feed);
	if (!err)
		err = load(threadx, import);
	if (err == EBADMSG)
		pxt_trace_damage(import->trace, pxt_feed_offset(import->feed),
				 PXT_THREADX_HEADER_MAX, "another buffer: %s",
				 pxt_trace_get_refusal(import->trace));
	if (err == EBADMSG || err == ENOENT) {
		threadx->stage = NOTHING;
		err = 0;
	}
	return err;
}

/* ENODATA: end, or nothing so far. */
static int step(struct pxt_import *import, struct posix_trace_item_np *item,
		bool *has_item)
{
	struct threadx *threadx = import->state;
	int err;

	*has_item = false;
	switch (threadx->stage) {
	case FIRST_BUFFER:
		return load(threadx, import);
	case NEXT_BUFFER:
		return load_next(threadx, import);
	case EVENTS:
		err = give(import, item);
		*has_item = !err;
		if (err != ENOENT)
			return err;
		leave(threadx, import->feed);
		return 0;
	default:
		return ENODATA;
	}
}

static int next_threadx(struct pxt_import *import,
			struct posix_trace_item_np *item, int *unavailable)
{
	bool has_item = false;
	int err = 0;

	while (!err && !has_item)
		err = step(import, item, &has_item);
	*unavailable = err == ENODATA;
	return err == ENODATA ? 0 : err;
}

const struct pxt_importer pxt_threadx_importer = {
	.open = open_threadx,
	.next = next_threadx,
	.close = close_threadx,
};
