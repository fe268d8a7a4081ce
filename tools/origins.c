/*
 * origins.c - where the items of several sources come from, each place once
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "origins.h"
#include "stamp.h"

void origins_fini(struct origins *origins)
{
	free(origins->origin);
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

/* A machine that does not tell is known by its name. */
bool origins_share_clock(const struct source_origin *a,
			 const struct source_origin *b)
{
	if (is_known(a->boot) || is_known(b->boot))
		return is_same(a->boot, b->boot);
	return *a->host && a->clock == b->clock && !strcmp(a->host, b->host) &&
	       !strcmp(a->system, b->system);
}

static bool is_one_stream(const struct source_origin *a,
			  const struct source_origin *b)
{
	return a->target && a->target == b->target &&
	       stamp_ns(&a->created) == stamp_ns(&b->created) &&
	       !strcmp(a->host, b->host) && origins_share_clock(a, b);
}

int origins_number(struct origins *origins, const struct source_origin *origin,
		   unsigned *number)
{
	struct source_origin *longer;

	for (size_t i = 0; i < origins->count; i++) {
		const struct source_origin *old = &origins->origin[i];

		if (is_same(old->uuid, origin->uuid) ||
		    is_one_stream(old, origin)) {
			*number = (unsigned)i;
			return 0;
		}
	}

	longer = reallocarray(origins->origin, origins->count + 1,
			      sizeof(*longer));
	if (!longer)
		return ENOMEM;
	longer[origins->count] = *origin;
	origins->origin = longer;
	*number = (unsigned)origins->count++;
	return 0;
}
