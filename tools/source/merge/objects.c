/*
 * objects.c - objects of all logs
 */
#include <errno.h>
#include <string.h>

#include "base/map.h"
#include "common/stamp.h"
#include "source/merge/input.h"
#include "source/merge/objects.h"
#include "source/merge/origins.h"
#include "source/merge/processes.h"
#include "source/merge/reopened.h"

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

/* An object that came later proves nothing in a closed log: a part has only those
 * that its items name. */
static int ask_closed(const struct merge_input *input, unsigned number,
		      const struct posix_trace_object_np *wanted,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	struct timespec there;
	int err;

	if (when)
		there = merge_input_there(input, stamp_ns(when));
	err = source_get_object(input->source, number, wanted->pid,
				wanted->address, wanted->kind,
				when ? &there : NULL, object);
	if (!err && when && stamp_ns(&object->since) > stamp_ns(&there))
		return ENODATA;
	if (!err)
		shift(input, object);
	return err;
}

/* Asks closed logs, once about objects that they never had. */
static int get_closed(struct merge *merge,
		      const struct posix_trace_object_np *wanted,
		      unsigned origin, const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	const struct merge_input *of_process, *newest;
	unsigned number;
	int err = ESRCH;

	if (!merge_is_crowded(merge) ||
	    merge_reopened_lacks(merge, origin, wanted->pid, wanted->address,
				 wanted->kind))
		return ESRCH;
	of_process =
		merge_processes_reopen(merge, origin, wanted->pid, &number);
	if (of_process)
		err = ask_closed(of_process, number, wanted, when, object);
	if (!err)
		return 0;
	newest = merge_reopened_newest(merge, origin, &number);
	if (newest && newest != of_process) {
		const int other =
			ask_closed(newest, number, wanted, when, object);

		err = other == ESRCH ? err : other;
	}
	if (newest && err == ESRCH)
		merge_reopened_miss(merge, origin, wanted->pid, wanted->address,
				    wanted->kind);
	return err;
}

/* Ranks of answers. An object that begins later answers only where no log has another:
 * the place may have been another object's before. */
enum { BEST, OF_LATER, OF_OTHER_KIND, NOTHING = 4 };

static unsigned rank(const struct posix_trace_object_np *object,
		     const char *kind, const struct timespec *when)
{
	const bool is_later = when && stamp_ns(&object->since) > stamp_ns(when);

	return (is_of(object, kind) ? BEST : OF_OTHER_KIND) +
	       (is_later ? OF_LATER : BEST);
}

/* Takes the object if its rank is better. */
static void choose(const struct posix_trace_object_np *found, unsigned now,
		   unsigned *best, struct posix_trace_object_np *object)
{
	if (now >= *best)
		return;
	*object = *found;
	*best = now;
}

/* Objects of the requested kind take precedence, in whatever log. */
int merge_objects_get(struct source *source, unsigned origin, pid_t pid,
		      unsigned long long address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	const struct posix_trace_object_np wanted = {
		.pid = pid,
		.address = address,
		.kind = kind ? kind : "",
	};
	struct merge *merge = merge_of(source);
	struct merge_look look = { .left = merge->count };
	struct posix_trace_object_np found;
	unsigned best = NOTHING;
	struct timespec there;

	while (best != BEST && merge_origins_look(merge, origin, &look)) {
		if (when)
			there = merge_input_there(look.input, stamp_ns(when));
		if (source_get_object(look.source, look.origin, pid, address,
				      kind, when ? &there : NULL, &found))
			continue;
		shift(look.input, &found);
		choose(&found, rank(&found, kind, when), &best, object);
	}
	if (best != BEST && !get_closed(merge, &wanted, origin, when, &found))
		choose(&found, rank(&found, kind, when), &best, object);
	return best == NOTHING ? ESRCH : 0;
}

struct listing {
	const struct merge_input *input;
	struct pxt_map met; /* objects so far */
	int err;
	source_object *visit;
	void *argument;
};

static char *put_text(char *key, const char *text, size_t max)
{
	const size_t len = strnlen(text, max);

	*(char *)mempcpy(key, text, len) = '\0';
	return key + len + 1;
}

/* True once for each object: parts of a log, and logs that follow each other, have the
 * same ones. */
static bool is_new(struct listing *listing,
		   const struct posix_trace_object_np *object)
{
	char key[sizeof(uint64_t[3]) + POSIX_TRACE_OBJECT_KIND_MAX_NP +
		 POSIX_TRACE_OBJECT_NAME_MAX_NP + 2];
	const uint64_t numbers[3] = {
		object->address,
		(uint64_t)stamp_ns(&object->since),
		(uint64_t)object->pid,
	};
	char *end = mempcpy(key, numbers, sizeof(numbers));
	size_t *is_met;

	end = put_text(end, object->kind, POSIX_TRACE_OBJECT_KIND_MAX_NP);
	end = put_text(end, object->name, POSIX_TRACE_OBJECT_NAME_MAX_NP);
	is_met = pxt_map_at(&listing->met, key, (size_t)(end - key));
	if (!is_met) {
		listing->err = ENOMEM;
		return false;
	}
	return !(*is_met)++;
}

static void tell(const struct posix_trace_object_np *object, void *argument)
{
	struct listing *listing = argument;
	struct posix_trace_object_np shifted = *object;

	shift(listing->input, &shifted);
	if (is_new(listing, &shifted))
		listing->visit(&shifted, listing->argument);
}

static int list_input(struct listing *listing, const struct merge_input *input,
		      unsigned origin)
{
	int err = 0;

	listing->input = input;
	for (unsigned i = 0; i < input->origin_count && !err; i++)
		if (input->origins[i] == origin)
			err = source_list_objects(input->source, i, tell,
						  listing);
	return err ? err : listing->err;
}

int merge_objects_list(struct source *source, unsigned origin,
		       source_object *visit, void *argument)
{
	struct listing listing = { .visit = visit, .argument = argument };
	struct merge *merge = merge_of(source);
	int err = 0;

	for (size_t i = 0; i < merge->count && !err; i++) {
		struct merge_input *input = &merge->input[i];
		const bool was_closed = !input->source;

		err = merge_input_open(merge, input) ?
			      EIO :
			      list_input(&listing, input, origin);
		if (was_closed && input->source) {
			source_close(input->source);
			input->source = NULL;
		}
	}
	pxt_map_fini(&listing.met);
	return err;
}
