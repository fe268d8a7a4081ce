/*
 * image.h - the memory of a ThreadX event trace, as it was dumped
 *
 * Finds the parts of it: see memory.h.
 */
#ifndef PXT_FORMAT_THREADX_IMAGE_H
#define PXT_FORMAT_THREADX_IMAGE_H

#include "format/threadx/memory.h"
#include "format/trace.h"

/* How sure bytes are the start of one: as a probe. */
unsigned pxt_threadx_image_probe(const uint8_t *data, size_t len);

/* How many bytes a word of it has; 0: it is none. */
unsigned pxt_threadx_image_word(const uint8_t *data, size_t len);

/* How many bytes it has, as its header says, which the registry may contradict
 * where it is there; 0: they are no header. */
uint64_t pxt_threadx_image_size(const uint8_t *data, size_t len);

/* Where another one begins inside of it, as its header says, and goes on behind
 * its end: it was cut short. 0: there is none. */
size_t pxt_threadx_image_next(const uint8_t *data, size_t len);

/* Find the parts. data: borrowed; start: where it is in the file. EBADMSG: there is no such memory, which is
 * told with pxt_trace_refuse(); damage, and guesses, are told, too. */
int pxt_threadx_image_init(struct pxt_threadx_image *image, const uint8_t *data,
			   size_t len, uint64_t start,
			   struct pxt_trace *trace);

/* Put the events of a buffer in order that has a current slot. wrapped: all of
 * them are used, that one is the oldest. */
void pxt_threadx_image_order(struct pxt_threadx_image *image, bool wrapped);

/* A registry slot that is there. */
void pxt_threadx_image_slot(const struct pxt_threadx_image *image, size_t index,
			    struct pxt_threadx_slot *slot);

#endif
