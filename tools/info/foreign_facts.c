/*
 * foreign_facts.c - facts about a foreign trace
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sum.h"
#include "info/foreign_facts.h"
#include "source/own_time.h"

/* Finds the index of a thread, or the one to insert it at. */
static size_t place(const struct foreign_facts *facts, pid_t pid, pid_t tid)
{
	size_t from = 0, to = facts->threads;

	while (from < to) {
		const size_t middle = (from + to) / 2;
		const struct foreign_thread *at = &facts->thread[middle];

		if (at->pid < pid || (at->pid == pid && at->tid < tid))
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static int insert(struct foreign_facts *facts, size_t at, pid_t pid, pid_t tid)
{
	if (pxt_array_reserve(&facts->thread, &facts->room, facts->threads + 1,
			      sizeof(*facts->thread)))
		return ENOMEM;
	memmove(&facts->thread[at + 1], &facts->thread[at],
		(facts->threads++ - at) * sizeof(*facts->thread));
	facts->thread[at] = (struct foreign_thread){ pid, tid, 0 };
	return 0;
}

static int count_thread(struct foreign_facts *facts, pid_t pid, pid_t tid)
{
	const size_t at = place(facts, pid, tid);
	int err = 0;

	if (at == facts->threads || facts->thread[at].pid != pid ||
	    facts->thread[at].tid != tid)
		err = insert(facts, at, pid, tid);
	if (!err)
		facts->thread[at].events++;
	return err;
}

static int count(struct foreign_facts *facts,
		 const struct posix_trace_item_np *item)
{
	trace_event_id_t type;

	if (!facts->has_items) {
		facts->first = item->info.posix_timestamp;
		facts->is_own_time = own_time_is(facts->source, item);
	}
	facts->has_items = true;
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP) {
		facts->last = item->lost_end;
		facts->losses++;
		facts->lost = pxt_sum(facts->lost, item->lost);
		facts->uncounted += !item->lost;
		return 0;
	}
	facts->last = item->info.posix_timestamp;
	facts->events++;
	type = namesakes_first(&facts->alike, item->info.posix_event_id);
	if (type < FOREIGN_FACTS_TYPES)
		facts->type[type]++;
	return item->tid ?
		       count_thread(facts, item->info.posix_pid, item->tid) :
		       0;
}

int foreign_facts_gather(struct foreign_facts *facts, struct source *source)
{
	struct posix_trace_item_np item;
	int unavailable = 0, err = 0;

	memset(facts, 0, sizeof(*facts));
	facts->source = source;
	facts->alike.source = source;
	while (!err && !unavailable) {
		err = source_next(source, &item, &unavailable);
		if (!err && !unavailable)
			err = count(facts, &item);
	}
	facts->bytes = source_foreign_size(source);
	if (!err)
		err = source_get_origin(source, 0, &facts->origin);
	if (err)
		foreign_facts_fini(facts);
	return err;
}

void foreign_facts_fini(struct foreign_facts *facts)
{
	namesakes_fini(&facts->alike);
	free(facts->thread);
	facts->thread = NULL;
	facts->threads = facts->room = 0;
}
