/*
 * offline.c - reading LiteOS's buffer: a head, a table of tasks, and a ring of
 * frames
 */
#include <errno.h>
#include <stdlib.h>

#include "format/gap.h"
#include "format/liteos/import/count.h"
#include "format/liteos/import/guess.h"
#include "format/liteos/import/import.h"
#include "format/liteos/import/slots.h"
#include "format/liteos/message.h"
#include "format/liteos/word.h"

enum {
	HEAD_LEN = 24,
	LEAST_FRAME = 20,  /* type, task, time and identity, in units of 4 */
	OBJECT_FIXED = 8,  /* entry without its name */
	COUNTED = 1 << 16, /* slots before the counter wraps */
};

struct offline {
	const uint8_t *data; /* the whole buffer, in the feed */
	size_t len;
	bool big;
	/* The head */
	uint32_t clock_freq, version;
	unsigned total_len, obj_size, frame_size, obj_offset, frame_offset;

	struct pxt_liteos_layout layout;
	struct pxt_liteos_place place;
	struct pxt_liteos_slots slots;
	size_t given;	  /* slots processed */
	uint64_t missing; /* events before the first, to be reported */
	struct pxt_liteos_count counts;
	uint64_t skipped; /* frames that the counter counts again */
	bool told_end;
	bool is_cut;
};

static int refuse(struct pxt_liteos *liteos, const char *why)
{
	pxt_trace_refuse(liteos->trace, "%s", why);
	return EBADMSG;
}

static int read_order(struct pxt_liteos *liteos, struct offline *offline)
{
	const uint8_t *data = offline->data;

	if (offline->len < HEAD_LEN) {
		pxt_trace_refuse(liteos->trace,
				 "a head of a buffer has 24 bytes, these are "
				 "%zu",
				 offline->len);
		return EBADMSG;
	}
	offline->big = pxt_liteos_get32(data, true) == PXT_LITEOS_ENDIAN;
	if (offline->big || pxt_liteos_get32(data, false) == PXT_LITEOS_ENDIAN)
		return 0;
	pxt_trace_refuse(liteos->trace,
			 "the byte order word is 0x%08x, not 0x12345678 in "
			 "either order (OpenHarmony 1.x, which is not read, "
			 "has none)",
			 pxt_liteos_get32(data, false));
	return EBADMSG;
}

static int read_head(struct pxt_liteos *liteos, struct offline *offline)
{
	const uint8_t *data = offline->data;
	const bool big = offline->big;

	offline->clock_freq = pxt_liteos_get32(data + 4, big);
	offline->version = pxt_liteos_get32(data + 8, big);
	offline->total_len = pxt_liteos_get16(data + 12, big);
	offline->obj_size = pxt_liteos_get16(data + 14, big);
	offline->frame_size = pxt_liteos_get16(data + 16, big);
	offline->obj_offset = pxt_liteos_get16(data + 18, big);
	offline->frame_offset = pxt_liteos_get16(data + 20, big);
	if (offline->frame_size < LEAST_FRAME)
		return refuse(liteos, "the head tells a size of frames that "
				      "none has");
	if (offline->obj_offset < HEAD_LEN ||
	    offline->frame_offset < offline->obj_offset)
		return refuse(liteos, "the head tells places that overlap");
	if (offline->frame_offset > offline->len) {
		pxt_trace_refuse(liteos->trace,
				 "frames start at %u, where only %zu bytes "
				 "are there",
				 offline->frame_offset, offline->len);
		return EBADMSG;
	}
	return 0;
}

/* The head has the lower 16 bits of the length only. */
static void compare_length(struct pxt_liteos *liteos, struct offline *offline)
{
	const size_t told = offline->total_len;

	if (offline->len > told && offline->len % 65536 == told) {
		pxt_trace_tell(liteos->trace,
			       "the head tells a length of %zu bytes, which "
			       "is %zu modulo 65536",
			       told, offline->len);
	} else if (offline->len > told && told > offline->frame_offset) {
		pxt_trace_damage(liteos->trace, told, offline->len - told,
				 "behind the end of the buffer");
		offline->len = told;
	} else if (offline->len < told) {
		pxt_trace_damage(liteos->trace, offline->len,
				 told - offline->len,
				 "missing: the head tells %zu bytes", told);
		offline->is_cut = true;
	}
}

