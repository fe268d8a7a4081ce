/*
 * tlv.c - reading LiteOS's messages, from a device or its buffer
 *
 * Bytes outside of messages are skipped one by one. A dump of a buffer is in
 * slot order: its events are held until the oldest is known, at the end of the
 * dump, or at the first blank slot: then it is the first.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "format/gap.h"
#include "format/liteos/announced_tasks.h"
#include "format/liteos/import/count.h"
#include "format/liteos/import/import.h"
#include "format/liteos/import/lookahead.h"
#include "format/liteos/import/ring.h"
#include "format/liteos/message.h"

enum {
	HELD_MAX = 65535, /* maximum slots of a buffer */
	CLOCKS_MAX = 256, /* sessions whose clocks are kept */
};

/* An event on arrival. */
struct held {
	uint64_t offset;
	uint8_t len;
	struct pxt_gap before; /* skipped bytes before it */
	uint8_t bytes[PXT_LITEOS_MESSAGE_MAX];
};

struct tlv {
	enum pxt_liteos_endian order;
	struct pxt_liteos_message message;
	uint64_t offset;       /* offset of the message */
	uint64_t gap;	       /* skipped bytes before it */
	struct pxt_gap before; /* skipped bytes before the next event */
	bool has_system;
	bool has_clock;
	uint32_t sessions;
	uint64_t messages[4]; /* number of each type */
	uint64_t blank;	      /* blank events among these */
	uint64_t bad;	      /* bytes outside of messages */
	/* Announcements while events happen. */
	struct pxt_liteos_announced_tasks announced_tasks;

	/* A dump in progress. */
	bool is_dump;
	uint32_t objects; /* slots of the task table so far */
	bool is_partial;  /* buffer was not full */
	struct pxt_liteos_ring by_time, by_count;
	bool has_counters; /* all frames have counters */
	struct held *held;
	size_t count, room;
	/* Delivery of held events: index and number. */
	bool is_giving;
	size_t oldest, given;
	uint64_t opening; /* events before the first one */

	/* An event that waits for the loss before it. */
	bool has_waiting;
	struct pxt_liteos_shape shape;
	struct pxt_liteos_frame frame;
	struct pxt_liteos_place place;
	struct pxt_liteos_count counts;
	struct pxt_liteos_count counted; /* counters before this dump */
	bool ended;
};

static int open_tlv(struct pxt_liteos *liteos)
{
	struct tlv *tlv = calloc(1, sizeof(*tlv));

	if (!tlv)
		return ENOMEM;
	liteos->reading = tlv;
	tlv->gap = liteos->passed;
	pxt_trace_note(liteos->trace, "kind", "tlv");
	return 0;
}

static void close_tlv(struct pxt_liteos *liteos)
{
	struct tlv *tlv = liteos->reading;

	pxt_liteos_announced_tasks_fini(&tlv->announced_tasks);
	free(tlv->held);
	free(tlv);
	liteos->reading = NULL;
}

/* Skips bytes without a message. */
static size_t skip(const uint8_t *at, size_t len)
{
	const uint8_t *next =
		len > 1 ? memchr(at + 1, PXT_LITEOS_MAGIC, len - 1) : NULL;

	return next ? (size_t)(next - at) : len;
}

/* Finds the next message. ENODATA: none now. */
static int scan(struct pxt_liteos *liteos, struct tlv *tlv)
{
	struct pxt_feed *feed = liteos->feed;
	enum pxt_liteos_found found;
	const uint8_t *at;
	size_t len;
	int err;

	for (;;) {
		at = pxt_feed_peek(feed, &len);
		found = len ? pxt_liteos_message_read(at, len, &tlv->order,
						      &tlv->message) :
			      PXT_LITEOS_PARTIAL;
		if (found == PXT_LITEOS_WHOLE)
			break;
		if (found == PXT_LITEOS_PARTIAL) {
			err = pxt_feed_more(feed);
			if (!err)
				continue;
			if (err != ENODATA || !pxt_feed_ended(feed) || !len)
				return err;
			/* The window may have moved even if nothing came. */
			at = pxt_feed_peek(feed, &len);
		}
		len = skip(at, len);
		tlv->gap += len;
		pxt_feed_take(feed, len);
	}
	tlv->offset = pxt_feed_offset(feed);
	return 0;
}

