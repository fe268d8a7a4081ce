/* log_buffers.c - memory for sections, used again */
#include "log/log_buffers.h"

#include <stdlib.h>

enum {
	SPARE_MAX = 4,
	SPARE_SIZE_MAX = 1 << 20,
};

static struct pxt_log_buffer *take_spare(struct pxt_log_buffers *buffers,
					 size_t size)
{
	struct pxt_log_buffer **at, *buffer;

	for (at = &buffers->spare; *at; at = &(*at)->next) {
		buffer = *at;
		if (buffer->size >= size) {
			*at = buffer->next;
			buffers->count--;
			return buffer;
		}
	}
	return NULL;
}

struct pxt_log_buffer *pxt_log_buffers_get(struct pxt_log_buffers *buffers,
					   size_t size)
{
	struct pxt_log_buffer *buffer = take_spare(buffers, size);

	if (buffer)
		return buffer;

	buffer = malloc(sizeof(*buffer) + size);
	if (buffer)
		buffer->size = size;
	return buffer;
}

void pxt_log_buffers_put(struct pxt_log_buffers *buffers,
			 struct pxt_log_buffer *buffer)
{
	if (!buffer)
		return;
	if (buffers->count == SPARE_MAX || buffer->size > SPARE_SIZE_MAX) {
		free(buffer);
		return;
	}

	buffer->next = buffers->spare;
	buffers->spare = buffer;
	buffers->count++;
}

void pxt_log_buffers_fini(struct pxt_log_buffers *buffers)
{
	struct pxt_log_buffer *buffer;

	while ((buffer = take_spare(buffers, 0)))
		free(buffer);
}
