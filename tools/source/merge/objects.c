/*
 * objects.c - objects of all logs
 */
#include <errno.h>
#include <string.h>

#include "common/stamp.h"
#include "source/merge/input.h"
#include "source/merge/objects.h"
#include "source/merge/origins.h"

/* Permanent objects have no time to shift. */
static void shift(const struct merge_input *input,
		  struct posix_trace_object_np *object)
{
	if (object->since.tv_sec || object->since.tv_nsec)
		merge_input_shift(input, &object->since);
}

static bool is_of(const struct posix_trace_object_np *object, const char *kind)
{
	return !kind || !*kind || !strcmp(object->kind, kind);
}

/* Objects of the requested kind take precedence, in whatever log. */
int merge_objects_get(struct source *source, unsigned origin, pid_t pid,
		      unsigned long long address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	const struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	struct posix_trace_object_np found;
	struct timespec there;
	int err = ESRCH;

	while (merge_origins_look(merge, origin, &look)) {
		if (when)
			there = merge_input_there(look.input, stamp_ns(when));
		if (source_get_object(look.source, look.origin, pid, address,
				      kind, when ? &there : NULL, &found))
			continue;
		if (!err && !is_of(&found, kind))
			continue;
		*object = found;
		shift(look.input, object);
		err = 0;
		if (is_of(&found, kind))
			break;
	}
	return err;
}

struct listing {
	const struct merge_input *input;
	source_object *visit;
	void *argument;
};

static void tell(const struct posix_trace_object_np *object, void *argument)
{
	const struct listing *listing = argument;
	struct posix_trace_object_np shifted = *object;

	shift(listing->input, &shifted);
	listing->visit(&shifted, listing->argument);
}

static int list_input(const struct merge_input *input, unsigned origin,
		      source_object *visit, void *argument)
{
	struct listing listing = { input, visit, argument };
	int err = 0;

	for (unsigned i = 0; i < input->origin_count && !err; i++)
		if (input->origins[i] == origin)
			err = source_list_objects(input->source, i, tell,
						  &listing);
	return err;
}

/* Several logs may have the same object. */
int merge_objects_list(struct source *source, unsigned origin,
		       source_object *visit, void *argument)
{
	struct merge *merge = merge_of(source);
	int err = 0;

	for (size_t i = 0; i < merge->count && !err; i++) {
		struct merge_input *input = &merge->input[i];
		const bool was_closed = !input->source;

		if (merge_input_open(merge, input))
			return EIO;
		err = list_input(input, origin, visit, argument);
		if (was_closed) {
			source_close(input->source);
			input->source = NULL;
		}
	}
	return err;
}
