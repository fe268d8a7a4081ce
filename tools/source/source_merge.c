/*
 * source_merge.c - several logs as one source of items
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/merge/admit.h"
#include "source/merge/attributes.h"
#include "source/merge/grow.h"
#include "source/merge/input.h"
#include "source/merge/items.h"
#include "source/merge/merge.h"
#include "source/merge/notes.h"
#include "source/merge/objects.h"
#include "source/merge/origins.h"
#include "source/merge/processes.h"
#include "source/merge/threads.h"
#include "source/merge/types.h"
#include "source/source_merge.h"

/* Closed inputs have their end. */
static void follow(struct source *source, bool on)
{
	struct merge *merge = merge_of(source);

	merge->follows = on;
	for (size_t i = 0; i < merge->count; i++)
		if (merge->input[i].source && !merge->input[i].is_complete)
			source_follow(merge->input[i].source, on);
}

static bool is_complete(struct source *source)
{
	const struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++) {
		const struct merge_input *input = &merge->input[i];

		if (!input->is_complete && !source_is_complete(input->source))
			return false;
	}
	return true;
}

static bool has_file(struct source *source, const struct stat *file)
{
	const struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++)
		if (merge->input[i].file.st_dev == file->st_dev &&
		    merge->input[i].file.st_ino == file->st_ino)
			return true;
	return false;
}

static int tell_damage(struct source *source, bool growing)
{
	struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++)
		merge_input_tell(merge, &merge->input[i], growing);
	return merge->status;
}

static void close_all(struct source *source)
{
	struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++)
		merge_input_fini(&merge->input[i]);
	pxt_map_fini(&merge->uuids);
	free(merge->input);
	free(merge->name);
	heap_fini(&merge->heap);
	origins_fini(&merge->origins);
	processes_fini(&merge->processes);
	merge_threads_fini(&merge->threads);
	merge_notes_fini(&merge->notes);
	pxt_map_fini(&merge->unknown);
	free(merge->newest);
	types_fini(&merge->types);
	free(merge);
}

static const struct source_class class = {
	.next = merge_items_next,
	.rewind = merge_items_rewind,
	.seek = merge_items_seek,
	.get_times = merge_items_get_times,
	.get_name = merge_types_get_name,
	.get_description = merge_types_get_description,
	.get_process = merge_processes_get,
	.get_module = merge_processes_get_module,
	.get_era = merge_processes_get_era,
	.get_thread = merge_threads_get,
	.list_modules = merge_processes_list_modules,
	.get_object = merge_objects_get,
	.list_objects = merge_objects_list,
	.get_note = merge_notes_get,
	.get_host = merge_origins_get_host,
	.get_origin = merge_origins_get,
	.describe = merge_attributes_describe,
	.get_status = merge_attributes_get_status,
	.follow = follow,
	.is_complete = is_complete,
	.goes_on = merge_grow,
	.has_file = has_file,
	.tell_damage = tell_damage,
	.close = close_all,
};

static int reserve(struct merge *merge, size_t count)
{
	merge->input = calloc(count, sizeof(*merge->input));
	if (!merge->input || heap_reserve(&merge->heap, count))
		return ENOMEM;
	merge->count = count;
	return 0;
}

static int name_all(struct merge *merge, char *const *names, size_t count)
{
	int len;

	if (count == 1)
		len = asprintf(&merge->name, "%s", names[0]);
	else if (count == 2)
		len = asprintf(&merge->name, "%s and %s", names[0], names[1]);
	else
		len = asprintf(&merge->name, "%s and %zu more logs", names[0],
			       count - 1);
	if (len < 0)
		merge->name = NULL;
	return len < 0 ? ENOMEM : 0;
}

static int admit_all(struct merge *merge, char *const *names, size_t count)
{
	int status = EXIT_SUCCESS;

	for (size_t i = 0; !status && i < count; i++)
		status = merge_admit(merge, &merge->input[i], names[i]);
	return status;
}