static void tell_gap(struct pxt_liteos *liteos, struct tlv *tlv, uint64_t end)
{
	if (!tlv->gap)
		return;
	pxt_trace_damage(liteos->trace, end - tlv->gap, tlv->gap, "no message");
	tlv->bad += tlv->gap;
	pxt_gap_add(&tlv->before, end - tlv->gap, tlv->gap);
	tlv->gap = 0;
	pxt_liteos_interrupts_forget(&liteos->interrupts);
}

/* Messages */

static void notify(struct pxt_liteos *liteos, struct tlv *tlv)
{
	if (tlv->message.command != PXT_LITEOS_SYS_START)
		return;
	tlv->is_dump = false;
	tlv->sessions++;
	pxt_trace_note(liteos->trace, "sessions", "%u", tlv->sessions);
	pxt_liteos_interrupts_forget(&liteos->interrupts);
}

/* A board's clock may change from session to session. */
static void note_clock(struct pxt_liteos *liteos, const struct tlv *tlv)
{
	const uint32_t hz = tlv->message.clock_freq;
	char key[32];

	if (hz == liteos->first_hz || tlv->sessions > CLOCKS_MAX)
		return;
	snprintf(key, sizeof(key), "clockFreq.%u", tlv->sessions);
	pxt_trace_note(liteos->trace, key, "%u", hz);
}

static void head(struct pxt_liteos *liteos, struct tlv *tlv)
{
	const bool big = tlv->order == PXT_LITEOS_BIG;

	tlv->has_clock = true;
	tlv->is_dump = !tlv->message.version;
	tlv->objects = 0;
	tlv->is_partial = false;
	if (tlv->counts.any)
		tlv->counted = tlv->counts;
	tlv->counts.any = false;
	tlv->by_time = tlv->by_count = (struct pxt_liteos_ring){ 0 };
	tlv->has_counters = true;
	pxt_liteos_set_clock(liteos, tlv->message.clock_freq);
	note_clock(liteos, tlv);
	pxt_trace_note(liteos->trace, "version", "%u", tlv->message.version);
	pxt_trace_note(liteos->trace, "byteOrder", "%s",
		       big ? "big" : "little");
}

static int obj(struct pxt_liteos *liteos, struct tlv *tlv)
{
	const struct pxt_liteos_message *message = &tlv->message;
	const struct pxt_liteos_entry entry = {
		.word = message->id,
		.priority = message->priority,
		.name = message->name,
		.len = PXT_LITEOS_NAME_LEN,
		.offset = tlv->offset,
		.has_slot = tlv->is_dump,
		.slot = tlv->objects++,
	};
	int err;

	/* Unused slots of the table are skipped. */
	if (!message->id && !*message->name)
		return 0;
	err = pxt_liteos_tasks_name(liteos->tasks, &entry);
	if (!err && !tlv->is_dump)
		err = pxt_liteos_announced_tasks_add(&tlv->announced_tasks,
						     entry.word, entry.priority,
						     entry.name, entry.len);
	return err;
}

static bool is_blank(const struct pxt_liteos_message *message)
{
	const struct pxt_liteos_frame *frame = &message->frame;
	uint64_t any = frame->type | frame->task | frame->time |
		       frame->identity | frame->pid | frame->core;

	for (unsigned i = 0; i < message->shape.params; i++)
		any |= frame->param[i];
	return !any && !(message->shape.count && frame->count);
}

/* Streams joined late lack a clock. */
static void find_clock(struct pxt_liteos *liteos, struct tlv *tlv)
{
	const uint32_t hz =
		pxt_liteos_lookahead_clock(liteos->feed, tlv->order);

	tlv->has_clock = hz;
	if (!hz) {
		pxt_trace_tell(liteos->trace,
			       "no HEAD tells the frequency of the clock "
			       "before the first event: until one does a tick "
			       "counts as 1 ns, hz=N says it");
		return;
	}
	pxt_liteos_set_clock(liteos, hz);
	pxt_trace_tell(liteos->trace,
		       "no HEAD tells the frequency of the clock before the "
		       "first event: that of the next one is taken, %u Hz",
		       hz);
}

