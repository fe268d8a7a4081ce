/*
 * nearby_losses.c - types near lost events
 *
 * At a loss it is unknown which types will recur. Losses near the previous type
 * are counted at once; for other types of the thread they are doubtful until
 * one recurs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/sum.h"
#include "common/stamp.h"
#include "figures/nearby_losses.h"

void nearby_losses_init(struct nearby_losses *nearby)
{
	memset(nearby, 0, sizeof(*nearby));
	entities_init(&nearby->threads, ENTITIES_MOST);
	entities_init(&nearby->types, ENTITIES_MOST);
}

void nearby_losses_fini(struct nearby_losses *nearby)
{
	entities_fini(&nearby->threads);
	entities_fini(&nearby->types);
	free(nearby->thread);
	free(nearby->type);
}

/* Without a thread, all threads count. */
static struct entity thread_of(const struct posix_trace_item_np *item,
			       int64_t program)
{
	if (!item->tid || !item->info.posix_pid)
		return (struct entity){ 0 };
	return (struct entity){
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.tid = item->tid,
		.program = program,
	};
}

static int find_thread(struct nearby_losses *nearby,
		       const struct entity *entity, uint32_t *number)
{
	const int err = entities_find(&nearby->threads, entity, number);

	return err ? err :
		     entities_reserve(&nearby->threads, &nearby->thread,
				      &nearby->thread_room,
				      sizeof(*nearby->thread));
}

/* Adds a type that is new to its thread. */
static int add_type(struct nearby_losses *nearby, struct entity entity,
		    uint32_t number)
{
	struct nearby_type *type = &nearby->type[number];
	uint32_t thread;
	int err;

	entity.type = 0;
	err = find_thread(nearby, &entity, &thread);
	if (err)
		return err;
	type->thread = thread;
	type->next = nearby->thread[thread].types;
	nearby->thread[thread].types = number + 1;
	type->doubtful = nearby->thread[thread].since;
	return 0;
}

/* The type recurs: what was lost since its last event is near it. */
static void recur(struct nearby_losses *nearby, uint32_t number)
{
	struct nearby_type *type = &nearby->type[number];
	struct nearby_thread *thread = &nearby->thread[type->thread];

	type->lost = pxt_sum(type->lost, type->doubtful);
	type->doubtful = 0;
	thread->since = 0;
	thread->latest = number + 1;
}

static int add(struct nearby_losses *nearby, const struct entity *entity,
	       uint32_t *number)
{
	const uint32_t known = nearby->types.count;
	int err;

	err = entities_find(&nearby->types, entity, number);
	if (!err)
		err = entities_reserve(&nearby->types, &nearby->type,
				       &nearby->type_room,
				       sizeof(*nearby->type));
	if (!err && nearby->types.count != known)
		err = add_type(nearby, *entity, *number);
	if (!err)
		recur(nearby, *number);
	return err;
}

/* Losses without a thread make all threads count as one, too. */
static int add_nobody(struct nearby_losses *nearby, trace_event_id_t type)
{
	uint32_t number;

	return add(nearby, &(struct entity){ .type = type }, &number);
}

int nearby_losses_add_event(struct nearby_losses *nearby,
			    const struct posix_trace_item_np *item,
			    int64_t program, uint32_t *type)
{
	struct entity entity = thread_of(item, program);
	int err;

	entity.type = item->info.posix_event_id;
	nearby->latest = entity.type;
	err = add(nearby, &entity, type);
	if (err || !entity.pid || !nearby->nobody)
		return err;
	return add_nobody(nearby, entity.type);
}

int nearby_losses_add_again(struct nearby_losses *nearby, uint32_t number)
{
	const struct entity *entity = &nearby->types.entity[number];

	nearby->latest = entity->type;
	recur(nearby, number);
	return entity->pid && nearby->nobody ?
		       add_nobody(nearby, entity->type) :
		       0;
}

/* All threads also count as one from now on, with what they have recorded so
 * far. */
static int begin_nobody(struct nearby_losses *nearby)
{
	const uint32_t count = nearby->types.count;
	int err = 0;

	nearby->nobody = true;
	for (uint32_t i = 0; i < count && !err; i++)
		err = add_nobody(nearby, nearby->types.entity[i].type);
	if (!err && count)
		err = add_nobody(nearby, nearby->latest);
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
	thread->lost = pxt_sum(thread->lost, item->lost);
	thread->since = pxt_sum(thread->since, item->lost);
}

int nearby_losses_add_loss(struct nearby_losses *nearby,
			   const struct posix_trace_item_np *item,
			   int64_t program)
{
	const struct entity entity = thread_of(item, program);
	struct nearby_thread *thread;
	uint32_t number, i;
	int err = 0;

	if (!entity.pid && !nearby->nobody)
		err = begin_nobody(nearby);
	if (!err)
		err = find_thread(nearby, &entity, &number);
	if (err)
		return err;
	thread = &nearby->thread[number];
	note(thread, item);
	for (i = thread->types; i; i = nearby->type[i - 1].next) {
		struct nearby_type *type = &nearby->type[i - 1];

		if (i == thread->latest)
			type->lost = pxt_sum(type->lost, item->lost);
		else
			type->doubtful = pxt_sum(type->doubtful, item->lost);
	}
	return 0;
}
