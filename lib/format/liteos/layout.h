/*
 * layout.h - layouts of frames in LiteOS's buffer
 *
 * Written as "a32,core,count,p6": the tree (a, m: OpenHarmony's kernels for
 * application processors and for microcontrollers; l: Huawei LiteOS 5; u:
 * unknown, as a may have been built without process ids) and the bits of a
 * pointer; the core word, the event counter, link registers (lr), the number of
 * params (default p3), and al4 where 64-bit integers are aligned to 4 bytes.
 */
#ifndef PXT_FORMAT_LITEOS_LAYOUT_H
#define PXT_FORMAT_LITEOS_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/load.h"
#include "format/liteos/frame.h"
#include "format/liteos/word.h"

enum {
	PXT_LITEOS_PARAMS = 3, /* the default */
	PXT_LITEOS_LAYOUT_TEXT = 40,
	PXT_LITEOS_BLANKS = 8, /* at most one per field */
};

struct pxt_liteos_layout {
	char tree; /* 'a', 'm', 'l', 'u' */
	bool align4;
	struct pxt_liteos_shape shape;
	/* Offsets; 0: absent. */
	uint16_t pid, time, identity, core, count, links, params;
	uint16_t end;  /* end of the last field */
	uint16_t size; /* size of a frame */

	/* Padding words between fields, and behind the last. */
	unsigned blanks;
	uint16_t blank[PXT_LITEOS_BLANKS];
};

/* Computes the offsets from the tree, align4 and the shape. */
void pxt_liteos_layout_place(struct pxt_liteos_layout *layout);

/* False: the text is not a valid layout. */
bool pxt_liteos_layout_parse(const char *text,
			     struct pxt_liteos_layout *layout);

/* text: PXT_LITEOS_LAYOUT_TEXT bytes. */
void pxt_liteos_layout_print(const struct pxt_liteos_layout *layout,
			     char *text);

/* Takes a frame's bytes apart, and puts them together. */
void pxt_liteos_layout_take(const struct pxt_liteos_layout *layout,
			    const uint8_t *at, bool big,
			    struct pxt_liteos_frame *frame);
void pxt_liteos_layout_put(const struct pxt_liteos_layout *layout, bool big,
			   const struct pxt_liteos_frame *frame, uint8_t *at);

/* Converts the core word to a little-endian target's bits, and back. */
static inline uint32_t pxt_liteos_core_of(uint32_t word, bool big)
{
	if (!big)
		return word;
	return word >> 24 | (word >> 20 & 15) << PXT_LITEOS_IN_INTERRUPT |
	       (word >> 16 & 15) << PXT_LITEOS_LOCKS |
	       (word >> 12 & 15) << PXT_LITEOS_COUNT_OF_PARAMS |
	       (word & 0xfff) << PXT_LITEOS_RESERVED;
}
uint32_t pxt_liteos_core_to(uint32_t core, bool big);

/* Takes a frame apart, except links and params. */
static inline void
pxt_liteos_layout_take_head(const struct pxt_liteos_layout *layout,
			    const uint8_t *at, bool big,
			    struct pxt_liteos_frame *frame)
{
	const struct pxt_liteos_shape *shape = &layout->shape;

	frame->type = pxt_liteos_get32(at, big);
	frame->task = pxt_liteos_get32(at + 4, big);
	frame->time = pxt_liteos_get64(at + layout->time, big);
	frame->identity =
		pxt_liteos_get(at + layout->identity, big, shape->width);
	frame->pid = shape->pid ? pxt_liteos_get32(at + layout->pid, big) : 0;
	frame->core = 0;
	if (shape->core)
		frame->core = pxt_liteos_core_of(
			pxt_liteos_get32(at + layout->core, big), big);
	if (shape->count)
		frame->count = pxt_liteos_get32(at + layout->count, big);
}

/* The same as pxt_liteos_layout_put(); with a constant layout it is compiled
 * for that one. Padding and fields are all bytes of a frame. */
static inline __attribute__((always_inline)) void
pxt_liteos_layout_put_inline(const struct pxt_liteos_layout *layout, bool big,
			     const struct pxt_liteos_frame *frame, uint8_t *at)
{
	const struct pxt_liteos_shape *shape = &layout->shape;
	const unsigned width = shape->width;
	const unsigned params = shape->params;
	uint8_t *param = at + layout->params;

	for (unsigned i = 0; i < layout->blanks; i++)
		pxt_liteos_set32(at + layout->blank[i], big, 0);
	pxt_liteos_set32(at, big, pxt_load32(&frame->type));
	pxt_liteos_set32(at + 4, big, pxt_load32(&frame->task));
	pxt_liteos_set64(at + layout->time, big, frame->time);
	pxt_liteos_set(at + layout->identity, big, width, frame->identity);
	if (shape->pid)
		pxt_liteos_set32(at + layout->pid, big, frame->pid);
	if (shape->core)
		pxt_liteos_set32(at + layout->core, big,
				 pxt_liteos_core_to(frame->core, big));
	if (shape->count)
		pxt_liteos_set32(at + layout->count, big, frame->count);
	for (unsigned i = 0; shape->links && i < PXT_LITEOS_LINKS; i++)
		pxt_liteos_set(at + layout->links + i * width, big, width,
			       frame->link[i]);
	for (unsigned i = 0; i < params; i++, param += width)
		pxt_liteos_set(param, big, width, pxt_load64(&frame->param[i]));
}

#endif