/* Only Huawei LiteOS 5 has no process ids on 64 bits. A full message may have
 * lost them. */
static void find_tree(struct pxt_liteos *liteos,
		      const struct pxt_liteos_shape *shape)
{
	if (!liteos->tree && shape->width == 8 && shape->params &&
	    !shape->pid && !pxt_liteos_message_may_lack_pid(shape))
		liteos->tree = 'l';
}

static void tell_system(struct pxt_liteos *liteos, struct tlv *tlv)
{
	if (!tlv->has_system)
		find_tree(liteos, &tlv->message.shape);
	if (!tlv->has_system)
		pxt_trace_system(liteos->trace, "LiteOS, %u bits, %s-endian",
				 8U * tlv->message.shape.width,
				 tlv->order == PXT_LITEOS_BIG ? "big" :
								"little");
	tlv->has_system = true;
	if (!tlv->has_clock && !liteos->hz)
		find_clock(liteos, tlv);
}

static int hold(struct pxt_liteos *liteos, struct tlv *tlv)
{
	const struct pxt_liteos_message *message = &tlv->message;
	struct held *held;
	size_t len;

	if (pxt_array_reserve(&tlv->held, &tlv->room, tlv->count + 1,
			      sizeof(*held)))
		return ENOMEM;
	held = &tlv->held[tlv->count++];
	held->offset = tlv->offset;
	held->len = (uint8_t)message->len;
	held->before = tlv->before;
	memcpy(held->bytes, pxt_feed_peek(liteos->feed, &len), message->len);
	tlv->before = (struct pxt_gap){ 0 };
	tlv->has_counters &= message->shape.count;
	pxt_liteos_ring_used(&tlv->by_time, tlv->count - 1,
			     message->frame.time);
	if (tlv->has_counters)
		pxt_liteos_ring_used(&tlv->by_count, tlv->count - 1,
				     message->frame.count);
	return 0;
}

/* Finds the oldest event of a full ring, and how many came before it. */
static void find_oldest(struct tlv *tlv)
{
	const struct pxt_liteos_ring *count = &tlv->by_count;

	if (!tlv->has_counters) {
		tlv->oldest = pxt_liteos_ring_oldest(&tlv->by_time);
		return;
	}
	tlv->oldest = pxt_liteos_ring_oldest(count);
	/* Dumps beyond the limit are delivered in parts. */
	if (!tlv->counts.any)
		tlv->opening = pxt_liteos_count_before(&tlv->counted,
						       (uint32_t)count->least,
						       (uint32_t)count->most);
}

static void give_held(struct tlv *tlv)
{
	tlv->is_giving = tlv->count;
	tlv->given = 0;
	tlv->oldest = 0;
	tlv->opening = 0;
	if (tlv->count && !tlv->is_partial)
		find_oldest(tlv);
	tlv->by_time = tlv->by_count = (struct pxt_liteos_ring){ 0 };
}

static bool emit(struct pxt_liteos *liteos, struct tlv *tlv,
		 struct posix_trace_item_np *item)
{
	struct pxt_liteos_place *place = &tlv->place;

	if (place->has_announced_tasks)
		place->announced_tasks = pxt_liteos_announced_tasks_give(
			&tlv->announced_tasks, &place->announced_tasks_len);
	if (!pxt_liteos_emit(liteos, &tlv->shape, place, &tlv->frame, item))
		return false;
	if (place->has_announced_tasks)
		pxt_liteos_announced_tasks_drop(&tlv->announced_tasks);
	place->announced_tasks_len = 0;
	return true;
}

