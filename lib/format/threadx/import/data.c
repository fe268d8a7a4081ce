/* data.c - data of ThreadX's events */
#include "format/threadx/import/data.h"

#include <string.h>

#include "format/threadx/image.h"

enum {
	CORE_SHIFT = 24, /* position of the core in the event's id, on multicore
			  * kernels */
	PRIORITY_MASK = 0x3ff,
	THRESHOLD_SHIFT = 16,
	THRESHOLD_PRESENT = 31, /* bit that marks a threshold */
};

static inline uint8_t *put(uint8_t *at, const void *value, size_t size)
{
	memcpy(at, value, size);
	return at + size;
}

static inline uint8_t *put_word(uint8_t *at, unsigned size, uint64_t value)
{
	const uint32_t narrow = (uint32_t)value;

	return size == sizeof(value) ? put(at, &value, sizeof(value)) :
				       put(at, &narrow, sizeof(narrow));
}

/* Puts four words. */
static inline uint8_t *put_words(uint8_t *at, unsigned size,
				 const uint64_t word[PXT_THREADX_WORDS])
{
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++)
		at = put_word(at, size, word[i]);
	return at;
}

/* Dotted notation, padded with zeroes. */
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

static inline uint8_t *put_priority(uint8_t *at,
				    const struct pxt_threadx_data *data)
{
	const uint64_t word = data->word[PXT_THREADX_PRIORITY];
	const uint16_t priority = word & PRIORITY_MASK;
	const uint16_t threshold = word >> THRESHOLD_SHIFT & PRIORITY_MASK;

	if (data->context->address == PXT_THREADX_INTERRUPT ||
	    data->context->address == PXT_THREADX_INITIALIZE)
		return at;
	at = put(at, &priority, sizeof(priority));
	if (word >> THRESHOLD_PRESENT & 1)
		at = put(at, &threshold, sizeof(threshold));
	return at;
}

/* Puts the words with names; what is written behind them does not count. */
static inline uint8_t *put_named(uint8_t *at, unsigned size,
				 const struct pxt_threadx_layout *layout,
				 const uint64_t information[PXT_THREADX_WORDS])
{
	if (layout->is_prefix) {
		put_words(at, size, information);
		return at + (size_t)layout->used * size;
	}
	for (unsigned i = 0; i < layout->used; i++)
		at = layout->is_ip[i] ?
			     put_ip(at, information[layout->word[i]]) :
			     put_word(at, size, information[layout->word[i]]);
	return at;
}

/* Puts size to 2 * size bytes, by two moves that may overlap. */
static inline __attribute__((always_inline)) void
put_ends(uint8_t *at, const char *from, size_t len, size_t size)
{
	uint64_t head, tail;

	memcpy(&head, from, size);
	memcpy(&tail, from + len - size, size);
	memcpy(at, &head, size);
	memcpy(at + len - size, &tail, size);
}

/* Names of threads have up to 15 bytes. */
static inline uint8_t *put_name(uint8_t *at,
				const struct pxt_threadx_context *context)
{
	const size_t len = context->len;

	if (len > 2 * sizeof(uint64_t) || len < sizeof(uint32_t))
		memcpy(at, context->name, len);
	else if (len >= sizeof(uint64_t))
		put_ends(at, context->name, len, sizeof(uint64_t));
	else
		put_ends(at, context->name, len, sizeof(uint32_t));
	at[len] = '\0';
	return at + len + 1;
}

static inline __attribute__((always_inline)) size_t
put_data(uint8_t *to, unsigned size, const struct pxt_threadx_data *data)
{
	const struct pxt_threadx_layout *layout = data->layout;
	const uint64_t *word = data->word;
	const uint64_t *information = word + PXT_THREADX_INFORMATION;
	const uint8_t core = (uint8_t)(word[PXT_THREADX_EVENT] >> CORE_SHIFT);
	const uint16_t id = (uint16_t)word[PXT_THREADX_EVENT];
	uint8_t *at = to;

	at = put_named(at, size, layout, information);
	at = put_word(at, size, word[PXT_THREADX_CONTEXT]);
	at = put_word(at, size, word[PXT_THREADX_PRIORITY]);
	at = put_word(at, size, word[PXT_THREADX_EVENT]);
	at = put(at, &core, sizeof(core));
	at = put(at, &id, sizeof(id));
	at = put_word(at, size, word[PXT_THREADX_STAMP]);
	at = put(at, &data->ticks, sizeof(data->ticks));
	if (!layout->is_plain)
		at = put_words(at, size, information);
	at = put_name(at, data->context);
	at = put_priority(at, data);
	return (size_t)(at - to);
}

/* The size is a constant for the compiler. */
size_t pxt_threadx_data_put(uint8_t *to, unsigned size,
			    const struct pxt_threadx_data *data)
{
	return size == sizeof(uint64_t) ? put_data(to, sizeof(uint64_t), data) :
					  put_data(to, sizeof(uint32_t), data);
}
