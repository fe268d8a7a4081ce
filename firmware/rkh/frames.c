/* frames.c - frames under construction */
#include "firmware/rkh/frames.h"

#include <errno.h>
#include <string.h>

#include "firmware/common/always.h"
#include "firmware/rkh/decoder.h"
#include "firmware/rkh/lock.h"
#include "firmware/rkh/ring.h"
#include "firmware/rkh/unit.h"
#include "firmware/rkh/words.h"
#include "format/rkh/frame.h"

/* Pages that were never needed take no memory. */
enum {
	LEVELS = 64,		 /* records that interrupt one another */
	WAITING = 8192,		 /* records that wait for one on its way, */
	WAITING_BYTES = 1 << 20, /* bytes of waiting frames */
};

struct level {
	struct pxt_rkh_framing frame;
	struct pxt_rkh_draft draft;
	/* The head of an event is longer than that of a frame. */
	_Alignas(PXT_RKH_WORD) uint8_t head[PXT_RKH_DRAFT_HEAD];
	uint8_t byte[PXT_RKH_FRAME_MAX + PXT_RKH_DRAFT_ADDED];
};

_Static_assert(PXT_RKH_DRAFT_ADDED >= 2 * PXT_RKH_WORD,
	       "room for the last words");

/* A handler leaves everything as it was, or adds to what waits: the order of
 * changes matters to it, not to other threads. */
static struct {
	volatile unsigned depth; /* number of open frames */
	volatile bool is_busy;	 /* a frame is on its way */
	uint8_t seq;		 /* in the ring, */
	uint8_t stream_seq;	 /* the next number in streams */
	volatile unsigned waitings;
	volatile unsigned used; /* bytes of waiting frames in use */
	struct level level[LEVELS];
	struct pxt_rkh_framing waiting[WAITING];
	_Alignas(PXT_RKH_WORD) uint8_t byte[WAITING_BYTES];
} frames;

struct pxt_rkh_framing *volatile pxt_rkh_frames_innermost;

static struct pxt_rkh_framing *innermost(void)
{
	return pxt_rkh_frames_innermost;
}

/* On its way */

static bool is_escaped(uint8_t byte)
{
	return byte == PXT_RKH_FLAG || byte == PXT_RKH_ESCAPE;
}

static unsigned put_escaped(uint8_t byte)
{
	if (!is_escaped(byte)) {
		pxt_rkh_ring_put(byte);
		return 1;
	}
	pxt_rkh_ring_put(PXT_RKH_ESCAPE);
	pxt_rkh_ring_put(byte ^ PXT_RKH_XOR);
	return 2;
}

/* Returns the length on the line. */
static uint64_t put_bytes(const uint8_t *data, unsigned size)
{
	uint64_t len = 0;

	for (unsigned i = 0; i < size; i++)
		len += put_escaped(data[i]);
	pxt_rkh_ring_put(PXT_RKH_FLAG);
	return len;
}

static uint64_t length_of(const uint8_t *data, unsigned size)
{
	uint64_t len = size;

	for (unsigned i = 0; i < size; i++)
		len += is_escaped(data[i]);
	return len;
}

/* Puts a frame into the ring, in words, as it was stored: narrow loads and
 * stores would wait for each other. Returns its size with the checksum; 0: it
 * has to go byte by byte, as there are escapes, or the ring's end is near. */
