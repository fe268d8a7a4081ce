/*
 * threadx_import.c - reading a ThreadX event trace
 *
 * The ring of events is walked from the oldest on, which may be in the middle of
 * the file: all of it has to be there first.
 */
#include "format/threadx_import.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "format/threadx_clock.h"
#include "format/threadx_contexts.h"
#include "format/threadx_custom.h"
#include "format/threadx_events.h"
#include "format/threadx_image.h"
#include "format/threadx_notes.h"
#include "format/threadx_registry.h"
#include "format/threadx_types.h"

/* The words of an event slot. */
enum { CONTEXT, PRIORITY, EVENT, STAMP, INFORMATION, WORDS = 8 };

enum {
	CORE_SHIFT = 24, /* of the event's id, by kernels for several cores */
	PRIORITY_MASK = 0x3ff,
	THRESHOLD_SHIFT = 16,
	THRESHOLD_PRESENT = 31, /* the bit that says so */
};

struct threadx {
	struct pxt_threadx_image image;
	struct pxt_threadx_clock clock;
	struct pxt_threadx_contexts contexts;
	struct pxt_threadx_custom custom;
	struct pxt_threadx_types types;
	bool is_loaded;

	unsigned run;
	size_t at; /* slots of the run that were taken */
	bool has_missing;
	uint64_t now; /* nanoseconds, of the event before */
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
		pxt_trace_refuse(trace, "generation=%s: neither current nor "
					"old",
				 pxt_settings_get(settings, "generation"));
		return EINVAL;
	}
	threadx->types.generation = generation;
	return 0;
}

static int read_settings(struct threadx *threadx,
			 const struct pxt_settings *settings,
			 struct pxt_trace *trace)
{
	const char *events = pxt_settings_get(settings, "events");
	int err;

	err = set_generation(threadx, settings, trace);
	if (!err && events)
		err = pxt_threadx_custom_read(&threadx->custom, events, trace);
	return err;
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
				image, slot, EVENT);

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

static int add_contexts(struct threadx *threadx, struct pxt_trace *trace)
{
	struct pxt_threadx_contexts *contexts = &threadx->contexts;

	if (!pxt_threadx_contexts_add(contexts, PXT_THREADX_INTERRUPT,
				      "Interrupt", 9) ||
	    !pxt_threadx_contexts_add(contexts, PXT_THREADX_INITIALIZE,
				      "Initialize", 10))
		return ENOMEM;
	return pxt_threadx_registry_tell(&threadx->image, contexts, trace);
}

/* What threads are called in views: one has no name, others are not known. */
static void tell_thread(const struct pxt_threadx_context *context,
			bool is_registered, struct pxt_trace *trace)
{
	char name[PXT_THREADX_NAME_MAX + 1];

	if (!is_registered)
		snprintf(name, sizeof(name), "unregistered thread 0x%" PRIx64,
			 context->address);
	else if (!context->len)
		snprintf(name, sizeof(name), "thread 0x%" PRIx64,
			 context->address);
	else
		snprintf(name, sizeof(name), "%.*s", (int)context->len,
			 context->name);
	pxt_trace_thread(trace, PXT_TRACE_PID, context->tid, name);
}

static int start(struct threadx *threadx, struct pxt_import *import,
		 const uint8_t *data, size_t len)
{
	struct pxt_trace *trace = import->trace;
	int err;

	err = pxt_threadx_image_init(&threadx->image, data, len, trace);
	if (!err)
		err = pxt_threadx_clock_init(&threadx->clock, &threadx->image,
					     import->settings, trace);
	if (!err)
		err = add_contexts(threadx, trace);
	if (err)
		return err;
	for (size_t i = 0; i < threadx->contexts.count; i++)
		tell_thread(&threadx->contexts.context[i], true, trace);
	pxt_threadx_notes_tell(&threadx->image, &threadx->clock, trace);
	if (pxt_feed_size(import->feed))
		pxt_trace_note(trace, "file_bytes", "%" PRIu64,
			       pxt_feed_size(import->feed));
	tell_generation(threadx, import->settings, trace);
	threadx->types.word = threadx->image.word;
	threadx->has_missing = threadx->image.missing;
	threadx->now = pxt_threadx_clock_ns(&threadx->clock);
	threadx->is_loaded = true;
	return 0;
}

