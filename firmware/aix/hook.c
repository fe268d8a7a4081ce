/*
 * hook.c - recording hooks
 *
 * Nothing is done before it is known that a stream wants events. Then the entry
 * becomes the data of an event at the caller's place: words by way of the stack,
 * bytes at their place in the stream.
 */
#include <string.h>

#include "firmware/aix/public.h"

#include "firmware/aix/gate.h"
#include "firmware/aix/hook_types.h"

enum {
	WORDS_MAX = 5,
	SHORT_MAX = 240, /* bytes; more need more stack */
};

/* Two words are stored at once, as the copy of an event loads them at once: it
 * would wait for two stores. */
typedef uint64_t pair __attribute__((vector_size(16)));

static inline bool wants_words(void)
{
	return __posix_trace_wanted() && gate_is_open();
}

static inline __attribute__((always_inline)) void
put_words(uint16_t id, uint16_t subhook, unsigned count, uint64_t d1,
	  uint64_t d2, uint64_t d3, uint64_t d4, uint64_t d5,
	  const void *address)
{
	const size_t len = count * sizeof(uint64_t);
	pair entry[(1 + WORDS_MAX) / 2];

	entry[0] = (pair){ hook_word(HOOK_STAMPED, len, id, subhook), d1 };
	if (count > 1)
		entry[1] = (pair){ d2, d3 };
	if (count > 3)
		entry[2] = (pair){ d4, d5 };
	posix_trace_event_at_np(hook_type(-1, id), entry,
				sizeof(uint64_t) + len, address);
}

/* A hook word as programs write it */
#define PUT(hw, count, d1, d2, d3, d4, d5)                                   \
	do {                                                                 \
		if (wants_words())                                           \
			put_words(hook_id((uint16_t)((hw) >> 16)),           \
				  (uint16_t)(hw), (count), (d1), (d2), (d3), \
				  (d4), (d5), __builtin_return_address(0));  \
	} while (0)

void __trchkl0(unsigned long hw)
{
	PUT(hw, 0, 0, 0, 0, 0, 0);
}

void __trchkl1(unsigned long hw, unsigned long d1)
{
	PUT(hw, 1, d1, 0, 0, 0, 0);
}

void __trchkl2(unsigned long hw, unsigned long d1, unsigned long d2)
{
	PUT(hw, 2, d1, d2, 0, 0, 0);
}

void __trchkl3(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3)
{
	PUT(hw, 3, d1, d2, d3, 0, 0);
}

void __trchkl4(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3, unsigned long d4)
{
	PUT(hw, 4, d1, d2, d3, d4, 0);
}

void __trchkl5(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3, unsigned long d4, unsigned long d5)
{
	PUT(hw, 5, d1, d2, d3, d4, d5);
}

/* The number of words by the type in a 32-bit hook word. */
static unsigned words_of_type(unsigned hw)
{
	switch (hw >> 16 & 7) {
	case 1:
		return 0;
	case 2:
		return 1;
	}
	return WORDS_MAX;
}

void utrchook(unsigned int hw, unsigned int d1, unsigned int d2,
	      unsigned int d3, unsigned int d4, unsigned int d5)
{
	if (wants_words())
		put_words((uint16_t)(hw >> 16 & 0xfff0), (uint16_t)hw,

			  words_of_type(hw), d1, d2, d3, d4, d5,
			  __builtin_return_address(0));
}

void utrchook64(unsigned long hw, unsigned long d1, unsigned long d2,
		unsigned long d3, unsigned long d4, unsigned long d5)
{
	const unsigned words = (uint16_t)((uint64_t)hw >> 32) / sizeof(hw);

	PUT(hw, words < WORDS_MAX ? words : WORDS_MAX, d1, d2, d3, d4, d5);
}

/* Copies bytes in pieces as long as those that the copy of an event takes. */
static inline void copy_bytes(unsigned char *to, const unsigned char *from,
			      size_t len)
{
	pair a, b, c, d;

	if (len < sizeof(pair) || len > 4 * sizeof(pair)) {
		memcpy(to, from, len);
		return;
	}
	memcpy(&a, from, 16);
	memcpy(&b, from + len - 16, 16);
	if (len > 32) {
		memcpy(&c, from + 16, 16);
		memcpy(&d, from + len - 32, 16);
		memcpy(to + 16, &c, 16);
		memcpy(to + len - 32, &d, 16);
	}
	memcpy(to, &a, 16);
	memcpy(to + len - 16, &b, 16);
}

struct generic {
	pair head; /* the hook word, and the first word of data */
	const void *bytes;
	size_t len;
};

static inline struct generic generic_of(uint16_t id, unsigned long hw,
					unsigned long d1, const void *bytes,
					size_t len)
{
	return (struct generic){
		.head = { hook_word(HOOK_STAMPED | HOOK_GENERIC,
				    sizeof(d1) + len, id, (uint16_t)hw),
			  d1 },
		.bytes = bytes,
		.len = len,
	};
}

