/*
 * hook.c - recording hooks
 *
 * Nothing is done before it is known that a stream wants events. Then the entry
 * is laid out on the stack, and becomes the data of an event at the caller's
 * place.
 */
#include <string.h>

#include "firmware/aix/public.h"

#include "firmware/aix/gate.h"
#include "firmware/aix/hook_types.h"

enum {
	WORDS_MAX = 5,
	SHORT_MAX = 240, /* bytes; more need more stack */
};

struct words_entry {
	struct hook_word word;
	uint64_t d[WORDS_MAX];
};

struct generic_head {
	struct hook_word word;
	uint64_t d1;
};

static inline bool wants_words(void)
{
	return __posix_trace_wanted() && gate_is_open();
}

static inline __attribute__((always_inline)) void
put_words(uint16_t id, uint16_t subhook, const unsigned long *d, unsigned count,
	  const void *address)
{
	struct words_entry entry = {
		.word = {
			.flags = HOOK_STAMPED,
			.length = (uint16_t)(count * sizeof(entry.d[0])),
			.id = id,
			.subhook = subhook,
		},
	};

	for (unsigned i = 0; i < count; i++)
		entry.d[i] = d[i];
	posix_trace_event_at_np(hook_type(-1, id), &entry,
				sizeof(entry.word) + entry.word.length,
				address);
}

/* A hook word as programs write it */
#define PUT(hw, count, ...)                                               \
	do {                                                              \
		if (wants_words())                                        \
			put_words(hook_id((uint16_t)((hw) >> 16)),        \
				  (uint16_t)(hw),                         \
				  (const unsigned long[]){ __VA_ARGS__ }, \
				  (count), __builtin_return_address(0));  \
	} while (0)

void __trchkl0(unsigned long hw)
{
	PUT(hw, 0, 0);
}

void __trchkl1(unsigned long hw, unsigned long d1)
{
	PUT(hw, 1, d1);
}

void __trchkl2(unsigned long hw, unsigned long d1, unsigned long d2)
{
	PUT(hw, 2, d1, d2);
}

void __trchkl3(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3)
{
	PUT(hw, 3, d1, d2, d3);
}

void __trchkl4(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3, unsigned long d4)
{
	PUT(hw, 4, d1, d2, d3, d4);
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
			  (const unsigned long[]){ d1, d2, d3, d4, d5 },
			  words_of_type(hw), __builtin_return_address(0));
}

void utrchook64(unsigned long hw, unsigned long d1, unsigned long d2,
		unsigned long d3, unsigned long d4, unsigned long d5)
{
	const unsigned words = (uint16_t)((uint64_t)hw >> 32) / sizeof(hw);

	PUT(hw, words < WORDS_MAX ? words : WORDS_MAX, d1, d2, d3, d4, d5);
}

/* data: with room for its head and len bytes */
static inline void put_generic(uint8_t *data, const struct generic_head *head,
			       int channel, const void *buf, size_t len,
			       const void *address)
{
	memcpy(data, head, sizeof(*head));
	if (len)
		memcpy(data + sizeof(*head), buf, len);
	posix_trace_event_at_np(hook_type(channel, head->word.id), data,
				sizeof(*head) + len, address);
}

static __attribute__((noinline)) void
put_long_generic(const struct generic_head *head, int channel, const void *buf,
		 size_t len, const void *address)
{
	uint8_t data[sizeof(*head) + HOOK_GENERIC_MAX];

	put_generic(data, head, channel, buf, len, address);
}

static __attribute__((noinline)) void
generic(unsigned long channel, unsigned long hw, unsigned long d1,
	unsigned long len, const void *buf, const void *address)
{
	uint8_t data[sizeof(struct generic_head) + SHORT_MAX];
	struct generic_head head = {
		.word = {
			.flags = HOOK_STAMPED | HOOK_GENERIC,
			.id = hook_id((uint16_t)(hw >> 16)),
			.subhook = (uint16_t)hw,
		},
		.d1 = d1,
	};

	if (!buf)
		len = 0;
	if (len > HOOK_GENERIC_MAX)
		len = HOOK_GENERIC_MAX;
	head.word.length = (uint16_t)(sizeof(head.d1) + len);
	if (len > SHORT_MAX)
		put_long_generic(&head, (int)channel, buf, len, address);
	else
		put_generic(data, &head, (int)channel, buf, len, address);
}

#define PUT_GENERIC(channel, hw, d1, len, buf)                        \
	do {                                                          \
		if (__posix_trace_wanted() && (channel) < CHANNELS && \
		    ((channel) || gate_is_open()))                    \
			generic((channel), (hw), (d1), (len), (buf),  \
				__builtin_return_address(0));         \
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