/* ENODATA: not all of it is there so far. */
static int load(struct threadx *threadx, struct pxt_import *import)
{
	const uint8_t *data;
	size_t len;
	int err;

	err = pxt_feed_need(import->feed, PXT_THREADX_HEADER_MAX);
	if (err)
		return err;
	data = pxt_feed_peek(import->feed, &len);
	err = pxt_feed_need(import->feed, pxt_threadx_image_size(data, len));
	if (err)
		return err;
	data = pxt_feed_peek(import->feed, &len);
	return start(threadx, import, data, len);
}

static struct threadx *create(struct pxt_trace *trace)
{
	struct threadx *threadx = calloc(1, sizeof(*threadx));

	if (!threadx)
		return NULL;
	threadx->types.trace = trace;
	threadx->types.custom = &threadx->custom;
	pxt_threadx_contexts_init(&threadx->contexts);
	return threadx;
}

static int open_threadx(struct pxt_import *import)
{
	struct threadx *threadx = create(import->trace);
	int err;

	import->state = threadx;
	if (!threadx)
		return ENOMEM;
	pxt_trace_is_relative(import->trace);
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
	pxt_threadx_custom_fini(&threadx->custom);
	pxt_threadx_types_fini(&threadx->types);
	free(threadx);
	import->state = NULL;
}

/* One event */

struct event {
	const struct pxt_threadx_context *context;
	const struct pxt_threadx_type *type;
	uint64_t word[WORDS];
	uint64_t ticks;
};

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
		tell_thread(context, false, trace);
	return context;
}

static uint8_t *put(uint8_t *at, const void *value, size_t size)
{
	memcpy(at, value, size);
	return at + size;
}

static uint8_t *put_word(uint8_t *at, unsigned size, uint64_t value)
{
	const uint32_t narrow = (uint32_t)value;

	return size == sizeof(value) ? put(at, &value, sizeof(value)) :
				       put(at, &narrow, sizeof(narrow));
}

/* As people write it, with zeroes behind. */
static uint8_t *put_ip(uint8_t *at, uint64_t address)
{
	uint8_t *to = at;

	memset(at, 0, PXT_THREADX_IP_SIZE);
	for (int shift = 24; shift >= 0; shift -= 8) {
		const unsigned part = address >> shift & 0xff;

		if (part >= 100)
			*to++ = (uint8_t)('0' + part / 100);
		if (part >= 10)
			*to++ = (uint8_t)('0' + part / 10 % 10);
		*to++ = (uint8_t)('0' + part % 10);
		if (shift)
			*to++ = '.';
	}
	return at + PXT_THREADX_IP_SIZE;
}

static uint8_t *put_priority(uint8_t *at, const struct event *event)
{
	const uint64_t word = event->word[PRIORITY];
	const uint16_t priority = word & PRIORITY_MASK;
	const uint16_t threshold = word >> THRESHOLD_SHIFT & PRIORITY_MASK;

	if (event->context->address == PXT_THREADX_INTERRUPT ||
	    event->context->address == PXT_THREADX_INITIALIZE)
		return at;
	at = put(at, &priority, sizeof(priority));
	if (word >> THRESHOLD_PRESENT & 1)
		at = put(at, &threshold, sizeof(threshold));
	return at;
}

static uint8_t *put_name(uint8_t *at, const struct pxt_threadx_context *context)
{
	at = put(at, context->name, context->len);
	*at = '\0';
	return at + 1;
}

/* The data, see threadx_types.h. Gives its length. */
static size_t put_event(uint8_t *data, unsigned size, const struct event *event)
{
	const struct pxt_threadx_type *type = event->type;
	const uint64_t *word = event->word, *information = word + INFORMATION;
	const uint8_t core = (uint8_t)(word[EVENT] >> CORE_SHIFT);
	const uint16_t id = (uint16_t)word[EVENT];
	uint8_t *at = data;

	for (unsigned i = 0; i < type->used; i++)
		at = type->is_ip[i] ?
			     put_ip(at, information[type->word[i]]) :
			     put_word(at, size, information[type->word[i]]);
	at = put_word(at, size, word[CONTEXT]);
	at = put_word(at, size, word[PRIORITY]);
	at = put_word(at, size, word[EVENT]);
	at = put(at, &core, sizeof(core));
	at = put(at, &id, sizeof(id));
	at = put_word(at, size, word[STAMP]);
	at = put(at, &event->ticks, sizeof(event->ticks));
	for (unsigned i = 0; !type->is_plain && i < PXT_THREADX_WORDS; i++)
		at = put_word(at, size, information[i]);
	at = put_name(at, event->context);
	at = put_priority(at, event);
	return (size_t)(at - data);
}