static size_t objects(const struct offline *offline)
{
	if (offline->obj_size <= OBJECT_FIXED)
		return 0;
	return (offline->frame_offset - offline->obj_offset) /
	       offline->obj_size;
}

static bool is_blank(const uint8_t *at, size_t len)
{
	while (len && !*at) {
		at++;
		len--;
	}
	return !len;
}

static int read_objects(struct pxt_liteos *liteos, struct offline *offline)
{
	const size_t count = objects(offline);

	for (size_t i = 0; i < count; i++) {
		const uint8_t *at = offline->data + offline->obj_offset +
				    i * offline->obj_size;
		const struct pxt_liteos_entry entry = {
			.word = pxt_liteos_get32(at, offline->big),
			.priority = pxt_liteos_get32(at + 4, offline->big),
			.name = at + OBJECT_FIXED,
			.len = offline->obj_size - OBJECT_FIXED,
			.offset = (uint64_t)(at + OBJECT_FIXED - offline->data),
			.has_slot = true,
			.slot = (uint32_t)i,
		};
		int err;

		if (is_blank(at, offline->obj_size) ||
		    !pxt_feed_is_whole(liteos->feed,
				       (uint64_t)(at - offline->data),
				       offline->obj_size))
			continue;
		err = pxt_liteos_tasks_name(liteos->tasks, &entry);
		if (err)
			return err;
	}
	return 0;
}

static const uint8_t *frame_at(const struct offline *offline, size_t slot)
{
	return offline->data + offline->frame_offset +
	       slot * offline->frame_size;
}

static void tell_guess(struct pxt_liteos *liteos, const struct offline *offline,
		       bool sure)
{
	char text[PXT_LITEOS_LAYOUT_TEXT];

	pxt_liteos_layout_print(&offline->layout, text);
	pxt_trace_tell(liteos->trace,
		       sure ? "the layout of its frames looks like %s; "
			      "layout= says it" :
			      "the layout of its frames may be %s, which is a "
			      "poor guess; layout= says it",
		       text);
}

static bool any_used(const struct offline *offline)
{
	return !is_blank(frame_at(offline, 0),
			 offline->slots.count * offline->frame_size);
}

static int find_layout(struct pxt_liteos *liteos, struct offline *offline)
{
	char text[PXT_LITEOS_LAYOUT_TEXT];
	bool sure = false;

	if (!liteos->options.has_layout) {
		if (!pxt_liteos_guess(frame_at(offline, 0),
				      offline->slots.count, offline->frame_size,
				      offline->big, &offline->layout, &sure)) {
			pxt_trace_refuse(liteos->trace,
					 "no layout has frames of %u bytes",
					 offline->frame_size);
			return EBADMSG;
		}
		if (any_used(offline))
			tell_guess(liteos, offline, sure);
		return 0;
	}
	offline->layout = liteos->options.layout;
	if (offline->layout.size == offline->frame_size)
		return 0;
	pxt_liteos_layout_print(&offline->layout, text);
	pxt_trace_refuse(liteos->trace,
			 "layout=%s has frames of %u bytes, these are of %u",
			 text, offline->layout.size, offline->frame_size);
	return EINVAL;
}

static int find_frames(struct pxt_liteos *liteos, struct offline *offline)
{
	struct pxt_liteos_slots *slots = &offline->slots;
	char text[PXT_LITEOS_LAYOUT_TEXT];
	int err;

	slots->frames = frame_at(offline, 0);
	slots->feed = liteos->feed;
	slots->offset = offline->frame_offset;
	slots->layout = &offline->layout;
	slots->big = offline->big;
	slots->old = liteos->options.old_numbers;
	slots->hz = liteos->hz ? liteos->hz : offline->clock_freq;
	err = pxt_liteos_slots_find(slots);
	if (err || !slots->is_doubtful)
		return err;
	pxt_liteos_layout_print(&offline->layout, text);
	pxt_trace_tell(liteos->trace,
		       "most of its frames do not look like %s: they are "
		       "taken as they are, layout= may know better",
		       text);
	return 0;
}

