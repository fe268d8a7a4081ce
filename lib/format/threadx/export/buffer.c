/* buffer.c - the memory of a ThreadX trace to be written */
#include "format/threadx/export/buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum {
	EVENT_WORDS = PXT_THREADX_SLOT_WORDS,
	ENTRY_WORDS = PXT_THREADX_OBJECT_WORDS,
	PIECE = 1 << 17, /* bytes that are written at a time */
};

_Static_assert(PIECE >= ENTRY_WORDS * 8 + UINT16_MAX + 8,
	       "a piece has room for a slot with the longest name");

void pxt_threadx_buffer_fini(struct pxt_threadx_buffer *buffer)
{
	for (size_t i = 0; i < buffer->entries; i++)
		free(buffer->entry[i].name);
	free(buffer->entry);
	pxt_threadx_event_spool_fini(&buffer->spool);
	*buffer = (struct pxt_threadx_buffer){ 0 };
}

int pxt_threadx_buffer_add(struct pxt_threadx_buffer *buffer,
			   const struct pxt_threadx_words *words)
{
	int err;

	err = pxt_threadx_event_spool_add(&buffer->spool, buffer->word, words);
	if (!err)
		buffer->events++;
	return err;
}

void pxt_threadx_buffer_drop(struct pxt_threadx_buffer *buffer, uint64_t count)
{
	buffer->dropped += count;
	buffer->events -= count;
}

int pxt_threadx_buffer_enter(struct pxt_threadx_buffer *buffer,
			     const struct pxt_threadx_entry *entry,
			     const char *name)
{
	char *const copy = strdup(name);
	int err;

	if (!copy)
		return ENOMEM;
	err = pxt_array_reserve(&buffer->entry, &buffer->entry_room,
				buffer->entries + 1, sizeof(*buffer->entry));
	if (err) {
		free(copy);
		return err;
	}
	buffer->entry[buffer->entries] = *entry;
	buffer->entry[buffer->entries++].name = copy;
	return 0;
}

/* Sizes */

size_t pxt_threadx_buffer_entry_size(const struct pxt_threadx_buffer *buffer)
{
	const size_t word = buffer->word;
	const size_t name = (buffer->name_size + word - 1) / word;

	return (ENTRY_WORDS + name) * word;
}

size_t pxt_threadx_buffer_event_size(const struct pxt_threadx_buffer *buffer)
{
	return EVENT_WORDS * (size_t)buffer->word;
}

static size_t header_size(const struct pxt_threadx_buffer *buffer)
{
	return PXT_THREADX_HEADER_WORDS * (size_t)buffer->word;
}

/* Size up to the last event. UINT64_MAX: too large. */
static uint64_t used_bytes(const struct pxt_threadx_buffer *buffer)
{
	uint64_t registry, events, size;

	if (__builtin_mul_overflow(buffer->slots,
				   pxt_threadx_buffer_entry_size(buffer),
				   &registry) ||
	    __builtin_mul_overflow(buffer->capacity,
				   pxt_threadx_buffer_event_size(buffer),
				   &events) ||
	    __builtin_add_overflow(registry, events, &size) ||
	    __builtin_add_overflow(size, header_size(buffer), &size))
		return UINT64_MAX;
	return size;
}

uint64_t pxt_threadx_buffer_size(const struct pxt_threadx_buffer *buffer)
{
	const uint64_t size = used_bytes(buffer);

	return size < buffer->size ? buffer->size : size;
}

/* Writing: a piece that is not full yet */

struct writer {
	struct pxt_threadx_buffer *buffer;
	struct pxt_output *out;
	uint64_t written; /* bytes written, and those in the piece */
	size_t len;
	int err;
	uint8_t piece[PIECE];
};

static void flush(struct writer *writer)
{
	if (!writer->err && writer->len)
		writer->err = writer->out->write(writer->out, writer->piece,
						 writer->len);
	writer->len = 0;
}

/* Appends zeroes, fewer than a piece. */
static uint8_t *append(struct writer *writer, size_t len)
{
	uint8_t *at;

	if (writer->len + len > PIECE)
		flush(writer);
	at = writer->piece + writer->len;
	memset(at, 0, len);
	writer->len += len;
	writer->written += len;
	return at;
}

static void put_zeroes(struct writer *writer, uint64_t len)
{
	while (len && !writer->err) {
		const size_t part = len < PIECE ? (size_t)len : PIECE;

		append(writer, part);
		len -= part;
	}
}