static unsigned put_words(const struct pxt_rkh_framing *frame, uint8_t seq)
{
	const unsigned has_sum = pxt_rkh_unit_has(PXT_RKH_UNIT_CHK);
	const unsigned len = frame->len;
	uint8_t *to = pxt_rkh_ring_run(len + 2);
	uint64_t word = frame->has_number ? (uint64_t)seq << 8 : 0;
	uint64_t lanes = 0, escapes = 0;
	unsigned at;

	if (!to)
		return 0;
	for (at = 0; at + PXT_RKH_WORD <= len; at += PXT_RKH_WORD) {
		word |= pxt_rkh_word_load(frame->data + at);
		lanes += pxt_rkh_word_sums_of(word);
		escapes |= pxt_rkh_word_escapes_of(word);
		pxt_rkh_word_store(frame->data + at, word);
		pxt_rkh_word_store(to + at, word);
		word = 0;
	}
	word |= frame->word;
	if (has_sum)
		word |= (uint64_t)(uint8_t)-pxt_rkh_word_sum_of(
				lanes + pxt_rkh_word_sums_of(word))
			<< len % PXT_RKH_WORD * 8;
	escapes |= pxt_rkh_word_escapes_of(word);
	pxt_rkh_word_store(frame->data + at, word);
	if (__builtin_expect(pxt_rkh_word_has_escape(escapes), 0))
		return 0;
	pxt_rkh_word_store_some(to + at, word, len + has_sum - at);
	to[len + has_sum] = PXT_RKH_FLAG;
	pxt_rkh_ring_ran(len + has_sum + 1);
	return len + has_sum;
}

/* Gives a frame its number and checksum; returns its size. */
static unsigned complete(const struct pxt_rkh_framing *frame, uint8_t seq)
{
	unsigned len = frame->len;

	if (frame->has_number)
		frame->data[1] = seq;
	if (!pxt_rkh_unit_has(PXT_RKH_UNIT_CHK))
		return len;
	frame->data[len] = (uint8_t)-pxt_rkh_sum(frame->data, len);
	return len + 1;
}

/* Bytes that a program put itself stand before the frame: it is damaged. */
static void join_line(const struct pxt_rkh_framing *frame, const uint8_t *data,
		      unsigned size)
{
	for (unsigned i = 0; i < size; i++) {
		const bool is_plain =
			data[i] != PXT_RKH_FLAG && data[i] != PXT_RKH_ESCAPE;

		if (!is_plain)
			pxt_rkh_frames_take(PXT_RKH_ESCAPE, frame->place);
		pxt_rkh_frames_take(is_plain ? data[i] : data[i] ^ PXT_RKH_XOR,
				    frame->place);
	}
	pxt_rkh_frames_take(PXT_RKH_FLAG, frame->place);
}

static void send_own(struct pxt_rkh_framing *frame)
{
	struct pxt_rkh_arrival arrival;

	if (frame->is_held && !firmware_always)
		return;
	/* Each member once: stores of all at first cost 2 ns. */
	arrival.data = frame->data;
	arrival.is_checked = true;
	arrival.is_strange = false;
	arrival.place = frame->place;
	arrival.draft = frame->draft;
	if (!frame->is_held) {
		arrival.seq = frames.seq;
		frames.seq = (uint8_t)(frames.seq + frame->has_number);
		arrival.size = put_words(frame, arrival.seq);
		arrival.len = arrival.size;
		if (__builtin_expect(!arrival.size, 0)) {
			arrival.size = complete(frame, arrival.seq);
			arrival.len =
				put_bytes(frame->data, (unsigned)arrival.size);
		}
		if (__builtin_expect(!pxt_rkh_receiver_is_idle(), 0)) {
			join_line(frame, frame->data, (unsigned)arrival.size);
			return;
		}
	}
	/* What only streams have makes their numbers others. */
	if (__builtin_expect(firmware_always, 0)) {
		arrival.seq = frames.stream_seq;
		frames.stream_seq =
			(uint8_t)(frames.stream_seq + frame->has_number);
		arrival.size = complete(frame, arrival.seq);
		arrival.len = length_of(frame->data, (unsigned)arrival.size);
	}
	arrival.off = pxt_rkh_receiver_pass(arrival.len + 1);
	pxt_rkh_decoder_take(&arrival);
}

static __attribute__((noinline)) void
send_received(const struct pxt_rkh_framing *frame)
{
	const struct pxt_rkh_arrival arrival = {
		.data = frame->data,
		.size = frame->len,
		.off = frame->off,
		.len = frame->line,
		.is_strange = frame->is_strange,
		.place = frame->place,
	};

	pxt_rkh_decoder_take(&arrival);
}

/* Returns whether the program's hook is to be called. */
static inline bool send(struct pxt_rkh_framing *frame)
{
	if (__builtin_expect(frame->is_received, 0)) {
		send_received(frame);
		return false;
	}
	send_own(frame);
	return !frame->is_held;
}

