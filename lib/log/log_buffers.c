/* log_buffers.c - memory for sections, used again */
#include "log/log_buffers.h"

#include <stdlib.h>

#include "base/huge_pages.h"

enum {
	SPARE_MAX = 4,
	SPARE_SIZE_MAX = 8 << 20,
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

/* Large sections are read once and dropped: page by page, their memory costs as
 * much as what is done with it. */
static void *allocate(size_t size)
{
	void *memory = malloc(size);

	if (memory)
		pxt_huge_pages_prefer(memory, size);
	return memory;
}

struct pxt_log_buffer *pxt_log_buffers_get(struct pxt_log_buffers *buffers,
					   size_t size)
{
	struct pxt_log_buffer *buffer = take_spare(buffers, size);

	if (buffer)
		return buffer;

	buffer = allocate(sizeof(*buffer) + size);
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
