/*
 * origins.c - numbers of the origins of all logs
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "source/merge/notes.h"
#include "source/merge/origins.h"

static int add_origin(struct merge *merge, struct merge_input *input,
		      const struct source_origin *origin)
{
	unsigned *number;

	if (pxt_array_reserve(&input->origins, &input->origin_room,
			      input->origin_count + 1, sizeof(*number)))
		return ENOMEM;
	number = &input->origins[input->origin_count++];
	*number = MERGE_NOBODY;
	if (!origin)
		return 0;
	if (origins_number(&merge->origins, origin, number) ||
	    pxt_array_reserve(&merge->newest, &merge->newest_room,
			      merge->origins.count, sizeof(*merge->newest)))
		return ENOMEM;
	return 0;
}

/* A log made from others only has no stream. */
int merge_origins_meet(struct merge *merge, struct merge_input *input)
{
	struct source_origin origin, other;
	const bool is_several = !source_get_origin(input->source, 1, &other);
	int err;

	err = source_get_origin(input->source, 0, &origin);
	if (err)
		return err;
	memcpy(input->uuid, origin.uuid, sizeof(input->uuid));
	err = add_origin(merge, input,
			 is_several && !origin.target ? NULL : &origin);
	for (unsigned i = 1; !err; i++) {
		if (source_get_origin(input->source, i, &other))
			break;
		err = add_origin(merge, input,
				 source_origin_is_known(&other) ? &other :
								  NULL);
	}
	return err;
}

unsigned merge_origins_number(const struct merge_input *input, unsigned there)
{
	return there < input->origin_count &&
			       input->origins[there] != MERGE_NOBODY ?
		       input->origins[there] :
		       0;
}

void merge_origins_shift(struct merge *merge, struct merge_input *input,
			 const struct clock_shift *shift)
{
	input->shift = *shift;
	for (size_t i = 0; i < input->origin_count; i++)
		if (input->origins[i] != MERGE_NOBODY &&
		    origins_shift(&merge->origins, input->origins[i], shift))
			merge_notes_add_drift(merge, input->origins[i], shift);
}

bool merge_origins_there(const struct merge_input *input, unsigned origin,
			 unsigned *there)
{
	for (unsigned i = 0; i < input->origin_count; i++)
		if (input->origins[i] == origin) {
			*there = i;
			return true;
		}
	return false;
}

bool merge_origins_look(const struct merge *merge, unsigned origin,
			struct merge_look *look)
{
	while (look->left--) {
		look->input = &merge->input[look->left];
		look->source = look->input->source;
		if (look->source && !look->input->is_reopened &&
		    merge_origins_there(look->input, origin, &look->origin))
			return true;
	}
	return false;
}

const char *merge_origins_get_host(struct source *source, unsigned origin)
{
	const struct origins *origins = &merge_of(source)->origins;

	return origin < origins->count ? origins->origin[origin].host : "";
}

int merge_origins_get(struct source *source, unsigned number,
		      struct source_origin *origin)
{
	const struct origins *origins = &merge_of(source)->origins;

	if (number >= origins->count)
		return ESRCH;
	*origin = origins->origin[number];
	return 0;
}