static __attribute__((noinline)) void call_hook(unsigned times)
{
	while (times--)
		pxt_rkh_unit.hook();
}

/* Sends the frames that handlers have added; returns how many of them call the
 * hook. */
static __attribute__((noinline)) unsigned send_waiting(unsigned next)
{
	unsigned hooks = 0;

	do {
		frames.is_busy = true;
		while (next < frames.waitings && next < WAITING)
			hooks += send(&frames.waiting[next++]);
		frames.is_busy = false;
		/* A frame may have been added just before. */
		__asm__ volatile("" ::: "memory");
	} while (next < frames.waitings && next < WAITING);
	return hooks;
}

/* Sends a frame, and those that handlers have added meanwhile. The hook comes
 * last, so that what it records does not wait. */
static inline void send_all(struct pxt_rkh_framing *frame)
{
	const unsigned first = frames.waitings, used = frames.used;
	unsigned hooks;

	frames.is_busy = true;
	hooks = send(frame);
	frames.is_busy = false;
	__asm__ volatile("" ::: "memory");
	if (__builtin_expect(frames.waitings != first, 0)) {
		hooks += send_waiting(first);
		frames.waitings = first;
		frames.used = used;
	}
	if (__builtin_expect(!!pxt_rkh_unit.hook, 0))
		call_hook(hooks);
}

/* Copies a handler's frame. One that interrupts this takes the next places. */
static __attribute__((noinline)) void
wait_for_other(const struct pxt_rkh_framing *frame)
{
	const unsigned room = (frame->len / PXT_RKH_WORD + 2) * PXT_RKH_WORD;
	unsigned at, used;

	used = __atomic_fetch_add(&frames.used, room, __ATOMIC_RELAXED);
	if (used > WAITING_BYTES - room) {
		frames.used = WAITING_BYTES;
		pxt_rkh_decoder_lose(1, EOVERFLOW);
		return;
	}
	memcpy(&frames.byte[used], frame->data, room);
	at = __atomic_fetch_add(&frames.waitings, 1, __ATOMIC_RELAXED);
	if (at >= WAITING) {
		frames.waitings = WAITING;
		pxt_rkh_decoder_lose(1, EOVERFLOW);
		return;
	}
	frames.waiting[at] = *frame;
	frames.waiting[at].data = &frames.byte[used];
	frames.waiting[at].draft = NULL;
}

/* Beginning and end */

static void set_innermost(void)
{
	const unsigned depth = frames.depth;

	pxt_rkh_frames_innermost =
		depth ? &frames.level[depth - 1].frame : NULL;
}

/* Records that were begun and never ended are lost when there is no room for
 * one more. Returns the level for that. */
static __attribute__((noinline)) unsigned drop_open(void)
{
	const unsigned level = frames.is_busy ? LEVELS - 1 : 0;

	frames.depth = level;
	pxt_rkh_decoder_lose(LEVELS - level, EOVERFLOW);
	return level;
}

struct pxt_rkh_framing *pxt_rkh_frames_begin(const void *place)
{
	unsigned depth = frames.depth;
	struct level *level;

	if (__builtin_expect(depth >= LEVELS, 0))
		depth = drop_open();
	/* A handler that comes now takes the next one. */
	frames.depth = depth + 1;
	__asm__ volatile("" ::: "memory");
	level = &frames.level[depth];
	level->frame = (struct pxt_rkh_framing){
		.data = level->byte,
		.limit = PXT_RKH_FRAME_MAX - 1,
		.place = place,
		.draft = &level->draft,
	};
	__asm__ volatile("" ::: "memory");
	pxt_rkh_frames_innermost = &level->frame;
	return &level->frame;
}

static void leave(void)
{
	__asm__ volatile("" ::: "memory");
	frames.depth--;
	set_innermost();
}

void pxt_rkh_frames_send(struct pxt_rkh_framing *frame)
{
	if (__builtin_expect(frames.is_busy, 0))
		wait_for_other(frame);
	else
		send_all(frame);
}