static void tell_damage(struct pxt_liteos *liteos,
			const struct offline *offline)
{
	const struct pxt_liteos_slots *slots = &offline->slots;
	const char *why;
	size_t count;

	for (size_t i = 0; i < slots->end; i += count + 1) {
		count = pxt_liteos_slots_damaged(slots, i, &why);
		if (count)
			pxt_trace_damage(liteos->trace,
					 (uint64_t)(frame_at(offline, i) -
						    offline->data),
					 count * offline->frame_size, "%s",
					 why);
	}
}

/* Number of frames in a buffer of that length. */
static size_t capacity(const struct offline *offline, size_t len)
{
	return len > offline->frame_offset ?
		       (len - offline->frame_offset) / offline->frame_size :
		       0;
}

/* The slot index has 16 bits: in a larger buffer only the rest is ever
 * written. */
static size_t slots_in_use(const struct offline *offline)
{
	const size_t all = capacity(offline, offline->len);
	const size_t rest = all % COUNTED;

	if (all < COUNTED || !rest ||
	    !is_blank(frame_at(offline, rest),
		      (all - rest) * offline->frame_size))
		return all;
	return rest;
}

/* Reports bytes behind the last frame: padding of a buffer, or a truncated
 * frame. */
static void tell_rest(struct pxt_liteos *liteos, const struct offline *offline)
{
	const size_t rest =
		(offline->len - offline->frame_offset) % offline->frame_size;
	const bool is_part = offline->is_cut &&
			     capacity(offline, offline->len) <
				     capacity(offline, offline->total_len);

	pxt_trace_note(liteos->trace, "slackBytes", "%zu", is_part ? 0 : rest);
	if (is_part && rest)
		pxt_trace_note(liteos->trace, "partialBytes", "%zu", rest);
}

static void tell_facts(struct pxt_liteos *liteos, const struct offline *offline)
{
	struct pxt_trace *trace = liteos->trace;
	const struct pxt_liteos_slots *slots = &offline->slots;
	const bool full = slots->end == slots->count;
	char text[PXT_LITEOS_LAYOUT_TEXT];

	pxt_liteos_layout_print(&offline->layout, text);
	pxt_trace_system(trace, "LiteOS, %u bits, %s-endian",
			 8U * offline->layout.shape.width,
			 offline->big ? "big" : "little");
	pxt_trace_note(trace, "kind", "offline");
	pxt_trace_note(trace, "layout", "%s", text);
	pxt_trace_note(trace, "byteOrder", "%s",
		       offline->big ? "big" : "little");
	pxt_liteos_set_clock(liteos, offline->clock_freq);
	pxt_trace_note(trace, "version", "%u", offline->version);
	pxt_trace_note(trace, "bytes", "%zu", offline->len);
	pxt_trace_note(trace, "totalLen", "%u", offline->total_len);
	pxt_trace_note(trace, "objSize", "%u", offline->obj_size);
	pxt_trace_note(trace, "frameSize", "%u", offline->frame_size);
	pxt_trace_note(trace, "objOffset", "%u", offline->obj_offset);
	pxt_trace_note(trace, "frameOffset", "%u", offline->frame_offset);
	pxt_trace_note(trace, "objCapacity", "%zu", objects(offline));
	pxt_trace_note(trace, "capacity", "%zu", slots->count);
	if (offline->len != offline->total_len)
		pxt_trace_note(trace, "capacityByHeader", "%zu",
			       capacity(offline, offline->total_len));
	pxt_trace_note(trace, "used", "%zu", slots->used);
	if (slots->used)
		pxt_trace_note(trace, "oldestSlot", "%zu", slots->oldest);
	pxt_trace_note(trace, "full", "%s", full ? "yes" : "no");
	pxt_trace_note(trace, "wrapped", "%s",
		       full && slots->oldest ? "yes" : "no");
	pxt_trace_note(trace, "complete", "%s", offline->is_cut ? "no" : "yes");
	tell_rest(liteos, offline);
}

