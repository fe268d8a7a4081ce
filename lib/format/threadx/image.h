/*
 * image.h - the memory dump of a ThreadX trace
 *
 * Finds its parts: see memory.h.
 */
#ifndef PXT_FORMAT_THREADX_IMAGE_H
#define PXT_FORMAT_THREADX_IMAGE_H

#include "format/threadx/memory.h"
#include "format/trace.h"

/* Certainty that bytes are the start of a dump, as of a probe. */
unsigned pxt_threadx_image_probe(const uint8_t *data, size_t len);

/* Word size of the dump; 0: not a dump. */
unsigned pxt_threadx_image_word(const uint8_t *data, size_t len);

/* Size of the dump by its header, which a complete registry may correct; 0: not
 * a header. */
uint64_t pxt_threadx_image_size(const uint8_t *data, size_t len);

/* Offset of another dump inside this one that goes on behind its end: this one
 * was truncated. 0: none. */
size_t pxt_threadx_image_next(const uint8_t *data, size_t len);

/* Finds the parts. data: borrowed; start: its offset in the file. EBADMSG: not
 * such a memory, reported by pxt_trace_refuse(); damage and guesses are
 * reported, too. */
int pxt_threadx_image_init(struct pxt_threadx_image *image, const uint8_t *data,
			   size_t len, uint64_t start, struct pxt_trace *trace);

/* Orders the events of a buffer that has a current slot. wrapped: all slots are
 * used, and that one is the oldest. */
void pxt_threadx_image_order(struct pxt_threadx_image *image, bool wrapped);

/* Reads a registry slot that is present. */
void pxt_threadx_image_slot(const struct pxt_threadx_image *image, size_t index,
			    struct pxt_threadx_slot *slot);

#endif