static inline size_t make_entry(const struct generic *generic,
				unsigned char *entry)
{
	memcpy(entry, &generic->head, sizeof(generic->head));
	copy_bytes(entry + sizeof(generic->head), generic->bytes, generic->len);
	return sizeof(generic->head) + generic->len;
}

static size_t make_in_place(void *generic, void *data,
			    struct posix_trace_stamp_np stamp)
{
	(void)stamp;
	return make_entry(generic, data);
}

/* Two functions, as more bytes need more stack. */

static __attribute__((noinline)) void put_long(trace_event_id_t type,
					       const struct generic *generic,
					       const void *address)
{
	unsigned char entry[sizeof(generic->head) + HOOK_GENERIC_MAX];

	posix_trace_event_at_np(type, entry, make_entry(generic, entry),
				address);
}

static __attribute__((noinline)) void put_short(trace_event_id_t type,
						const struct generic *generic,
						const void *address)
{
	_Alignas(pair) unsigned char entry[sizeof(pair) + SHORT_MAX];

	posix_trace_event_at_np(type, entry, make_entry(generic, entry),
				address);
}

/* The thread's last generic hook that a stream wanted, as long as the process has
 * the same streams, and has not controlled the trace: the next one of its type
 * takes the shorter way, which reads the bytes before the library knows whether
 * a stream wants them. */
static __thread struct last {
	trace_event_id_t type;
	unsigned controls;
	unsigned long word;
} last;

static inline struct last this_time(trace_event_id_t type)
{
	const unsigned long *word =
		__atomic_load_n(&__posix_trace_home->__word, __ATOMIC_ACQUIRE);

	return (struct last){
		.type = type,
		.controls = atomic_load_explicit(&gate_controls,
						 memory_order_relaxed),
		.word = word ? __atomic_load_n(word, __ATOMIC_RELAXED) : 0,
	};
}

static inline bool is_same(const struct last *now)
{
	return last.type == now->type && last.controls == now->controls &&
	       last.word == now->word;
}

/* What has no place in a stream at once. The bytes are not looked at if nobody
 * wants them. */
static __attribute__((noinline)) void
put_elsewhere(trace_event_id_t type, const struct generic *generic,
	      const void *address)
{
	int wanted;

	if (posix_trace_eventid_wanted_np(type, &wanted) || !wanted)
		return;
	last = this_time(type);
	if (generic->len > SHORT_MAX)
		put_long(type, generic, address);
	else
		put_short(type, generic, address);
}

static __attribute__((noinline)) void
put_carefully(trace_event_id_t type, uint16_t id, unsigned long hw,
	      unsigned long d1, size_t len, const void *bytes,
	      const void *address)
{
	const struct last now = this_time(type);
	struct generic generic = generic_of(id, hw, d1, bytes, len);

	if (posix_trace_event_in_place_np(type, sizeof(generic.head) + len,
					  make_in_place, &generic, address))
		put_elsewhere(type, &generic, address);
	else
		last = now;
}

static __attribute__((noinline)) void
put_generic(unsigned channel, unsigned long hw, unsigned long d1, size_t len,
	    const void *bytes, const void *address)
{
	_Alignas(pair) unsigned char entry[sizeof(pair) + SHORT_MAX];
	const uint16_t id = hook_id((uint16_t)(hw >> 16));
	const trace_event_id_t type = hook_type((int)channel, id);
	const struct last now = this_time(type);
	struct generic generic;

	if (!bytes) {
		len = 0;
		bytes = "";
	}
	if (len > SHORT_MAX || !is_same(&now)) {
		put_carefully(type, id, hw, d1,
			      len < HOOK_GENERIC_MAX ? len : HOOK_GENERIC_MAX,
			      bytes, address);
		return;
	}
	generic = generic_of(id, hw, d1, bytes, len);
	posix_trace_event_at_np(type, entry, make_entry(&generic, entry),
				address);
}

#define PUT_GENERIC(channel, hw, d1, len, buf)                              \
	do {                                                                \
		if (__posix_trace_wanted() && (channel) < CHANNELS &&       \
		    ((channel) || gate_is_open()))                          \
			put_generic((unsigned)(channel), (hw), (d1), (len), \
				    (buf), __builtin_return_address(0));    \
	} while (0)

void __trcgen(unsigned long channel, unsigned long hw, unsigned long d1,
	      unsigned long len, const void *buf)
{
	PUT_GENERIC(channel, hw, d1, len, buf);
}

void trcgen(unsigned int channel, unsigned int hw, unsigned int d1,
	    unsigned int len, char *buf)
{
	PUT_GENERIC(channel, hw, d1, len, buf);
}

/* The others do the same. */
__typeof__(utrchook) trchook __attribute__((alias("utrchook")));
__typeof__(utrchook64) trchook64 __attribute__((alias("utrchook64")));
__typeof__(trcgen) trcgent __attribute__((alias("trcgen")));
__typeof__(trcgen) trcgenk __attribute__((alias("trcgen")));
__typeof__(trcgen) trcgenkt __attribute__((alias("trcgen")));