static int read_buffer(struct pxt_liteos *liteos, struct offline *offline)
{
	int err;

	err = read_order(liteos, offline);
	if (!err)
		err = read_head(liteos, offline);
	if (err)
		return err;
	compare_length(liteos, offline);
	offline->slots.count = slots_in_use(offline);
	err = find_layout(liteos, offline);
	if (err)
		return err;
	liteos->tree = offline->layout.tree;
	offline->place.has_slot = true;
	err = find_frames(liteos, offline);
	if (err)
		return err;
	offline->missing = offline->slots.missing;
	tell_damage(liteos, offline);
	tell_facts(liteos, offline);
	return read_objects(liteos, offline);
}

static int open_offline(struct pxt_liteos *liteos)
{
	struct offline *offline;
	int err;

	err = pxt_feed_all(liteos->feed);
	if (err)
		return err == ENODATA ? EAGAIN : err;
	offline = calloc(1, sizeof(*offline));
	if (!offline)
		return ENOMEM;
	liteos->reading = offline;
	offline->data = pxt_feed_peek(liteos->feed, &offline->len);
	return read_buffer(liteos, offline);
}

/* Returns the number of damaged slots here and why. Unused slots come behind
 * the used ones. */
static size_t skip_damage(struct offline *offline, const char **why,
			  struct pxt_gap *gap)
{
	const struct pxt_liteos_slots *slots = &offline->slots;
	size_t slot, skipped;

	if (offline->given == slots->count)
		return 0;
	slot = pxt_liteos_slots_at(slots, offline->given);
	if (pxt_liteos_slots_has(slots, slot))
		return 0;
	skipped = pxt_liteos_slots_damaged(slots, slot, why);
	/* The oldest slot, behind the newest, may be damaged, too. */
	if (skipped > slots->count - offline->given)
		skipped = slots->count - offline->given;
	if (skipped)
		pxt_gap_add(gap,
			    (uint64_t)(frame_at(offline, slot) - offline->data),
			    skipped * offline->frame_size);
	if (skipped)
		offline->given += skipped;
	else if (slot >= slots->end)
		offline->given = slots->count;
	return skipped;
}

static bool next_frame(struct offline *offline, struct pxt_liteos_frame *frame)
{
	const struct pxt_liteos_slots *slots = &offline->slots;

	if (offline->given == slots->count)
		return false;
	offline->place.slot =
		(uint32_t)pxt_liteos_slots_at(slots, offline->given++);
	pxt_liteos_layout_take(&offline->layout,
			       frame_at(offline, offline->place.slot),
			       offline->big, frame);
	return true;
}

static uint32_t count_at(const struct offline *offline, size_t slot)
{
	return pxt_liteos_get32(frame_at(offline, slot) + offline->layout.count,
				offline->big);
}

/* Events missing before the next frame by the counter, minus damaged frames. */
static uint64_t missing_frames(struct offline *offline)
{
	const struct pxt_liteos_slots *slots = &offline->slots;
	uint32_t ahead[PXT_LITEOS_LOOKAHEAD];
	uint64_t missing, told;
	size_t len = 0;

	for (size_t i = offline->given;
	     i < slots->count && len < PXT_LITEOS_LOOKAHEAD &&
	     i < offline->given + 4 * PXT_LITEOS_LOOKAHEAD;
	     i++) {
		const size_t slot = pxt_liteos_slots_at(slots, i);

		if (pxt_liteos_slots_has(slots, slot))
			ahead[len++] = count_at(offline, slot);
	}
	missing = pxt_liteos_count_missing(&offline->counts, ahead, len);
	told = offline->skipped < missing ? offline->skipped : missing;
	offline->skipped = 0;
	return missing - told;
}

/* Takes the counter of the next frame. */
static uint64_t take_count(struct offline *offline)
{
	const size_t slot =
		pxt_liteos_slots_at(&offline->slots, offline->given);
	uint64_t missing;

	if (!offline->layout.shape.count || offline->slots.is_doubtful)
		return 0;
	missing = 0;
	if (!pxt_liteos_count_goes_on(&offline->counts,
				      count_at(offline, slot)))
		missing = missing_frames(offline);
	if (!missing)
		pxt_liteos_count_take(&offline->counts,
				      count_at(offline, slot));
	return missing;
}

