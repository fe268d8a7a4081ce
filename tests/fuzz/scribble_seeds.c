/*
 * scribble_seeds.c - what somebody scribbles over streams and processes
 */
#include <stddef.h>

#include "seeds.h"
#include "stream/process.h"
#include "stream/stream.h"

enum {
	MODE_STREAM = 1,
	MODE_LOOP = 4,
	MODE_PROCESS = 127,
	MODE_OBJECTS = 128,
};

struct scribble {
	uint8_t data[256];
	size_t len;
};

static void add(struct scribble *scribble, uint64_t value, size_t len)
{
	for (; len; len--, value >>= 8)
		scribble->data[scribble->len++] = (uint8_t)value;
}

/* Over the head of a stream, or over a process file: a number. */
static void add_over(struct scribble *scribble, size_t at, uint64_t value,
		     uint8_t len)
{
	add(scribble, 0, 1);
	add(scribble, at, 2);
	add(scribble, len, 1);
	add(scribble, value, len);
}

static void save_stream(const char *name, uint8_t mode,
			const struct scribble *scribble)
{
	seed_save("stream", name, mode, scribble->data, scribble->len);
}

#define AT_RING(member)                             \
	(offsetof(struct pxt_stream_shared, ring) + \
	 offsetof(struct pxt_ring_shared, member))

void seed_streams(void)
{
	struct scribble busy = { .len = 0 }, records = busy, far = busy,
			head = busy, counters = busy, none = busy;

	save_stream("whole", MODE_STREAM, &none);
	save_stream("read", 0, &none);
	save_stream("found", MODE_STREAM + 1, &none);
	save_stream("forced", MODE_STREAM + 2, &none);
	save_stream("loop", MODE_STREAM | MODE_LOOP, &none);
	save_stream("loop-read", MODE_LOOP, &none);

	/* A chunk whose owner is in the middle of a record. */
	add(&busy, 2, 1);
	add(&busy, 1, 1);
	add(&busy, 48 | 1, 4);
	save_stream("busy", MODE_STREAM, &busy);

	/* Two more records of the third chunk. */
	for (unsigned i = 0; i < 2; i++) {
		add(&records, 4, 1);
		add(&records, 2, 1);
		add(&records, 16 + i, 2);
		add(&records, 200 + i, 1);
		add(&records, 5, 1);
	}
	save_stream("records", MODE_STREAM, &records);

	/* A retired chunk, far from those that are in use. */
	add(&far, 1, 1);
	add(&far, 700, 2);
	add(&far, UINT64_C(99) << 24 | 3, 8);
	add_over(&far, AT_RING(high), UINT32_MAX, 4);
	save_stream("far", MODE_STREAM, &far);

	/* Another gate, and another log. */
	add_over(&head, AT_RING(gate), PXT_GATE_OPEN | PXT_GATE_FULL, 4);
	add_over(&head, offsetof(struct pxt_stream_shared, log.inode), 1, 8);
	save_stream("head", MODE_STREAM + 1, &head);

	add_over(&counters, AT_RING(lost), 7, 8);
	add_over(&counters, AT_RING(overwritten), 9, 8);
	add_over(&counters, AT_RING(horizon), UINT64_C(1000000000000), 8);
	save_stream("counters", MODE_STREAM | MODE_LOOP, &counters);
}

static void make_processes(void)
{
	struct scribble image = { .len = 0 }, entry = image, top = image,
			round = image, none = image;

	seed_save("process", "whole", MODE_PROCESS, NULL, 0);

	/* An image as long as can be, of modules without number. */
	add_over(&image, offsetof(struct pxt_process_shared, image_length),
		 PXT_PROCESS_IMAGE, 4);
	add(&image, 1, 1);
	add(&image, 4, 2);
	add(&image, 4, 1);
	add(&image, UINT32_MAX, 4);
	seed_save("process", "image", MODE_PROCESS, image.data, image.len);

	/* A third name, the same as the first. */
	add(&entry, 4, 1);
	add(&entry, 2, 2);
	add(&entry, 0, 4);
	add(&entry, 5, 2);
	seed_save("process", "entry", MODE_PROCESS, entry.data, entry.len);

	add(&top, 5, 1);
	add(&top, PXT_NAMES_TEXT - 4, 4);
	seed_save("process", "top", MODE_PROCESS, top.data, top.len);

	/* The second description leads to the first, which is too long. */
	add(&round, 6, 1);
	add(&round, 0, 2);
	add(&round, 8, 1);
	add(&round, 5, 4);
	add(&round, UINT32_C(16) << 16 | 4096, 4);
	add(&round, 6, 1);
	add(&round, 16, 2);
	add(&round, 4, 1);
	add(&round, 1, 4);
	seed_save("process", "round", MODE_PROCESS, round.data, round.len);

	/* A family whose file is gone. */
	add_over(&none, offsetof(struct pxt_process_shared, family), 12345, 8);
	seed_save("process", "family", MODE_PROCESS, none.data, none.len);
}

/* Over the objects, or what is known of their table: a number. */
static void add_over_objects(struct scribble *scribble, uint64_t what,
			     size_t at, uint64_t value, uint8_t len)
{
	add(scribble, what, 1);
	add(scribble, at, 2);
	add(scribble, len, 1);
	add(scribble, value, len);
}

static void make_tables(void)
{
	struct scribble busy = { .len = 0 }, texts = busy, pages = busy,
			serial = busy;
	const size_t slot = sizeof(struct pxt_objects_slot);

	seed_save("process", "objects", MODE_OBJECTS, NULL, 0);

	/* Taken by one that has ended; and the hand is there. */
	add_over_objects(&busy, 8, slot, UINT64_C(7) << 24 | 4000009 << 2 | 1,
			 8);
	add_over_objects(&busy, 9, 0, 1, 4);
	seed_save("process", "objects-busy", MODE_OBJECTS, busy.data, busy.len);

	/* Longer texts than there is room for. */
	add_over_objects(&texts, 8, slot + 8 + 28, UINT32_MAX, 4);
	seed_save("process", "objects-texts", MODE_OBJECTS, texts.data,
		  texts.len);

	/* All pages, they say, are there. */
	for (size_t i = 0; i < 4; i++)
		add_over_objects(
			&pages, 9,
			offsetof(struct pxt_names_shared, object_pages) -
				offsetof(struct pxt_names_shared, object_hand) +
				i * 8,
			UINT64_MAX, 8);
	seed_save("process", "objects-pages", MODE_OBJECTS, pages.data,
		  pages.len);

	/* The last serial there is, of one that has ended. */
	add_over_objects(&serial, 8, 0, UINT64_MAX, 8);
	add_over_objects(&serial, 9, 0, 0, 4);
	seed_save("process", "objects-serial", MODE_OBJECTS, serial.data,
		  serial.len);
}

void seed_processes(void)
{
	make_processes();
	make_tables();
}
