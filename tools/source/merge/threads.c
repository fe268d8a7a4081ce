/*
 * threads.c - threads of all logs
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "source/merge/origins.h"
#include "source/merge/reopened.h"
#include "source/merge/threads.h"

static const char *find(const struct merge_threads *threads,
			const struct merge_thread_key *key)
{
	const size_t number = pxt_map_get(&threads->numbers, key, sizeof(*key));

	return number ? threads->name[number - 1] : NULL;
}

/* The place of a name, or NULL. */
static char **place_of(struct merge_threads *threads,
		       const struct merge_thread_key *key)
{
	size_t *number;

	if (pxt_array_reserve(&threads->name, &threads->room,
			      threads->count + 1, sizeof(*threads->name)))
		return NULL;
	number = pxt_map_at(&threads->numbers, key, sizeof(*key));
	if (!number)
		return NULL;
	if (!*number) {
		threads->name[threads->count++] = NULL;
		*number = threads->count;
	}
	return &threads->name[*number - 1];
}

static void keep(struct merge_threads *threads,
		 const struct merge_thread_key *key, const char *name)
{
	char **place = place_of(threads, key);
	char *copy;

	if (!place || (*place && !strcmp(*place, name)))
		return;
	copy = strdup(name);
	if (!copy)
		return;
	free(*place);
	*place = copy;
}

void merge_threads_meet(struct merge *merge, struct merge_input *input)
{
	const struct posix_trace_item_np *item = &input->item;
	struct merge_thread_key key = {
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.tid = item->tid,
	};
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	if (!key.tid || !memcmp(&key, &input->thread, sizeof(key)))
		return;
	input->thread = key;
	if (source_get_thread(input->source, item->origin, key.pid, key.tid,
			      name, sizeof(name)))
		return;
	key.origin = merge_origins_number(input, item->origin);
	keep(&merge->threads, &key, name);
}

static int get_kept(const struct merge *merge,
		    const struct merge_thread_key *key, char *name, size_t size)
{
	const char *kept = find(&merge->threads, key);

	if (!kept)
		return ENODATA;
	return (size_t)snprintf(name, size, "%s", kept) < size ? 0 : ERANGE;
}

static int get_newest(struct merge *merge, const struct merge_thread_key *key,
		      char *name, size_t size)
{
	const struct merge_input *newest;
	unsigned there;
	int err;

	if (merge_reopened_lacks(merge, key->origin, key->pid,
				 (uint64_t)key->tid, NULL))
		return ENODATA;
	newest = merge_reopened_newest(merge, key->origin, &there);
	if (!newest)
		return ENODATA;
	err = source_get_thread(newest->source, there, key->pid, key->tid, name,
				size);
	if (err == ENODATA)
		merge_reopened_miss(merge, key->origin, key->pid,
				    (uint64_t)key->tid, NULL);
	return err;
}

int merge_threads_get(struct source *source, unsigned origin, pid_t pid,
		      pid_t tid, char *name, size_t size)
{
	struct merge *merge = merge_of(source);
	const struct merge_thread_key key = { origin, pid, tid };
	struct merge_look look = { .left = merge->count };
	int err = ENODATA;

	while (err == ENODATA && merge_origins_look(merge, origin, &look))
		err = source_get_thread(look.source, look.origin, pid, tid,
					name, size);
	if (err == ENODATA)
		err = get_kept(merge, &key, name, size);
	return err == ENODATA ? get_newest(merge, &key, name, size) : err;
}

void merge_threads_fini(struct merge_threads *threads)
{
	for (size_t i = 0; i < threads->count; i++)
		free(threads->name[i]);
	free(threads->name);
	pxt_map_fini(&threads->numbers);
}
