/*
 * pool.h - memory of a fixed size in the place of malloc()
 *
 * The importer's modules, which this library compiles for itself, allocate as
 * they learn names. Frames are decoded where they are recorded, so that memory
 * comes from here: each source of the library includes this first. Nothing
 * locks: the decoder runs once at a time.
 */
#ifndef FIRMWARE_RKH_POOL_H
#define FIRMWARE_RKH_POOL_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* NULL: the pool is used up. */
void *pxt_rkh_pool_get(size_t size);
void *pxt_rkh_pool_zeroed(size_t count, size_t size);
void *pxt_rkh_pool_resize(void *memory, size_t count, size_t size);
char *pxt_rkh_pool_copy(const char *text);
void pxt_rkh_pool_put(void *memory);

#undef strdup
#define malloc pxt_rkh_pool_get
#define calloc pxt_rkh_pool_zeroed
#define reallocarray pxt_rkh_pool_resize
#define strdup pxt_rkh_pool_copy
#define free pxt_rkh_pool_put

#endif