/* The next one in the streams has the number that says so. */
static __attribute__((noinline)) void
lose_cut(const struct pxt_rkh_framing *frame)
{
	frames.stream_seq = (uint8_t)(frames.stream_seq + frame->has_number);
	pxt_rkh_decoder_lose(1, EBADMSG);
}

static inline void end(struct pxt_rkh_framing *frame)
{
	if (__builtin_expect(frame->is_cut, 0))
		lose_cut(frame);
	else
		pxt_rkh_frames_send(frame);
	leave();
}

static void receive(const struct pxt_rkh_received *received, const void *place)
{
	struct pxt_rkh_framing *frame = pxt_rkh_frames_begin(place);

	frame->draft = NULL;
	frame->len = (unsigned)received->size;
	memcpy(frame->data, received->data, received->size);
	frame->is_received = true;
	frame->is_strange = received->is_strange;
	frame->line = received->len;
	frame->off = received->off;
	end(frame);
}

void pxt_rkh_frames_flag(const void *place)
{
	struct pxt_rkh_received received;

	if (!pxt_rkh_receiver_end(&received))
		return;
	if (received.data && !pxt_rkh_decoder_wants(*received.data)) {
		pxt_rkh_decoder_skip();
		return;
	}
	pxt_rkh_lock_enter();
	if (received.data)
		receive(&received, place);
	else
		pxt_rkh_decoder_lose(1, EBADMSG);
	pxt_rkh_lock_exit();
}

void pxt_rkh_frames_put(uint8_t byte, const void *place)
{
	pxt_rkh_ring_put(byte);
	pxt_rkh_frames_take(byte, place);
}

void pxt_rkh_frames_restart(void)
{
	frames.seq = 0;
	frames.stream_seq = 0;
}

/* Bytes outside frames, and of those that are spilled */

static void put_line_escaped(uint8_t byte, const void *place)
{
	if (is_escaped(byte)) {
		pxt_rkh_frames_put(PXT_RKH_ESCAPE, place);
		byte ^= PXT_RKH_XOR;
	}
	pxt_rkh_frames_put(byte, place);
}

static void put_outside(struct pxt_rkh_framing *frame, uint8_t byte)
{
	const void *place = frame ? frame->place : NULL;

	if (frame)
		frame->sum = (uint8_t)(frame->sum + byte);
	pxt_rkh_lock_enter();
	put_line_escaped(byte, place);
	pxt_rkh_lock_exit();
}

static void spill(struct pxt_rkh_framing *frame)
{
	const unsigned len = frame->len;

	if (frame->has_number && len > 1) {
		frame->data[1] = frames.seq++;
		frames.stream_seq++;
	}
	frame->is_spilled = true;
	frame->limit = 0;
	frame->sum = 0;
	for (unsigned i = 0; i < len; i++)
		put_outside(frame, frame->data[i]);
	frame->len = 0;
}

void pxt_rkh_frames_spill(void)
{
	struct pxt_rkh_framing *frame = innermost();

	if (frame && !frame->is_spilled && !frame->is_held && !frames.is_busy)
		spill(frame);
}

static __attribute__((noinline)) void
end_spilled(const struct pxt_rkh_framing *frame)
{
	if (pxt_rkh_unit_has(PXT_RKH_UNIT_CHK))
		put_line_escaped((uint8_t)-frame->sum, frame->place);
	leave();
	pxt_rkh_frames_put(PXT_RKH_FLAG, frame->place);
	if (pxt_rkh_unit.hook)
		pxt_rkh_unit.hook();
}

/* Puts bytes that have no room in a frame. */
void pxt_rkh_frames_put_elsewhere(const uint8_t *data, unsigned len)
{
	struct pxt_rkh_framing *frame = innermost();

	pxt_rkh_frames_spill();
	/* Held frames, and those inside others, have no way out. */
	if (frame && !frame->is_spilled) {
		frame->is_cut = true;
		return;
	}
	for (unsigned i = 0; i < len; i++)
		put_outside(frame, data[i]);
}

void pxt_rkh_frames_end(void)
{
	struct pxt_rkh_framing *frame = innermost();

	if (!frame)
		return;
	if (__builtin_expect(frame->is_spilled, 0))
		end_spilled(frame);
	else
		end(frame);
}