/* Collects counters of held messages behind the waiting one. */
static size_t look_at_held(const struct tlv *tlv, uint32_t *ahead)
{
	enum pxt_liteos_endian order = tlv->order;
	struct pxt_liteos_message message;
	size_t len = 0;

	for (size_t i = tlv->given; i < tlv->count; i++) {
		const size_t at = tlv->oldest + i;
		const struct held *held =
			&tlv->held[at < tlv->count ? at : at - tlv->count];

		if (len + 1 == PXT_LITEOS_LOOKAHEAD)
			break;
		pxt_liteos_message_read(held->bytes, held->len, &order,
					&message);
		if (message.shape.count)
			ahead[len++] = message.frame.count;
	}
	return len;
}

/* Events missing before the waiting one for good. Without knowledge of later
 * ones, a few may come late. */
static uint64_t count_missing(struct pxt_liteos *liteos, struct tlv *tlv)
{
	uint32_t ahead[PXT_LITEOS_LOOKAHEAD] = { tlv->frame.count };
	uint64_t lost;
	bool all = true;
	size_t len;

	if (!tlv->shape.count ||
	    (!tlv->before.places &&
	     pxt_liteos_count_goes_on(&tlv->counts, tlv->frame.count)))
		return 0;
	len = tlv->is_giving ? look_at_held(tlv, ahead + 1) :
			       pxt_liteos_lookahead_counts(
				       liteos->feed, tlv->order, ahead + 1,
				       PXT_LITEOS_LOOKAHEAD - 1, &all);
	lost = pxt_liteos_count_missing(&tlv->counts, ahead, len + 1);
	return all || tlv->before.places || lost >= PXT_LITEOS_LOOKAHEAD ?
		       lost :
		       0;
}

/* Makes the loss before the next event, or the end. */
static void give_loss(struct pxt_liteos *liteos, struct tlv *tlv,
		      uint64_t to_ns, uint64_t lost,
		      struct posix_trace_item_np *item)
{
	char where[PXT_GAP_TEXT];

	pxt_trace_loss(liteos->trace, item, liteos->last_ns, to_ns, lost,
		       "%s%s",
		       tlv->before.places ? "damaged messages" :
					    "messages that never came",
		       pxt_gap_text(&tlv->before, where));
	tlv->before = (struct pxt_gap){ 0 };
}

/* Makes the loss before a dump of a full ring, including damaged first
 * messages. */
static void give_opening(struct pxt_liteos *liteos, struct tlv *tlv,
			 struct posix_trace_item_np *item)
{
	pxt_liteos_opening_loss(liteos, tlv->frame.time, tlv->opening, item);
	tlv->opening = 0;
	tlv->before = (struct pxt_gap){ 0 };
}

/* Delivers the waiting event, or the loss before it. */
static bool give_waiting(struct pxt_liteos *liteos, struct tlv *tlv,
			 struct posix_trace_item_np *item)
{
	const bool counted = tlv->shape.count && tlv->counts.any;
	uint64_t lost;

	if (tlv->opening) {
		give_opening(liteos, tlv, item);
		return true;
	}
	lost = count_missing(liteos, tlv);

	if (lost || (tlv->before.places && !counted)) {
		give_loss(liteos, tlv, pxt_liteos_time(liteos, tlv->frame.time),
			  lost, item);
		return true;
	}
	tlv->before = (struct pxt_gap){ 0 };
	tlv->has_waiting = false;
	if (tlv->shape.count)
		pxt_liteos_count_take(&tlv->counts, tlv->frame.count);
	else
		tlv->counts.any = false;
	pxt_trace_place(liteos->trace, tlv->place.offset);
	return emit(liteos, tlv, item);
}

static void wait_for(struct tlv *tlv, const struct pxt_liteos_message *message,
		     uint64_t offset)
{
	tlv->has_waiting = true;
	tlv->shape = message->shape;
	tlv->frame = message->frame;
	tlv->place.has_offset = true;
	tlv->place.offset = offset;
	tlv->place.has_session = true;
	tlv->place.session = tlv->sessions;
	tlv->place.has_announced_tasks = !tlv->is_dump;
}