static uint8_t *put_number(uint8_t *at, uint64_t value, unsigned size, bool big)
{
	for (unsigned i = 0; i < size; i++)
		at[big ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
	return at + size;
}

static uint8_t *put_word(const struct pxt_threadx_buffer *buffer, uint8_t *at,
			 uint64_t value)
{
	return put_number(at, value, buffer->word, buffer->big);
}

static void put_header(struct writer *writer)
{
	const struct pxt_threadx_buffer *buffer = writer->buffer;
	const size_t header = header_size(buffer);
	const uint64_t registry =
		buffer->registry ? buffer->registry : buffer->base + header;
	const uint64_t start =
		registry +
		buffer->slots * pxt_threadx_buffer_entry_size(buffer);
	const uint64_t event = pxt_threadx_buffer_event_size(buffer);
	const uint64_t next =
		(buffer->first + buffer->events) % buffer->capacity;
	uint8_t *at = append(writer, header);

	at = put_word(buffer, at, PXT_THREADX_ID);
	at = put_word(buffer, at, buffer->mask);
	at = put_word(buffer, at, buffer->base);
	at = put_word(buffer, at, registry);
	put_number(at, buffer->reserved1, 2, buffer->big);
	put_number(at + 2, buffer->name_size, 2, buffer->big);
	at += buffer->word;
	at = put_word(buffer, at, start);
	at = put_word(buffer, at, start);
	at = put_word(buffer, at, start + event * buffer->capacity);
	at = put_word(
		buffer, at,
		start + (buffer->has_current ? buffer->current : event * next));
	for (int i = 0; i < 3; i++)
		at = put_word(buffer, at, buffer->reserved[i]);
}

static void put_entry(struct writer *writer,
		      const struct pxt_threadx_entry *entry)
{
	const struct pxt_threadx_buffer *buffer = writer->buffer;
	const struct pxt_threadx_details *details = &entry->details;
	uint8_t *at = append(writer, pxt_threadx_buffer_entry_size(buffer));
	const size_t len = strnlen(entry->name, buffer->name_size);

	at[0] = details->available;
	at[1] = details->type;
	at[2] = details->reserved1;
	at[3] = details->reserved2;
	at += buffer->word;
	at = put_word(buffer, at, entry->address);
	at = put_word(buffer, at, details->parameter[0]);
	at = put_word(buffer, at, details->parameter[1]);
	memcpy(at, entry->name, len);
}

static int compare(const void *a, const void *b)
{
	const struct pxt_threadx_entry *x = a;
	const struct pxt_threadx_entry *y = b;

	return (x->details.slot > y->details.slot) -
	       (x->details.slot < y->details.slot);
}

/* Appends unused slots. */
static void put_free(struct writer *writer, uint64_t count)
{
	for (uint64_t i = 0; i < count && !writer->err; i++)
		*append(writer, pxt_threadx_buffer_entry_size(writer->buffer)) =
			1;
}

static void put_registry(struct writer *writer)
{
	const struct pxt_threadx_buffer *buffer = writer->buffer;
	uint64_t slot = 0;

	for (size_t i = 0; i < buffer->entries; i++) {
		const struct pxt_threadx_entry *entry = &buffer->entry[i];

		if (entry->details.slot < slot ||
		    entry->details.slot >= buffer->slots)
			continue;
		put_free(writer, entry->details.slot - slot);
		put_entry(writer, entry);
		slot = entry->details.slot + 1;
	}
	put_free(writer, buffer->slots - slot);
}

static void put_event(struct writer *writer, struct pxt_threadx_words *words,
		      uint64_t index)
{
	const struct pxt_threadx_buffer *buffer = writer->buffer;
	uint64_t *stamp = &words->word[PXT_THREADX_STAMP];
	uint8_t *at = append(writer, pxt_threadx_buffer_event_size(buffer));

	if (buffer->ticks.hz)
		*stamp =
			pxt_threadx_ticks_stamp(&buffer->ticks, index, *stamp) &
			buffer->mask;
	for (int i = 0; i < EVENT_WORDS; i++)
		at = put_word(buffer, at, words->word[i]);
}

static void put_events(struct writer *writer, uint64_t from, uint64_t to)
{
	struct pxt_threadx_buffer *buffer = writer->buffer;
	struct pxt_threadx_words words;

	for (uint64_t i = from; i < to && !writer->err; i++) {
		const uint64_t index = buffer->dropped + i;

		writer->err = pxt_threadx_event_spool_get(&buffer->spool, index,
							  &words);
		if (!writer->err)
			put_event(writer, &words, index);
	}
}

/* The oldest event may be in the middle. */
static void put_ring(struct writer *writer)
{
	const struct pxt_threadx_buffer *buffer = writer->buffer;
	const uint64_t behind = buffer->capacity - buffer->first;
	const uint64_t split =
		buffer->events < behind ? buffer->events : behind;
	const size_t event = pxt_threadx_buffer_event_size(buffer);
	const uint64_t start = (buffer->events - split) * event;

	put_events(writer, split, buffer->events);
	put_zeroes(writer, buffer->first * event - start);
	put_events(writer, 0, split);
	put_zeroes(writer, (behind - split) * event);
}

int pxt_threadx_buffer_write(struct pxt_threadx_buffer *buffer,
			     struct pxt_output *out)
{
	struct writer *writer;
	int err;

	if (pxt_threadx_buffer_size(buffer) > PXT_THREADX_BUFFER_MOST)
		return EFBIG;
	writer = calloc(1, sizeof(*writer));
	if (!writer)
		return ENOMEM;
	writer->buffer = buffer;
	writer->out = out;
	if (buffer->entries)
		qsort(buffer->entry, buffer->entries, sizeof(*buffer->entry),
		      compare);
	put_header(writer);
	put_registry(writer);
	put_ring(writer);
	put_zeroes(writer, pxt_threadx_buffer_size(buffer) - writer->written);
	flush(writer);
	err = writer->err;
	free(writer);
	return err;
}
