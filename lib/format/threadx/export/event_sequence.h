/*
 * event_sequence.h - the events of a conversion, in their order
 *
 * The kernel's first events precede them. A suspension tells which thread runs
 * next, which is that of the event behind it; stamps are nanoseconds until all
 * of them are known.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_EVENT_SEQUENCE_H
#define PXT_FORMAT_THREADX_EXPORT_EVENT_SEQUENCE_H

#include "format/threadx/export/buffer.h"
#include "format/threadx/image.h"

/* Zero at first. */
struct pxt_threadx_event_sequence {
	struct pxt_threadx_words last; /* not in the buffer yet */
	bool has_last;
};

/* True for a context that is not a thread. */
static inline bool pxt_threadx_is_special(uint64_t context)
{
	return context == PXT_THREADX_INTERRUPT ||
	       context == PXT_THREADX_INITIALIZE;
}

/* Appends an event. Errors of pxt_threadx_buffer_add(). */
int pxt_threadx_event_sequence_add(struct pxt_threadx_event_sequence *sequence,
				   struct pxt_threadx_buffer *buffer,
				   const struct pxt_threadx_words *words);

/* Ends the sequence, with stamps in ticks. hz 0: the highest rate that fits.
 * Errors of pxt_threadx_buffer_add(). */
int pxt_threadx_event_sequence_end(struct pxt_threadx_event_sequence *sequence,
				   struct pxt_threadx_buffer *buffer,
				   struct pxt_export *export, uint64_t hz);

#endif
