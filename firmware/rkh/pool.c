/* pool.c - memory of a fixed size in the place of malloc() */
#include "firmware/rkh/pool.h"

#include <stdalign.h>
#include <stdint.h>

enum {
	BYTES = 8 << 20, /* untouched pages take no memory */
	LEAST = 5,	 /* smallest block, as a power of two */
	CLASSES = 23,
};

/* Before each block is its class; a free one has the next free one. */
struct block {
	size_t class;
	union {
		struct block *next;
		max_align_t data;
	};
};

static alignas(max_align_t) uint8_t memory[BYTES];
static size_t used;
static struct block *unused[CLASSES];

static size_t class_of(size_t size)
{
	size_t class = LEAST;

	while (class < CLASSES && (size_t)1 << class < size)
		class ++;
	return class;
}

static struct block *block_of(void *data)
{
	return (struct block *)((uint8_t *)data - offsetof(struct block, data));
}

void *pxt_rkh_pool_get(size_t size)
{
	const size_t class = class_of(size + offsetof(struct block, data));
	struct block *block;

	if (size > BYTES || class >= CLASSES)
		return NULL;
	block = unused[class];
	if (block) {
		unused[class] = block->next;
	} else if ((size_t)1 << class <= BYTES - used) {
		block = (struct block *)(memory + used);
		used += (size_t)1 << class;
	} else {
		return NULL;
	}
	block->class = class;
	return &block->data;
}

void pxt_rkh_pool_put(void *data)
{
	struct block *block;

	if (!data)
		return;
	block = block_of(data);
	block->next = unused[block->class];
	unused[block->class] = block;
}

void *pxt_rkh_pool_zeroed(size_t count, size_t size)
{
	size_t bytes;
	void *data;

	if (__builtin_mul_overflow(count, size, &bytes))
		return NULL;
	data = pxt_rkh_pool_get(bytes);
	if (data)
		memset(data, 0, bytes);
	return data;
}

void *pxt_rkh_pool_resize(void *old, size_t count, size_t size)
{
	size_t bytes, has;
	void *data;

	if (__builtin_mul_overflow(count, size, &bytes))
		return NULL;
	if (!old)
		return pxt_rkh_pool_get(bytes);
	has = ((size_t)1 << block_of(old)->class) -
	      offsetof(struct block, data);
	if (bytes <= has)
		return old;
	data = pxt_rkh_pool_get(bytes);
	if (!data)
		return NULL;
	memcpy(data, old, has);
	pxt_rkh_pool_put(old);
	return data;
}

char *pxt_rkh_pool_copy(const char *text)
{
	const size_t len = strlen(text) + 1;
	char *copy = pxt_rkh_pool_get(len);

	return copy ? memcpy(copy, text, len) : NULL;
}
