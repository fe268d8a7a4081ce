/* frames.c - frames under construction */
#include "firmware/rkh/frames.h"

#include <endian.h>
#include <errno.h>
#include <string.h>

#include "firmware/common/always.h"
#include "firmware/rkh/decoder.h"
#include "firmware/rkh/library.h"
#include "firmware/rkh/lock.h"
#include "firmware/rkh/ring.h"
#include "firmware/rkh/unit.h"
#include "format/rkh/frame.h"

/* Pages that were never needed take no memory. */
enum {
	BYTES = 256 * PXT_RKH_FRAME_MAX,
	LEVELS = 64,	/* records that interrupt one another */
	WAITING = 8192, /* records that wait for one on its way */
};

struct frame {
	unsigned begin, len;
	bool has_number;  /* behind its id */
	bool is_held;	  /* is not for the ring */
	bool is_spilled;  /* goes out byte by byte */
	bool is_received; /* is in the ring, with its checksum */
	bool is_strange;
	bool is_cut; /* contents had no room */
	bool has_escapes;
	uint8_t sum;   /* of its bytes, or of those that were spilled */
	uint64_t line; /* received: length there, */
	uint64_t off;  /* and offset */
	const void *place;
};

/* A handler leaves everything as it was, or adds to what waits: the order of
 * changes matters to it, not to other threads. */
static struct {
	uint8_t byte[BYTES + sizeof(uint64_t)];
	volatile unsigned end; /* of the innermost frame, or of what waits */
	struct frame open[LEVELS];
	volatile unsigned level; /* number of open frames */
	struct frame waiting[WAITING];
	volatile unsigned waitings;
	volatile bool is_busy;		  /* a frame is on its way */
	struct frame *volatile innermost; /* NULL: none */
	volatile unsigned limit; /* of the innermost frame's bytes; 0: they go
				  * elsewhere */
	uint8_t seq;		 /* in the ring, */
	uint8_t stream_seq;	 /* and in streams */
} frames;

static struct frame *innermost(void)
{
	const unsigned level = frames.level;

