/*
 * threadx_maker.h - memory of ThreadX event traces, made for tests
 */
#ifndef FORMAT_THREADX_THREADX_MAKER_H
#define FORMAT_THREADX_THREADX_MAKER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MADE_MAX = 1 << 16 };

/* What to make; zeroes but for these: 4 bytes a word, little-endian. */
struct made {
	bool big;
	unsigned word;
	uint64_t base, mask;
	unsigned name_size;
	unsigned slots, capacity;

	uint8_t data[MADE_MAX];
	size_t len;
};

static inline void made_word(struct made *made, size_t at, uint64_t value,
			     unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		made->data[at + (made->big ? size - 1 - i : i)] =
			(uint8_t)(value >> (8 * i));
}

static inline size_t made_slot_size(const struct made *made)
{
	const size_t tight = (size_t)4 * made->word + made->name_size;

	return (tight + made->word - 1) / made->word * made->word;
}

static inline size_t made_registry(const struct made *made)
{
	return (size_t)12 * made->word;
}

static inline size_t made_events(const struct made *made)
{
	return made_registry(made) + made->slots * made_slot_size(made);
}

static inline size_t made_event_size(const struct made *made)
{
	return (size_t)8 * made->word;
}

/* A word of the header. */
static inline void made_header(struct made *made, unsigned number,
			       uint64_t value)
{
	made_word(made, (size_t)number * made->word, value, made->word);
}

static inline void made_current(struct made *made, size_t index)
{
	made_header(made, 8,
		    made->base + made_events(made) +
			    index * made_event_size(made));
}

/* The header, with nothing behind it. */
static inline void made_begin(struct made *made)
{
	if (!made->word)
		made->word = 4;
	if (!made->mask)
		made->mask = 0xffffffff;
	memset(made->data, 0, sizeof(made->data));
	made_header(made, 0, 0x54585442);
	made_header(made, 1, made->mask);
	made_header(made, 2, made->base);
	made_header(made, 3, made->base + made_registry(made));
	made_word(made, (size_t)4 * made->word + 2, made->name_size, 2);
	made_header(made, 5, made->base + made_events(made));
	made_header(made, 6, made->base + made_events(made));
	made_header(made, 7,
		    made->base + made_events(made) +
			    made->capacity * made_event_size(made));
	made_header(made, 9, 0xaaaaaaaa);
	made_header(made, 10, 0xbbbbbbbb);
	made_header(made, 11, 0xcccccccc);
	made_current(made, 0);
	made->len = made_events(made) + made->capacity * made_event_size(made);
}

static inline void made_object(struct made *made, unsigned slot, bool available,
			       unsigned type, uint64_t address,
			       const char *name)
{
	const size_t at = made_registry(made) + slot * made_slot_size(made);

	made->data[at] = available;
	made->data[at + 1] = (uint8_t)type;
	made_word(made, at + made->word, address, made->word);
	strncpy((char *)made->data + at + (size_t)4 * made->word, name,
		made->name_size);
}

static inline void made_event(struct made *made, unsigned index,
			      uint64_t context, uint64_t id, uint64_t stamp,
			      uint64_t i1)
{
	const size_t at = made_events(made) + index * made_event_size(made);
	const uint64_t words[] = {
		context, 0x80050005, id, stamp, i1, 2, 3, 4
	};

	for (unsigned i = 0; i < 8; i++)
		made_word(made, at + (size_t)i * made->word, words[i],
			  made->word);
}

#endif
