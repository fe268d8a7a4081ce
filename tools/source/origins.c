/*
 * origins.c - numbers of the origins of several sources
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/stamp.h"
#include "source/origins.h"

void origins_fini(struct origins *origins)
{
	free(origins->origin);
	free(origins->is_shifted);
	*origins = (struct origins){ 0 };
}

static bool is_known(const unsigned char id[16])
{
	static const unsigned char unknown[16];

	return memcmp(id, unknown, sizeof(unknown));
}

static bool is_same(const unsigned char a[16], const unsigned char b[16])
{
	return is_known(a) && !memcmp(a, b, 16);
}

/* A machine without a boot id is known by its name. */
bool origins_share_clock(const struct source_origin *a,
			 const struct source_origin *b)
{
	if (is_known(a->boot) || is_known(b->boot))
		return is_same(a->boot, b->boot);
	return *a->host && a->clock == b->clock && !strcmp(a->host, b->host) &&
	       !strcmp(a->system, b->system);
}

/* Traces of other systems with one clock were recorded together. */
static bool is_one_stream(const struct source_origin *a,
			  const struct source_origin *b)
{
	if (source_origin_is_other(a) && source_origin_is_other(b))
		return is_same(a->boot, b->boot);
	return a->target && a->target == b->target &&
	       stamp_ns(&a->created) == stamp_ns(&b->created) &&
	       !strcmp(a->host, b->host) && origins_share_clock(a, b);
}

static int add(struct origins *origins, const struct source_origin *origin)
{
	const size_t count = origins->count + 1;

	if (pxt_array_reserve(&origins->origin, &origins->room, count,
			      sizeof(*origins->origin)) ||
	    pxt_array_reserve(&origins->is_shifted, &origins->shifted_room,
			      count, sizeof(*origins->is_shifted)))
		return ENOMEM;
	origins->origin[origins->count] = *origin;
	origins->is_shifted[origins->count] = false;
	origins->count = count;
	return 0;
}

int origins_number(struct origins *origins, const struct source_origin *origin,
		   unsigned *number)
{
	for (size_t i = 0; i < origins->count; i++) {
		const struct source_origin *old = &origins->origin[i];

		if (is_same(old->uuid, origin->uuid) ||
		    is_one_stream(old, origin)) {
			*number = (unsigned)i;
			return 0;
		}
	}
	*number = (unsigned)origins->count;
	return add(origins, origin);
}

bool origins_shift(struct origins *origins, unsigned number,
		   const struct clock_shift *shift)
{
	struct source_origin *origin = &origins->origin[number];

	if (origins->is_shifted[number])
		return false;
	origins->is_shifted[number] = true;
	/* Offsets in a log are not trusted. */
	if (__builtin_add_overflow(origin->offset_ns, shift->ns,
				   &origin->offset_ns) ||
	    __builtin_add_overflow(origin->error_ns, shift->error_ns,
				   &origin->error_ns))
		origin->error_ns = UINT64_MAX;
	return true;
}