/* Slot of the first event. */
static size_t first_event(const struct offline *offline)
{
	const struct pxt_liteos_slots *slots = &offline->slots;
	size_t place = 0;

	while (place + 1 < slots->count &&
	       !pxt_liteos_slots_has(slots, pxt_liteos_slots_at(slots, place)))
		place++;
	return place;
}

static uint64_t cycles_at(const struct offline *offline, size_t place)
{
	const size_t slot = pxt_liteos_slots_at(&offline->slots, place);

	return pxt_liteos_get64(frame_at(offline, slot) + offline->layout.time,
				offline->big);
}

/* Makes the loss before the first event; damaged frames are reported behind it.
 * False: no loss. */
static bool give_opening(struct pxt_liteos *liteos, struct offline *offline,
			 struct posix_trace_item_np *item)
{
	const size_t first = first_event(offline);
	const uint64_t missing = offline->missing;

	offline->missing = 0;
	if (missing <= first)
		return false;
	pxt_liteos_opening_loss(liteos, cycles_at(offline, first),
				missing - first, item);
	return true;
}

/* Makes a loss up to the next event, if any. */
static void give_loss(struct pxt_liteos *liteos, uint64_t lost, const char *why,
		      const struct pxt_gap *gap,
		      struct posix_trace_item_np *item)
{
	const struct offline *offline = liteos->reading;
	const struct pxt_liteos_slots *slots = &offline->slots;
	uint64_t to = liteos->last_ns;
	char where[PXT_GAP_TEXT];

	if (offline->given < slots->count)
		to = pxt_liteos_time(liteos,
				     cycles_at(offline, offline->given));
	pxt_liteos_interrupts_forget(&liteos->interrupts);
	pxt_trace_loss(liteos->trace, item, liteos->last_ns, to, lost, "%s%s",
		       why, pxt_gap_text(gap, where));
}

/* Finds the next loss. False: none. */
static bool find_loss(struct pxt_liteos *liteos, struct offline *offline,
		      struct posix_trace_item_np *item)
{
	struct pxt_gap gap = { 0 };
	const char *why;
	size_t skipped;
	uint64_t missing;

	if (offline->missing && give_opening(liteos, offline, item))
		return true;
	skipped = skip_damage(offline, &why, &gap);
	if (skipped) {
		offline->skipped += skipped;
		give_loss(liteos, skipped, why, &gap, item);
		return true;
	}
	missing =
		offline->given < offline->slots.count ? take_count(offline) : 0;
	if (missing)
		give_loss(liteos, missing, "not there, says the event counter",
			  &gap, item);
	return missing;
}

static int next(struct pxt_liteos *liteos, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct offline *offline = liteos->reading;
	struct pxt_liteos_frame frame;
	struct pxt_gap gap = { 0 };

	for (;;) {
		if (find_loss(liteos, offline, item))
			return 0;
		if (!next_frame(offline, &frame))
			break;
		pxt_trace_place(
			liteos->trace,
			(uint64_t)(frame_at(offline, offline->place.slot) -
				   offline->data));
		if (pxt_liteos_emit(liteos, &offline->layout.shape,
				    &offline->place, &frame, item))
			return 0;
	}
	if (offline->is_cut && !offline->told_end) {
		offline->told_end = true;
		pxt_gap_add(&gap, offline->len,
			    offline->total_len - offline->len);
		give_loss(liteos, 0, "the buffer is cut", &gap, item);
		return 0;
	}
	/* The buffer is consumed. */
	pxt_feed_take(liteos->feed, SIZE_MAX);
	*unavailable = 1;
	return 0;
}

static void close_offline(struct pxt_liteos *liteos)
{
	struct offline *offline = liteos->reading;

	pxt_liteos_slots_fini(&offline->slots);
	free(offline);
	liteos->reading = NULL;
}

const struct pxt_liteos_reader pxt_liteos_offline = {
	.open = open_offline,
	.next = next,
	.close = close_offline,
};