/* Logs that cannot be read are left out. */
static int admit_some(struct merge *merge, char *const *names, size_t count)
{
	size_t admitted = 0;
	int status;

	for (size_t i = 0; i < count; i++) {
		struct merge_input *input = &merge->input[admitted];

		status = merge_admit(merge, input, names[i]);
		if (status) {
			if (status > merge->status)
				merge->status = status;
			merge_input_fini(input);
		} else {
			admitted++;
		}
	}
	merge->count = admitted;
	return admitted ? EXIT_SUCCESS : merge->status;
}

static int admit(struct merge *merge, char *const *names, size_t count,
		 bool some)
{
	if (reserve(merge, count) || name_all(merge, names, count)) {
		talk_error(names[0], ENOMEM);
		return EXIT_SYSTEM;
	}
	merge->source.name = merge->name;
	return some ? admit_some(merge, names, count) :
		      admit_all(merge, names, count);
}

static int open_merge(struct source **source, char *const *names, size_t count,
		      const struct source_as *as, bool some)
{
	struct merge *merge = calloc(1, sizeof(*merge));
	int status, err;

	if (!merge) {
		talk_error(names[0], ENOMEM);
		return EXIT_SYSTEM;
	}
	merge->source.class = &class;
	merge->as = *as;
	types_init(&merge->types);
	status = admit(merge, names, count, some);
	if (!status) {
		err = merge_items_rewind(&merge->source);
		if (err) {
			talk_error(merge->source.name, err);
			status = EXIT_SYSTEM;
		}
	}
	if (status)
		close_all(&merge->source);
	else
		*source = &merge->source;
	return status;
}

int source_merge_open(struct source **source, char *const *names, size_t count,
		      const struct source_as *as)
{
	return open_merge(source, names, count, as, false);
}

int source_merge_open_some(struct source **source, char *const *names,
			   size_t count, const struct source_as *as, int status)
{
	const int worst = open_merge(source, names, count, as, true);

	if (!worst && status > merge_of(*source)->status)
		merge_of(*source)->status = status;
	return worst;
}

void source_merge_expect(struct source *source, char *const *given,
			 size_t count)
{
	struct merge *merge = merge_of(source);

	merge->given = given;
	merge->given_count = count;
}

void source_merge_call(struct source *source, const char *name)
{
	struct merge *merge = merge_of(source);
	char *copy = strdup(name);

	if (!copy)
		return;
	free(merge->name);
	merge->name = copy;
	source->name = copy;
}

const char *source_merge_name(struct source *source, size_t log)
{
	return merge_of(source)->input[log].name;
}

const unsigned char *source_merge_uuid(struct source *source, size_t log)
{
	return merge_of(source)->input[log].uuid;
}

size_t source_merge_count(struct source *source)
{
	return merge_of(source)->count;
}

bool source_merge_origin(struct source *source, size_t log, unsigned which,
			 unsigned *origin)
{
	const struct merge_input *input = &merge_of(source)->input[log];

	for (unsigned i = 0; i < input->origin_count; i++) {
		if (input->origins[i] == MERGE_NOBODY || which--)
			continue;
		*origin = input->origins[i];
		return true;
	}
	return false;
}

int source_merge_shift(struct source *source, size_t log,
		       const struct clock_shift *by)
{
	struct merge *merge = merge_of(source);

	merge_origins_shift(merge, &merge->input[log], by);
	return merge_items_rewind(source);
}

int source_merge_shift_all(struct source *source,
			   const struct clock_shift *shifts)
{
	struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++)
		merge_origins_shift(merge, &merge->input[i], &shifts[i]);
	return merge_items_rewind(source);
}

void source_merge_span(struct source *source, int64_t first_ns, int64_t last_ns)
{
	struct merge *merge = merge_of(source);

	merge->has_span = true;
	merge->span_first_ns = first_ns;
	merge->span_last_ns = last_ns;
}

bool source_merge_times(struct source *source, size_t log,
			struct timespec *first, struct timespec *last)
{
	const struct merge_input *input = &merge_of(source)->input[log];

	*first = input->first;
	*last = input->last;
	return input->has_times;
}
