/*
 * log_buffers.h - memory for sections, used again
 */
#ifndef PXT_LOG_BUFFERS_H
#define PXT_LOG_BUFFERS_H

#include <stddef.h>
#include <stdint.h>

/* Room for a section with its head. */
struct pxt_log_buffer {
	struct pxt_log_buffer *next;
	size_t size;
	uint64_t data[]; /* aligned like sections */
};

/* Zero at first. */
struct pxt_log_buffers {
	struct pxt_log_buffer *spare;
	unsigned count;
};

/* NULL: no memory. */
struct pxt_log_buffer *pxt_log_buffers_get(struct pxt_log_buffers *buffers,
					   size_t size);
void pxt_log_buffers_put(struct pxt_log_buffers *buffers,
			 struct pxt_log_buffer *buffer);

void pxt_log_buffers_fini(struct pxt_log_buffers *buffers);

#endif
