/* records.c - the calls that make records */
#include <string.h>

#include <trace_np.h>

#include "firmware/common/always.h"
#include "firmware/rkh/draft.h"
#include "firmware/rkh/frames.h"
#include "firmware/rkh/library.h"
#include "firmware/rkh/lock.h"
#include "firmware/rkh/unit.h"
#include "firmware/rkh/words.h"

/* Contents */

/* Keeps so many bytes of a number. */
static inline uint64_t low_bytes(uint64_t number, unsigned len)
{
	return number & (UINT64_MAX >> (64 - 8 * len));
}

/* Adds a number of len bytes, of which the others are 0. False: there is no
 * room. */
static inline bool append(struct pxt_rkh_framing *frame, uint64_t number,
			  unsigned len)
{
	const unsigned at = frame->len, bits = at % PXT_RKH_WORD * 8;
	uint8_t *to = frame->data + at / PXT_RKH_WORD * PXT_RKH_WORD;
	uint64_t word = frame->word | number << bits;

	if (__builtin_expect(at + len > frame->limit, 0))
		return false;
	pxt_rkh_word_store(to, word);
	if (bits + 8 * len >= 8 * PXT_RKH_WORD) {
		word = bits ? number >> (8 * PXT_RKH_WORD - bits) : 0;
		pxt_rkh_word_store(to + PXT_RKH_WORD, word);
	}
	frame->word = word;
	frame->len = at + len;
	return true;
}

static __attribute__((noinline)) void put_elsewhere(uint64_t number,
						    unsigned len)
{
	number = htole64(number);
	pxt_rkh_frames_put_elsewhere((const uint8_t *)&number, len);
}

static inline void put_number_into(struct pxt_rkh_framing *frame,
				   uint64_t number, unsigned len)
{
	if (!frame || !append(frame, number, len))
		put_elsewhere(number, len);
}

static inline void put_number(uint64_t number, unsigned len)
{
	put_number_into(pxt_rkh_frames_innermost, number, len);
}

static void put(const void *data, size_t len)
{
	const uint8_t *from = data;

	while (len) {
		const unsigned some =
			len < PXT_RKH_WORD ? (unsigned)len : PXT_RKH_WORD;
		uint64_t number = 0;

		memcpy(&number, from, some);
		put_number(le64toh(number), some);
		from += some;
		len -= some;
	}
}

/* Text ends with its null, and may be missing. */
static void put_text(const char *text)
{
	if (!text)
		text = "";
	put(text, strlen(text) + 1);
}

/* Begins a frame that is empty: its word has the header then. */
static inline void begin_frame(struct pxt_rkh_framing *frame, RKH_TE_ID_T id)
{
	uint64_t header = 0;

	frame->len = pxt_rkh_unit_header;
	if (pxt_rkh_unit_has(PXT_RKH_UNIT_TSTAMP) && pxt_rkh_unit.stamp)
		header = pxt_rkh_unit.stamp();
	if (BYTE_ORDER == LITTLE_ENDIAN && __posix_trace_wanted())
		pxt_rkh_draft_begin(frame->draft, id, (uint32_t)header);
	else
		frame->draft = NULL;
	frame->has_number = pxt_rkh_unit_has(PXT_RKH_UNIT_NSEQ);
	frame->word = header << (frame->has_number ? 16 : 8) | id;
}

static struct pxt_rkh_framing *begin_record(RKH_TE_ID_T id, bool is_held,
					    const void *place)
{
	struct pxt_rkh_framing *frame = pxt_rkh_frames_begin(place);

	frame->is_held = is_held;
	begin_frame(frame, id);
	pxt_rkh_word_store(frame->data, frame->word);
	return frame;
}

static void end_record(void)
{
	if (pxt_rkh_lock_is_mine()) {
		pxt_rkh_frames_end();
		return;
	}
	pxt_rkh_lock_enter();
	pxt_rkh_frames_end();
	pxt_rkh_lock_exit();
}

/* Functions that the macros call */

static inline bool wants_held(void)
{
	return firmware_always && __posix_trace_wanted();
}

RKH_API rbool_t rkh_trc_always_np(void)
{
	return wants_held();
}

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

/* A program may have the functions of its own port instead. */
static inline bool has_own_port(void)
{
	void (*ours)(void) = pxt_rkh_lock_port;

	/* Compilers take two names for two functions. */
	__asm__("" : "+r"(ours));
	return rkhport_enter_critical != ours;
}

RKH_API rbool_t rkh_trc_enter_np(RKH_TE_ID_T id, rui8_t is_held)
{
	if (is_held && !wants_held())
		return RKH_FALSE;
	if (has_own_port())
		rkhport_enter_critical();
	else
		pxt_rkh_lock_enter_free();
	begin_record(id, is_held, __builtin_return_address(0));
	return RKH_TRUE;
}

RKH_API void rkh_trc_exit_np(void)
{
	if (has_own_port()) {
		end_record();
		rkhport_exit_critical();
	} else {
		pxt_rkh_frames_end();
		pxt_rkh_lock_exit();
	}
}

_Static_assert(PXT_RKH_WORD + 3 * sizeof(rkh_trc_word_np) <= PXT_RKH_AT_ONCE,
	       "a header, and packed arguments");

