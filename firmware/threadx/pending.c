/* pending.c - what handlers put off in the middle of an insert */
#include "firmware/threadx/pending.h"

#include <stddef.h>

enum { ROOM = 64 };

static struct threadx_pending pending[ROOM];
_Atomic uint32_t threadx_pending_added, threadx_pending_done;

/* Events before this number are lost. */
static _Atomic uint32_t kept_from;

/* A handler that interrupts this one takes the next place. */
static struct threadx_pending *reserve(void)
{
	uint32_t place = atomic_load_explicit(&threadx_pending_added,
					      memory_order_relaxed);

	do
		if (place - atomic_load_explicit(&threadx_pending_done,
						 memory_order_relaxed) >=
		    ROOM)
			return NULL;
	while (!atomic_compare_exchange_weak_explicit(
		&threadx_pending_added, &place, place + 1, memory_order_relaxed,
		memory_order_relaxed));
	return &pending[place % ROOM];
}

/* A child of fork(), and who comes after a thread that ended, may find what is
 * not complete. */
static void set_kind(struct threadx_pending *to, enum threadx_pending_kind kind)
{
	atomic_store_explicit(&to->kind, kind, memory_order_release);
}

bool threadx_pending_add_event(const uint64_t word[PXT_THREADX_SLOT_WORDS])
{
	struct threadx_pending *const to = reserve();

	if (!to)
		return false;
	memcpy(to->word, word, sizeof(to->word));
	set_kind(to, THREADX_PENDING_EVENT);
	return true;
}

bool threadx_pending_add_object(const struct threadx_named_object *object)
{
	struct threadx_pending *const to = reserve();

	if (!to)
		return false;
	to->object.object = object->object;
	threadx_object_set_name(&to->object, object->name);
	set_kind(to, THREADX_PENDING_OBJECT);
	return true;
}

bool threadx_pending_add_end(uint32_t address)
{
	struct threadx_pending *const to = reserve();

	if (!to)
		return false;
	to->address = address;
	set_kind(to, THREADX_PENDING_END);
	return true;
}

const struct threadx_pending *threadx_pending_first(void)
{
	if (threadx_pending_is_empty())
		return NULL;
	return &pending[atomic_load_explicit(&threadx_pending_done,
					     memory_order_relaxed) %
			ROOM];
}

/* True for the last ROOM before the number, which are all that can be there. */
static bool is_forgotten(void)
{
	return atomic_load_explicit(&kept_from, memory_order_relaxed) -
		       atomic_load_explicit(&threadx_pending_done,
					    memory_order_relaxed) -
		       1 <
	       ROOM;
}

enum threadx_pending_kind
threadx_pending_kind_of(const struct threadx_pending *first)
{
	const enum threadx_pending_kind kind =
		atomic_load_explicit(&first->kind, memory_order_acquire);

	return kind == THREADX_PENDING_EVENT && is_forgotten() ?
		       THREADX_PENDING_LOST :
		       kind;
}

/* Whoever adds to this place next does so behind its removal. */
void threadx_pending_remove_first(void)
{
	const uint32_t place = atomic_load_explicit(&threadx_pending_done,
						    memory_order_relaxed);

	set_kind(&pending[place % ROOM], THREADX_PENDING_LOST);
	atomic_signal_fence(memory_order_release);
	atomic_store_explicit(&threadx_pending_done, place + 1,
			      memory_order_relaxed);
}

void threadx_pending_forget_events(void)
{
	atomic_store_explicit(&kept_from,
			      atomic_load_explicit(&threadx_pending_added,
						   memory_order_relaxed),
			      memory_order_relaxed);
}