static void next_held(struct tlv *tlv)
{
	struct pxt_liteos_message message;
	const struct held *held;
	size_t at;

	if (tlv->given == tlv->count) {
		tlv->is_giving = false;
		tlv->count = 0;
		return;
	}
	at = tlv->oldest + tlv->given++;
	held = &tlv->held[at < tlv->count ? at : at - tlv->count];
	pxt_liteos_message_read(held->bytes, held->len, &tlv->order, &message);
	tlv->before = held->before;
	wait_for(tlv, &message, held->offset);
}

static int event(struct pxt_liteos *liteos, struct tlv *tlv)
{
	tell_system(liteos, tlv);
	if (is_blank(&tlv->message)) {
		tlv->blank++;
		tlv->is_partial = true;
		give_held(tlv);
		return 0;
	}
	if (tlv->is_dump && !tlv->is_partial) {
		const int err = hold(liteos, tlv);

		if (tlv->count == HELD_MAX)
			give_held(tlv);
		return err;
	}
	wait_for(tlv, &tlv->message, tlv->offset);
	return 0;
}

static int take_message(struct pxt_liteos *liteos, struct tlv *tlv)
{
	tlv->messages[tlv->message.type]++;
	switch (tlv->message.type) {
	case PXT_LITEOS_NOTIFY:
		notify(liteos, tlv);
		return 0;
	case PXT_LITEOS_HEAD:
		head(liteos, tlv);
		return 0;
	case PXT_LITEOS_OBJ:
		return obj(liteos, tlv);
	default:
		return event(liteos, tlv);
	}
}

/* A dump ends where another session begins. */
static bool ends_dump(const struct tlv *tlv)
{
	return tlv->count && tlv->message.type <= PXT_LITEOS_HEAD;
}

static void tell_counts(struct pxt_liteos *liteos, const struct tlv *tlv)
{
	static const char *const keys[] = { "NOTIFY", "HEAD", "OBJ", "EVENT" };

	for (int i = 0; i < 4; i++)
		pxt_trace_note(liteos->trace, keys[i], "%llu",
			       (unsigned long long)tlv->messages[i]);
	pxt_trace_note(liteos->trace, "blankEvents", "%llu",
		       (unsigned long long)tlv->blank);
	pxt_trace_note(liteos->trace, "badBytes", "%llu",
		       (unsigned long long)tlv->bad);
}

static int end(struct pxt_liteos *liteos, struct tlv *tlv,
	       struct posix_trace_item_np *item, int *unavailable)
{
	if (!tlv->ended) {
		tlv->ended = true;
		tell_gap(liteos, tlv, pxt_feed_offset(liteos->feed));
		tell_counts(liteos, tlv);
	}
	*unavailable = !tlv->before.places;
	if (tlv->before.places)
		give_loss(liteos, tlv, liteos->last_ns, 0, item);
	return 0;
}

/* Reads any message. ENODATA: none now. */
static int step(struct pxt_liteos *liteos, struct tlv *tlv)
{
	int err;

	err = scan(liteos, tlv);
	if (err)
		return err;
	if (ends_dump(tlv)) {
		/* The message is read again afterwards. */
		give_held(tlv);
		return 0;
	}
	tell_gap(liteos, tlv, tlv->offset);
	err = take_message(liteos, tlv);
	pxt_feed_take(liteos->feed, tlv->message.len);
	return err;
}

static int next(struct pxt_liteos *liteos, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct tlv *tlv = liteos->reading;
	int err;

	for (;;) {
		if (tlv->has_waiting) {
			if (give_waiting(liteos, tlv, item))
				return 0;
			continue;
		}
		if (tlv->is_giving) {
			next_held(tlv);
			continue;
		}
		err = step(liteos, tlv);
		if (!err)
			continue;
		if (err != ENODATA)
			return err;
		if (!pxt_feed_ended(liteos->feed))
			break;
		if (!tlv->count)
			return end(liteos, tlv, item, unavailable);
		give_held(tlv);
	}
	*unavailable = 1;
	return 0;
}

const struct pxt_liteos_reader pxt_liteos_tlv = {
	.open = open_tlv,
	.next = next,
	.close = close_tlv,
};