static int give_event(struct pxt_import *import, const uint8_t *slot,
		      struct posix_trace_item_np *item)
{
	struct threadx *threadx = import->state;
	const struct pxt_threadx_image *image = &threadx->image;
	struct event event;
	size_t len;

	for (unsigned i = 0; i < WORDS; i++)
		event.word[i] = pxt_threadx_word(image, slot, i);
	event.context =
		find_context(threadx, event.word[CONTEXT], import->trace);
	if (!event.context)
		return ENOMEM;
	event.type = pxt_threadx_types_get(&threadx->types,
					   (uint16_t)event.word[EVENT]);
	if (!event.type)
		return ENOMEM;
	event.ticks =
		pxt_threadx_clock_advance(&threadx->clock, event.word[STAMP]);
	threadx->now = pxt_threadx_clock_ns(&threadx->clock);
	len = put_event(threadx->data, image->word, &event);
	pxt_trace_event(import->trace, item, event.type->number, threadx->now,
			PXT_TRACE_PID, event.context->tid, threadx->data, len);
	return 0;
}

/* One after another */

static bool is_used(const struct pxt_threadx_image *image, size_t index)
{
	return pxt_threadx_word(image, pxt_threadx_image_event(image, index),
				CONTEXT) != PXT_THREADX_UNUSED;
}

/* Slots that were used, and are not. */
static void give_unused(struct pxt_import *import,
			struct posix_trace_item_np *item)
{
	struct threadx *threadx = import->state;
	const struct pxt_threadx_image *image = &threadx->image;
	const size_t from = threadx->at, end = image->run[threadx->run].to;

	while (threadx->at < end && !is_used(image, threadx->at))
		threadx->at++;
	pxt_trace_damage(import->trace,
			 image->event_offset + from * image->event_entry,
			 (threadx->at - from) * image->event_entry,
			 "no event where there was one");
	pxt_trace_loss(import->trace, item, threadx->now, threadx->now,
		       threadx->at - from, "no event where there was one");
}

static void give_missing(struct pxt_import *import,
			 struct posix_trace_item_np *item)
{
	struct threadx *threadx = import->state;

	threadx->has_missing = false;
	pxt_trace_loss(import->trace, item, threadx->now, threadx->now,
		       threadx->image.missing,
		       "the file ends inside the event area");
}

/* Go to the next slot, if need be in the next run. False: there is none. */
static bool has_slots(struct threadx *threadx)
{
	const struct pxt_threadx_image *image = &threadx->image;

	for (; threadx->run < image->runs; threadx->run++, threadx->at = 0) {
		if (threadx->at < image->run[threadx->run].from)
			threadx->at = image->run[threadx->run].from;
		if (threadx->at < image->run[threadx->run].to)
			return true;
	}
	return false;
}

/* Where the ring has no order, unused slots may be what was never filled. */
static void skip_unused(struct threadx *threadx)
{
	while (has_slots(threadx) && !is_used(&threadx->image, threadx->at))
		threadx->at++;
}

static int give(struct pxt_import *import, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct threadx *threadx = import->state;
	const struct pxt_threadx_image *image = &threadx->image;
	bool has_more;

	if (!image->is_in_order)
		skip_unused(threadx);
	has_more = has_slots(threadx);
	*unavailable = 0;
	if (threadx->has_missing && (!has_more || threadx->run))
		give_missing(import, item);
	else if (!has_more)
		*unavailable = 1;
	else if (!is_used(image, threadx->at))
		give_unused(import, item);
	else
		return give_event(import,
				  pxt_threadx_image_event(image, threadx->at++),
				  item);
	return 0;
}

static int next_threadx(struct pxt_import *import,
			struct posix_trace_item_np *item, int *unavailable)
{
	struct threadx *threadx = import->state;
	int err;

	if (!threadx->is_loaded) {
		err = load(threadx, import);
		if (err == ENODATA) {
			*unavailable = 1;
			return 0;
		}
		if (err)
			return err;
	}
	return give(import, item, unavailable);
}

const struct pxt_importer pxt_threadx_importer = {
	.open = open_threadx,
	.next = next_threadx,
	.close = close_threadx,
};
