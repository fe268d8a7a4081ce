/*
 * maps.c - memory from the kernel: mappings, and the break
 *
 * Releasing is recorded before the call and obtaining after it, as two threads
 * may get the same addresses one after the other. Mappings of the C library's
 * allocator are not seen.
 */
#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"

/* A failure that needs no more of a mapping than its place and size. */
static void tell_failure(int call, const void *at, size_t size,
			 const void *caller)
{
	const struct wrap_memory_failure data = {
		.size = size,
		.error = errno,
		.call = call,
		.address = (uintptr_t)at,
	};

	RECORD_PART(mem_fail, data, offset, 0, caller);
}

static void tell_no_map(const struct wrap_map *map, const void *caller)
{
	const struct wrap_memory_failure data = {
		.size = map->size,
		.error = errno,
		.call = WRAP_MEM_MAP,
		.address = map->address,
		.offset = map->offset,
		.protection = map->protection,
		.flags = map->flags,
		.fd = map->fd,
	};

	RECORD(mem_fail, data, caller);
}

static void *tell_map(void *at, struct wrap_map *map, const void *caller)
{
	if (at == MAP_FAILED) {
		tell_no_map(map, caller);
		return at;
	}
	map->address = (uintptr_t)at;
	RECORD(mem_map, *map, caller);
	return at;
}

#define MAP(name, type)                                                        \
	WRAPPER void *name(void *near, size_t size, int protection, int flags, \
			   int fd, type offset)                                \
	{                                                                      \
		struct wrap_map map = {                                        \
			.address = (uintptr_t)near,                            \
			.size = size,                                          \
			.protection = protection,                              \
			.flags = (uint32_t)flags,                              \
			.fd = fd,                                              \
			.offset = (uint64_t)offset,                            \
		};                                                             \
		void *at;                                                      \
                                                                               \
		if (!wrap_wants(WRAP_MEM, CALLER))                             \
			return NEXT(name)(near, size, protection, flags, fd,   \
					  offset);                             \
		at = NEXT(name)(near, size, protection, flags, fd, offset);    \
		return tell_map(at, &map, CALLER);                             \
	}

MAP(mmap, off_t)
MAP(mmap64, off64_t)

WRAPPER int munmap(void *at, size_t size)
{
	const struct wrap_block data = { (uintptr_t)at, size };
	int result;

	if (!wrap_wants(WRAP_MEM, CALLER))
		return NEXT(munmap)(at, size);
	RECORD(mem_unmap, data, CALLER);
	result = NEXT(munmap)(at, size);
	if (result)
		tell_failure(WRAP_MEM_UNMAP, at, size, CALLER);
	return result;
}

/* A single event after the call has both addresses: the mapping may have
 * stayed. */
static void *tell_remap(struct wrap_remap *remap, void *at, const void *caller)
{
	remap->address = (uintptr_t)at;
	if (at == MAP_FAILED)
		tell_failure(WRAP_MEM_REMAP, (const void *)remap->was,
			     remap->size, caller);
	else
		RECORD(mem_remap, *remap, caller);
	return at;
}

/* mremap() has a fifth argument only with MREMAP_FIXED. */
WRAPPER void *mremap(void *was, size_t was_size, size_t size, int flags, ...)
{
	struct wrap_remap remap = {
		.size = size,
		.was = (uintptr_t)was,
		.was_size = was_size,
	};
	void *to = NULL, *at;
	va_list rest;

	if (flags & (MREMAP_FIXED | MREMAP_DONTUNMAP)) {
		va_start(rest, flags);
		to = va_arg(rest, void *);
		va_end(rest);
	}
	at = NEXT(mremap)(was, was_size, size, flags, to);
	if (!wrap_wants(WRAP_MEM, CALLER))
		return at;
	return tell_remap(&remap, at, CALLER);
}

static void tell_break(const char *end, const void *caller)
{
	const uint64_t address = (uintptr_t)end;

	RECORD(mem_break, address, caller);
}

WRAPPER int brk(void *end)
{
	int result = NEXT(brk)(end);

	if (!wrap_wants(WRAP_MEM, CALLER))
		return result;
	if (result)
		tell_failure(WRAP_MEM_BREAK, end, 0, CALLER);
	else
		tell_break(end, CALLER);
	return result;
}

/* sbrk(0) only asks for the break. */
WRAPPER void *sbrk(intptr_t by)
{
	void *was = NEXT(sbrk)(by);

	if (!by || !wrap_wants(WRAP_MEM, CALLER))
		return was;
	if (was == (void *)-1)
		tell_failure(WRAP_MEM_BREAK, NULL, by > 0 ? (size_t)by : 0,
			     CALLER);
	else
		tell_break((const char *)was + by, CALLER);
	return was;
}
