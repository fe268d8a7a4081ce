/*
 * nearby.c - types near lost events
 *
 * At a loss it is unknown which types will recur. Losses near the previous type
 * are counted at once; for other types of the thread they are doubtful until
 * one recurs.
 */
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "figures/nearby.h"

void nearby_init(struct nearby *nearby)
{
	memset(nearby, 0, sizeof(*nearby));
	whos_init(&nearby->threads, WHO_MOST);
	whos_init(&nearby->types, WHO_MOST);
}

void nearby_fini(struct nearby *nearby)
{
	whos_fini(&nearby->threads);
	whos_fini(&nearby->types);
	free(nearby->thread);
	free(nearby->type);
}

/* Without a thread, all threads count. */
static struct who thread_of(const struct posix_trace_item_np *item,
			    int64_t program)
{
	if (!item->tid || !item->info.posix_pid)
		return (struct who){ 0 };
	return (struct who){
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.tid = item->tid,
		.program = program,
	};
}

static int find_thread(struct nearby *nearby, const struct who *who,
		       uint32_t *number)
{
	const int err = whos_find(&nearby->threads, who, number);

	return err ? err :
		     whos_reserve(&nearby->threads, &nearby->thread,
				  &nearby->thread_room,
				  sizeof(*nearby->thread));
}

/* Adds a type that is new to its thread. */
static int add_type(struct nearby *nearby, struct who who, uint32_t number)
{
	struct nearby_type *type = &nearby->type[number];
	uint32_t thread;
	int err;

	who.type = 0;
	err = find_thread(nearby, &who, &thread);
	if (err)
		return err;
	type->thread = thread;
	type->next = nearby->thread[thread].types;
	nearby->thread[thread].types = number + 1;
	type->doubtful = nearby->thread[thread].since;
	return 0;
}

static int add(struct nearby *nearby, const struct who *who)
{
	const uint32_t known = nearby->types.count;
	struct nearby_thread *thread;
	struct nearby_type *type;
	uint32_t number;
	int err;

	err = whos_find(&nearby->types, who, &number);
	if (!err)
		err = whos_reserve(&nearby->types, &nearby->type,
				   &nearby->type_room, sizeof(*nearby->type));
	if (!err && nearby->types.count != known)
		err = add_type(nearby, *who, number);
	if (err)
		return err;

	type = &nearby->type[number];
	thread = &nearby->thread[type->thread];
	type->lost += type->doubtful;
	type->doubtful = 0;
	thread->since = 0;
	thread->latest = number + 1;
	return 0;
}

int nearby_add_event(struct nearby *nearby,
		     const struct posix_trace_item_np *item, int64_t program)
{
	struct who who = thread_of(item, program);
	int err;

	who.type = item->info.posix_event_id;
	nearby->latest = who.type;
	err = add(nearby, &who);
	if (err || !who.pid || !nearby->nobody)
		return err;
	return add(nearby, &(struct who){ .type = who.type });
}

/* All threads also count as one from now on, with what they have recorded so
 * far. */
static int begin_nobody(struct nearby *nearby)
{
	const uint32_t count = nearby->types.count;
	int err = 0;

	nearby->nobody = true;
	for (uint32_t i = 0; i < count && !err; i++)
		err = add(nearby, &(struct who){
					  .type = nearby->types.who[i].type });
	if (!err && count)
		err = add(nearby, &(struct who){ .type = nearby->latest });
	return err;
}

static void note(struct nearby_thread *thread,
		 const struct posix_trace_item_np *item)
{
	const int64_t from = stamp_ns(&item->info.posix_timestamp);
	const int64_t to = stamp_ns(&item->lost_end);

	if (!thread->places || from < thread->first_ns)
		thread->first_ns = from;
	if (!thread->places || to > thread->last_ns)
		thread->last_ns = to;
	thread->places++;
	thread->lost += item->lost;
	thread->since += item->lost;
}

int nearby_add_loss(struct nearby *nearby,
		    const struct posix_trace_item_np *item, int64_t program)
{
	const struct who who = thread_of(item, program);
	struct nearby_thread *thread;
	uint32_t number, i;
	int err = 0;

	if (!who.pid && !nearby->nobody)
		err = begin_nobody(nearby);
	if (!err)
		err = find_thread(nearby, &who, &number);
	if (err)
		return err;
	thread = &nearby->thread[number];
	note(thread, item);
	for (i = thread->types; i; i = nearby->type[i - 1].next)
		if (i == thread->latest)
			nearby->type[i - 1].lost += item->lost;
		else
			nearby->type[i - 1].doubtful += item->lost;
	return 0;
}
