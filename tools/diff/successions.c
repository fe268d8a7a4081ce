/*
 * successions.c - which event type follows which, in each thread
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "diff/successions.h"

void successions_init(struct successions *successions)
{
	memset(successions, 0, sizeof(*successions));
	entities_init(&successions->threads, ENTITIES_MOST);
}

void successions_fini(struct successions *successions)
{
	entities_fini(&successions->threads);
	pxt_map_fini(&successions->numbers);
	free(successions->latest);
	free(successions->succession);
}

/* The number of the event's thread. */
static int find_thread(struct successions *successions,
		       const struct posix_trace_item_np *item, uint32_t *number)
{
	const struct entity entity = {
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.tid = item->tid,
	};
	const size_t at = (unsigned)item->tid % SUCCESSIONS_THREADS;
	int err;

	if (successions->near[at].is_kept &&
	    successions->near[at].tid == entity.tid &&
	    successions->near[at].pid == entity.pid &&
	    successions->near[at].origin == entity.origin) {
		*number = successions->near[at].number;
		return 0;
	}
	err = entities_find(&successions->threads, &entity, number);
	if (!err)
		err = entities_reserve(&successions->threads,
				       &successions->latest,
				       &successions->thread_room,
				       sizeof(*successions->latest));
	if (err)
		return err;
	successions->near[at].is_kept = true;
	successions->near[at].origin = entity.origin;
	successions->near[at].pid = entity.pid;
	successions->near[at].tid = entity.tid;
	successions->near[at].number = *number;
	return 0;
}

static int find(struct successions *successions, trace_event_id_t first,
		trace_event_id_t next, uint32_t *cached)
{
	const uint64_t key = (uint64_t)first << 32 | next;
	size_t *number = pxt_map_at_number(&successions->numbers, key);

	if (!number)
		return ENOMEM;
	if (!*number) {
		*number = successions->count + 1;
		if (pxt_array_reserve(&successions->succession,
				      &successions->room,
				      successions->count + 1,
				      sizeof(*successions->succession)))
			return ENOMEM;
		successions->succession[successions->count++] =
			(struct succession){ .first = first, .next = next };
	}
	*cached = (uint32_t)*number;
	return 0;
}

static int count(struct successions *successions, trace_event_id_t first,
		 trace_event_id_t next)
{
	uint32_t *cached =
		&successions->cache[(61 * first + next) % SUCCESSIONS_CACHE];
	struct succession *succession;
	int err;

	if (*cached) {
		succession = &successions->succession[*cached - 1];
		if (succession->first == first && succession->next == next) {
			succession->count++;
			return 0;
		}
	}
	if (successions->count == SUCCESSIONS_MOST &&
	    !pxt_map_get_number(&successions->numbers,
				(uint64_t)first << 32 | next)) {
		successions->left_out++;
		return 0;
	}
	err = find(successions, first, next, cached);
	if (!err)
		successions->succession[*cached - 1].count++;
	return err;
}

int successions_add(struct successions *successions,
		    const struct posix_trace_item_np *item,
		    trace_event_id_t type)
{
	trace_event_id_t first;
	uint32_t thread;
	int err;

	err = find_thread(successions, item, &thread);
	if (err || entities_is_rest(&successions->threads, thread))
		return err;
	first = successions->latest[thread];
	successions->latest[thread] = type + 1;
	return first ? count(successions, first - 1, type) : 0;
}