RKH_API void rkh_trc_record_np(rui32_t id_held_len, rkh_trc_word_np first,
			       rkh_trc_word_np second, rkh_trc_word_np third)
{
	struct pxt_rkh_at_once record;
	struct pxt_rkh_framing *frame = &record.frame;
	uint8_t *byte = record.byte;
	unsigned bits;

	*frame = (struct pxt_rkh_framing){
		.data = record.byte,
		.is_held = id_held_len >> 8 & 1,
		.place = __builtin_return_address(0),
		.draft = &record.draft,
	};
	begin_frame(frame, (RKH_TE_ID_T)id_held_len);
	bits = frame->len * 8;
	pxt_rkh_word_store(byte, frame->word | first << bits);
	pxt_rkh_word_store(byte + 8, first >> (64 - bits) | second << bits);
	pxt_rkh_word_store(byte + 16, second >> (64 - bits) | third << bits);
	pxt_rkh_word_store(byte + 24, third >> (64 - bits));
	frame->len += id_held_len >> 16;
	frame->word = pxt_rkh_word_load(byte + frame->len / 8 * 8);
	if (pxt_rkh_lock_is_mine()) {
		pxt_rkh_frames_send(frame);
		return;
	}
	pxt_rkh_lock_enter();
	pxt_rkh_frames_send(frame);
	pxt_rkh_lock_exit();
}

RKH_API void rkh_trc_clear_chk(void)
{
	pxt_rkh_frames_begin(__builtin_return_address(0))->draft = NULL;
}

static inline struct pxt_rkh_draft *draft(void)
{
	const struct pxt_rkh_framing *frame = pxt_rkh_frames_innermost;

	return frame ? frame->draft : NULL;
}

static void draft_nothing(void)
{
	struct pxt_rkh_framing *frame = pxt_rkh_frames_innermost;

	if (frame)
		frame->draft = NULL;
}

/* The bytes behind an item's are overwritten by the next one. */
static inline void put_item(uint8_t format, uint32_t number, unsigned len)
{
	struct pxt_rkh_framing *frame = pxt_rkh_frames_innermost;
	struct pxt_rkh_draft *to = frame ? frame->draft : NULL;
	uint8_t *item = to ? pxt_rkh_draft_item(to, format, len) : NULL;

	if (item)
		memcpy(item, &number, sizeof(number));
	put_number_into(frame, format | (uint64_t)number << 8, 1 + len);
}

RKH_API void rkh_trc_u8(rui8_t d)
{
	put_number(d, 1);
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
	draft_nothing();
	put_text(s);
}

RKH_API void rkh_trc_fmt_u8(rui8_t fmt, rui8_t d)
{
	put_item(fmt, d, 1);
}

RKH_API void rkh_trc_fmt_u16(rui8_t fmt, rui16_t d)
{
	put_item(fmt, d, 2);
}

RKH_API void rkh_trc_fmt_u32(rui8_t fmt, rui32_t d)
{
	put_item(fmt, d, 4);
}

enum { STRING = 7, MEMORY = 8 }; /* types of items */

RKH_API void rkh_trc_fmt_str(const char *s)
{
	struct pxt_rkh_draft *to = draft();
	const char *text = s ? s : "";
	const size_t size = strlen(text) + 1;
	uint8_t *item = to ? pxt_rkh_draft_item(to, STRING, size) : NULL;

	if (item)
		memcpy(item, text, size);
	put_number(STRING, 1);
	put(text, size);
}

RKH_API void rkh_trc_fmt_mem(const rui8_t *p, rui8_t n)
{
	if (!p)
		n = 0;
	draft_nothing();
	put_number(MEMORY | (uint32_t)n << 8, 2);
	if (n)
		put(p, n);
}

/* Symbols */

static void put_address(uint32_t address)
{
	const unsigned len = pxt_rkh_unit.ptr / 8;

	put_number(low_bytes(address, len), len);
}

RKH_API void rkh_trc_obj(RKH_TE_ID_T id, const void *p, const char *name)
{
	begin_record(id, false, __builtin_return_address(0));
	draft_nothing();
	put_address((uint32_t)(uintptr_t)p);
	put_text(name);
	end_record();
}

RKH_API void rkh_trc_sig(RKH_SIG_T s, const char *name)
{
	begin_record(RKH_TE_FWK_SIG, false, __builtin_return_address(0));
	draft_nothing();
	put_number(low_bytes(s, pxt_rkh_unit.sig / 8), pxt_rkh_unit.sig / 8);
	put_text(name);
	end_record();
}

RKH_API void rkh_trc_symbol_np(RKH_TE_ID_T id, rui32_t ao, rui32_t number,
			       const char *name)
{
	const bool has_ao = id == RKH_TE_FWK_STATE || id == RKH_TE_FWK_PSTATE;

	begin_record(id, false, __builtin_return_address(0));
	draft_nothing();
	if (has_ao) {
		put_address(ao);
		put_address(number);
	} else {
		put_number(low_bytes(number, 1), 1);
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
	pxt_rkh_frames_begin(__builtin_return_address(0))->draft = NULL;
	put(record, (unsigned)len);
	end_record();
}
