/*
 * liteos_layout.h - how a build of LiteOS lays out the frames of its buffer
 *
 * Written as "a32,core,count,p6": the tree (a, m: OpenHarmony's kernels for
 * application processors and for microcontrollers; l: Huawei LiteOS 5) and the
 * bits of a pointer; the core word, the event counter, link registers (lr),
 * the number of params (p3 where it is not said), and al4 where 64-bit
 * integers are aligned to 4 bytes.
 */
#ifndef PXT_FORMAT_LITEOS_LAYOUT_H
#define PXT_FORMAT_LITEOS_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "format/liteos_frame.h"

enum {
	PXT_LITEOS_PARAMS = 3, /* where nothing is said of them */
	PXT_LITEOS_LAYOUT_TEXT = 40,
};

struct pxt_liteos_layout {
	char tree; /* 'a', 'm', 'l' */
	bool align4;
	struct pxt_liteos_shape shape;
	/* Offsets; 0: it is not there. */
	uint16_t pid, time, identity, core, count, links, params;
	uint16_t end;  /* of the last field */
	uint16_t size; /* of a frame */
};

/* Find where the fields are, from the tree, align4 and the shape. */
void pxt_liteos_layout_place(struct pxt_liteos_layout *layout);

/* False: the text is no layout, or of one that cannot be. */
bool pxt_liteos_layout_parse(const char *text,
			     struct pxt_liteos_layout *layout);

/* text: PXT_LITEOS_LAYOUT_TEXT bytes. */
void pxt_liteos_layout_print(const struct pxt_liteos_layout *layout,
			     char *text);

/* A frame's bytes apart, and together again. */
void pxt_liteos_layout_take(const struct pxt_liteos_layout *layout,
			    const uint8_t *at, bool big,
			    struct pxt_liteos_frame *frame);
void pxt_liteos_layout_put(const struct pxt_liteos_layout *layout, bool big,
			   const struct pxt_liteos_frame *frame, uint8_t *at);

/* Apart, but for links and params. */
void pxt_liteos_layout_take_head(const struct pxt_liteos_layout *layout,
				 const uint8_t *at, bool big,
				 struct pxt_liteos_frame *frame);

/* The core word with its bits as a little-endian target has them, and back. */
uint32_t pxt_liteos_core_of(uint32_t word, bool big);
uint32_t pxt_liteos_core_to(uint32_t core, bool big);

#endif
