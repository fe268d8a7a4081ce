/* stream_layout.c - where the parts of a stream's file lie */
#include "stream/stream_layout.h"

#include <stdint.h>
#include <sys/resource.h>
#include <trace.h>

#include "base/address_space.h"

static size_t round_up(size_t value, size_t unit)
{
	return (value + unit - 1) / unit * unit;
}

size_t pxt_stream_chunks_offset(uint32_t slots)
{
	return round_up(sizeof(struct pxt_stream_shared) +
				slots * sizeof(uint64_t),
			4096);
}

size_t pxt_stream_file_length(const struct pxt_ring_geometry *geometry)
{
	uint32_t slots = pxt_ring_slots(geometry);

	return pxt_stream_chunks_offset(slots) +
	       (size_t)slots * geometry->chunk;
}

size_t pxt_stream_reserved_length(const struct pxt_ring_geometry *geometry)
{
	return pxt_stream_chunks_offset(pxt_ring_slots(geometry)) +
	       (size_t)pxt_ring_ready(geometry) * geometry->chunk;
}

/* Planning */

/* The bytes that chunks may take in a file, under RLIMIT_FSIZE. */
static uint64_t file_space(void)
{
	const uint64_t head = pxt_stream_chunks_offset(2 * PXT_RING_WRITERS);
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return UINT64_MAX;
	return limit.rlim_cur > head ? limit.rlim_cur - head : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The caller makes and maps everything, the target maps what it has room for:
 * finer chunks are less for each writer. */
struct pxt_ring_geometry pxt_stream_plan(const struct pxt_attr *attr,
					 pid_t target)
{
	const size_t user = pxt_attr_user_event_size(attr, attr->max_data);
	const size_t system = pxt_attr_system_event_size();
	const uint64_t own = least(pxt_address_space_share(0), file_space());
	const uint64_t other = pxt_address_space_share(target);
	struct pxt_ring_geometry geometry;

	geometry = pxt_ring_plan_within(
		attr->stream_size, (uint32_t)(user > system ? user : system),
		attr->stream_policy == POSIX_TRACE_LOOP, least(own, other));
	pxt_ring_limit_writers(&geometry, own);
	return geometry;
}