	return level && level <= LEVELS ? &frames.open[level - 1] : NULL;
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
static uint64_t put_frame(const uint8_t *data, unsigned size, bool has_escapes)
{
	uint64_t len = 0;

	if (!has_escapes && pxt_rkh_ring_put_run(data, size)) {
		pxt_rkh_ring_put(PXT_RKH_FLAG);
		return size;
	}
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

/* Gives a frame its number and checksum: returns its size. */
static inline unsigned complete(const struct frame *frame, uint8_t *data,
				uint8_t *seq, bool *has_escapes)
{
	uint8_t sum = frame->sum;

	*has_escapes = frame->has_escapes;
	if (frame->has_number) {
		data[1] = *seq;
		sum = (uint8_t)(sum + *seq);
		*has_escapes |= is_escaped(*seq);
		*seq = (uint8_t)(*seq + 1);
	}
	if (!pxt_rkh_unit_has(PXT_RKH_UNIT_CHK))
		return frame->len;
	data[frame->len] = (uint8_t)-sum;
	*has_escapes |= is_escaped((uint8_t)-sum);
	return frame->len + 1;
}

/* Bytes that a program put itself stand before the frame: it is damaged. */
static void join_line(const struct frame *frame, const uint8_t *data,
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

static void send_own(const struct frame *frame)
{
	struct pxt_rkh_arrival arrival = {
		.data = &frames.byte[frame->begin],
		.is_checked = true,
		.place = frame->place,
	};
	uint8_t *data = &frames.byte[frame->begin];
	unsigned size = 0;
	bool has_escapes;

	if (!frame->is_held) {
		size = complete(frame, data, &frames.seq, &has_escapes);
		arrival.len = put_frame(data, size, has_escapes);
		if (!pxt_rkh_receiver_is_idle()) {
			join_line(frame, data, size);
			return;
		}
	}
	/* What only streams have makes their numbers others. */
	if (firmware_always) {
		size = complete(frame, data, &frames.stream_seq, &has_escapes);
		arrival.len = length_of(data, size);
	}
	arrival.size = size;
	arrival.off = pxt_rkh_receiver_pass(arrival.len + 1);
	pxt_rkh_decoder_take(&arrival);
}

/* Returns whether the program's hook is to be called. */
static bool send(const struct frame *frame)
{
	const struct pxt_rkh_arrival arrival = {
		.data = &frames.byte[frame->begin],
		.size = frame->len,
		.off = frame->off,
		.len = frame->line,
		.is_checked = false,
		.is_strange = frame->is_strange,
		.place = frame->place,
	};

	if (frame->is_received)
		pxt_rkh_decoder_take(&arrival);
	else
		send_own(frame);
	return !frame->is_received && !frame->is_held;
}

static void call_hook(unsigned times)
{
	while (pxt_rkh_unit.hook && times--)
		pxt_rkh_unit.hook();
}

/* Sends a frame, and those that handlers have added meanwhile. The hook comes
 * last, so that what it records does not wait. */
static void send_all(const struct frame *frame)
{
	const unsigned first = frames.waitings;
	unsigned next = first, hooks;

	frames.is_busy = true;
	hooks = send(frame);
	do {
		frames.is_busy = true;
		while (next < frames.waitings)
			hooks += send(&frames.waiting[next++]);
		frames.is_busy = false;
		/* One may have been added just before. */
		__asm__ volatile("" ::: "memory");
	} while (next < frames.waitings);
	frames.waitings = first;
	call_hook(hooks);
}

/* A handler's frame stays where it is. */
static void wait_for_other(const struct frame *frame)
{
	const unsigned at = frames.waitings;

	if (at == WAITING) {
		pxt_rkh_decoder_lose(1, EOVERFLOW);
		frames.end = frame->begin;
		return;
	}
	frames.waiting[at] = *frame;
	__asm__ volatile("" ::: "memory");
	frames.waitings = at + 1;
}

/* Beginning and end */

/* The limit, as the innermost frame has changed. */
static void set_limit(void)
{
	struct frame *frame = innermost();
	unsigned limit = 0;

	if (frame && !frame->is_spilled)
		limit = frame->begin + PXT_RKH_FRAME_MAX - 1;
	frames.limit = limit < BYTES ? limit : BYTES - 1;
	frames.innermost = frame;
}

/* Records that were begun and never ended are lost when there is no room for one
 * more. Returns the level for that. */
static __attribute__((noinline)) unsigned drop_open(void)
{
	const unsigned level = frames.is_busy ? LEVELS - 1 : 0;

	frames.level = level;
	pxt_rkh_decoder_lose(LEVELS - level, EOVERFLOW);
	return level;
}

static struct frame *begin(const void *place)
{
	unsigned level = frames.level;
	struct frame *frame;

	if (__builtin_expect(level >= LEVELS, 0))
		level = drop_open();
	if (!level && !frames.is_busy)
		frames.end = 0;
	/* A handler that comes now takes the next one. */
	frames.level = level + 1;
	__asm__ volatile("" ::: "memory");
	frame = &frames.open[level];
	frame->begin = frames.end;
	frame->has_number = false;
	frame->is_held = false;
	frame->is_spilled = false;
	frame->is_received = false;
	frame->is_cut = false;
	frame->has_escapes = false;
	frame->sum = 0;
	frame->place = place;
	__asm__ volatile("" ::: "memory");
	set_limit();
	return frame;
}

static void leave(void)
{
	__asm__ volatile("" ::: "memory");
	frames.level--;
	set_limit();
}

static void end(void)
{
	struct frame *frame = innermost();

	if (!frame)
		return;
	frame->len = frames.end - frame->begin;
	/* Room for the checksum. */
	if (frames.end < BYTES)
		frames.end++;
	if (__builtin_expect(frame->is_cut, 0)) {
		pxt_rkh_decoder_lose(1, EOVERFLOW);
		frames.end = frame->begin;
	} else if (frames.is_busy) {
		wait_for_other(frame);
	} else {
		send_all(frame);
		frames.end = frame->begin;
	}
	leave();
}

static void receive(const struct pxt_rkh_received *received, const void *place)
{
	struct frame *frame = begin(place);

	if (received->size >= BYTES - frame->begin) {
		leave();
		pxt_rkh_decoder_lose(1, EOVERFLOW);
		return;
	}
	frames.end = frame->begin + (unsigned)received->size;
	memcpy(&frames.byte[frame->begin], received->data, received->size);
	frame->is_received = true;
	frame->is_strange = received->is_strange;
	frame->line = received->len;
	frame->off = received->off;
	end();
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

static void put_outside(struct frame *frame, uint8_t byte)
{
	const void *place = frame ? frame->place : NULL;

	if (frame)
		frame->sum = (uint8_t)(frame->sum + byte);
	pxt_rkh_lock_enter();
	put_line_escaped(byte, place);
	pxt_rkh_lock_exit();
}

static void spill(struct frame *frame)
{
	const unsigned end = frames.end;

	if (frame->has_number && end > frame->begin + 1)
		frames.byte[frame->begin + 1] = frames.seq++;
	frame->is_spilled = true;
	frame->sum = 0;
	for (unsigned i = frame->begin; i < end; i++)
		put_outside(frame, frames.byte[i]);
	frames.end = frame->begin;
	set_limit();
}

void pxt_rkh_frames_spill(void)
{
	struct frame *frame = innermost();

	if (frame && !frame->is_spilled && !frame->is_held && !frames.is_busy)
		spill(frame);
}

static void end_spilled(const struct frame *frame)
{
	if (pxt_rkh_unit_has(PXT_RKH_UNIT_CHK))
		put_line_escaped((uint8_t)-frame->sum, frame->place);
	leave();
	pxt_rkh_frames_put(PXT_RKH_FLAG, frame->place);
	if (pxt_rkh_unit.hook)
		pxt_rkh_unit.hook();
}

/* Contents */

/* Reserves room, so that a handler's frame begins behind it. NULL: the bytes go
 * elsewhere. */
static inline uint8_t *reserve(unsigned len)
{
	const unsigned at = frames.end;

	if (__builtin_expect(at + len > frames.limit, 0))
		return NULL;
	frames.end = at + len;
	__asm__ volatile("" ::: "memory");
	return &frames.byte[at];
}

/* Puts bytes that have no room in a frame. */
static __attribute__((noinline)) void put_elsewhere(const uint8_t *data,
						    unsigned len)
{
	struct frame *frame = innermost();

	pxt_rkh_frames_spill();
	/* Held frames, and those inside others, have no way out. */
	if (frame && !frame->is_spilled) {
		frame->is_cut = true;
		return;
	}
	for (unsigned i = 0; i < len; i++)
		put_outside(frame, data[i]);
}

static void put(const void *data, unsigned len)
{
	uint8_t *at = reserve(len);
	const uint8_t *from = data;
	struct frame *frame;

	if (!at) {
		put_elsewhere(data, len);
		return;
	}
	frame = frames.innermost;
	for (unsigned i = 0; i < len; i++) {
		at[i] = from[i];
		frame->sum = (uint8_t)(frame->sum + from[i]);
		frame->has_escapes |= is_escaped(from[i]);
	}
}

/* Where a number goes; its sum and escapes come from the number, as reading its
 * bytes back would wait for them. NULL: elsewhere. */
static inline uint8_t *reserve_number(unsigned len, unsigned sum,
				      bool has_escapes)
{
	uint8_t *at = reserve(len);
	struct frame *frame = frames.innermost;

	if (__builtin_expect(!at, 0))
		return NULL;
	frame->sum = (uint8_t)(frame->sum + sum);
	if (__builtin_expect(has_escapes, 0))
		frame->has_escapes = true;
	return at;
}

static inline void put_byte(uint8_t byte)
{
	uint8_t *at = reserve_number(1, byte, is_escaped(byte));

	if (at)
		*at = byte;
	else
		put_elsewhere(&byte, 1);
}

/* True for a word with a byte of zero. */
static inline bool has_zero(uint32_t word)
{
	return (word - UINT32_C(0x01010101)) & ~word & UINT32_C(0x80808080);
}

/* Unused bytes are 0. */
static inline void put_number(uint32_t number, unsigned len)
{
	const uint32_t halves =
		(number & 0x00ff00ff) + (number >> 8 & 0x00ff00ff);
	uint8_t *at =
		reserve_number(len, halves + (halves >> 16),
			       has_zero(number ^ UINT32_C(0x7e7e7e7e)) ||
				       has_zero(number ^ UINT32_C(0x7d7d7d7d)));

	number = htole32(number);
	if (at)
		memcpy(at, &number, len);
	else
		put_elsewhere((const uint8_t *)&number, len);
}

/* Text ends with its null, and may be missing. */
static void put_text(const char *text)
{
	size_t len;

	if (!text)
		text = "";
	for (len = strlen(text) + 1; len > 255; len -= 255, text += 255)
		put(text, 255);
	put(text, (unsigned)len);
}

static void begin_record(RKH_TE_ID_T id, bool is_held, const void *place)
{
	struct frame *frame = begin(place);

	frame->is_held = is_held;
	frame->has_number = pxt_rkh_unit_has(PXT_RKH_UNIT_NSEQ);
	put_number(id, 1 + frame->has_number);
	if (pxt_rkh_unit_has(PXT_RKH_UNIT_TSTAMP))
		put_number(pxt_rkh_unit.stamp ? pxt_rkh_unit.stamp() : 0,
			   pxt_rkh_unit.ts / 8);
}

static void end_record(void)
{
	const struct frame *frame = innermost();

	pxt_rkh_lock_enter();
	if (frame && frame->is_spilled)
		end_spilled(frame);
	else
		end();
	pxt_rkh_lock_exit();
}

/* What the macros call */

RKH_API void rkh_trc_begin(RKH_TE_ID_T id)
{
	begin_record(id, false, __builtin_return_address(0));
}

RKH_API void rkh_trc_begin_np(RKH_TE_ID_T id, rui8_t is_held)
{
	begin_record(id, is_held, __builtin_return_address(0));
}

RKH_API void rkh_trc_end(void)
{
	end_record();
}

RKH_API void rkh_trc_clear_chk(void)
{
	begin(__builtin_return_address(0));
}

RKH_API void rkh_trc_u8(rui8_t d)
{
	put_byte(d);
}

RKH_API void rkh_trc_u16(rui16_t d)
{
	put_number(d, 2);
}

RKH_API void rkh_trc_u32(rui32_t d)
{
	put_number(d, 4);
}

RKH_API void rkh_trc_str(const char *s)
{
	put_text(s);
}

RKH_API void rkh_trc_fmt_u8(rui8_t fmt, rui8_t d)
{
	put_number(fmt | (uint32_t)d << 8, 2);
}

RKH_API void rkh_trc_fmt_u16(rui8_t fmt, rui16_t d)
{
	put_number(fmt | (uint32_t)d << 8, 3);
}

RKH_API void rkh_trc_fmt_u32(rui8_t fmt, rui32_t d)
{
	put_byte(fmt);
	put_number(d, 4);
}

enum { STRING = 7, MEMORY = 8 }; /* types of items */

RKH_API void rkh_trc_fmt_str(const char *s)
{
	put_byte(STRING);
	put_text(s);
}

RKH_API void rkh_trc_fmt_mem(const rui8_t *p, rui8_t n)
{
	if (!p)
		n = 0;
	put_number(MEMORY | (uint32_t)n << 8, 2);
	if (n)
		put(p, n);
}

/* Symbols */

static void put_address(uint32_t address)
{
	put_number(address, pxt_rkh_unit.ptr / 8);
}

RKH_API void rkh_trc_obj(RKH_TE_ID_T id, const void *p, const char *name)
{
	begin_record(id, false, __builtin_return_address(0));
	put_address((uint32_t)(uintptr_t)p);
	put_text(name);
	end_record();
}

RKH_API void rkh_trc_sig(RKH_SIG_T s, const char *name)
{
	begin_record(RKH_TE_FWK_SIG, false, __builtin_return_address(0));
	put_number(s, pxt_rkh_unit.sig / 8);
	put_text(name);
	end_record();
}

RKH_API void rkh_trc_symbol_np(RKH_TE_ID_T id, rui32_t ao, rui32_t number,
			       const char *name)
{
	const bool has_ao = id == RKH_TE_FWK_STATE || id == RKH_TE_FWK_PSTATE;

	begin_record(id, false, __builtin_return_address(0));
	if (has_ao) {
		put_address(ao);
		put_address(number);
	} else {
		put_number(number, 1);
	}
	put_text(name);
	end_record();
}

RKH_API void rkh_trc_tcfg_np(rui32_t hz)
{
	uint8_t record[PXT_RKH_ID_MAX + PXT_RKH_RECORD];
	struct pxt_rkh_config config;
	size_t len;

	pxt_rkh_unit_config(&config);
	config.hz = (uint16_t)hz;
	len = pxt_rkh_config_write(&config, record);
	begin(__builtin_return_address(0));
	put(record, (unsigned)len);
	end_record();
}
