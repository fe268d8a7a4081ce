/*
 * claim.c - a thread at an object: it waits for that, has it, lets it go
 */
#include "figures/locks/claim.h"

/* Lists of claims */

static void join(struct locks *locks, struct lock_list *list,
		 enum lock_links which, uint32_t number)
{
	struct lock_link *link = &lock_claim(locks, number)->link[which];

	*link = (struct lock_link){ .older = list->newest };
	if (list->newest)
		lock_claim(locks, list->newest - 1)->link[which].newer =
			number + 1;
	else
		list->oldest = number + 1;
	list->newest = number + 1;
}

static void leave(struct locks *locks, struct lock_list *list,
		  enum lock_links which, uint32_t number)
{
	const struct lock_link link = lock_claim(locks, number)->link[which];

	if (link.older)
		lock_claim(locks, link.older - 1)->link[which].newer =
			link.newer;
	else
		list->oldest = link.newer;
	if (link.newer)
		lock_claim(locks, link.newer - 1)->link[which].older =
			link.older;
	else
		list->newest = link.older;
}

static bool is_busy(const struct lock_claim *claim)
{
	return claim->span || claim->depth;
}

/* Called when it becomes busy. */
static void begin_business(struct locks *locks, uint32_t number)
{
	const struct lock_claim *claim = lock_claim(locks, number);

	if (is_busy(claim))
		return;
	join(locks, &lock_thread(locks, claim->thread)->busy, LOCK_THREAD,
	     number);
	join(locks, &locks->busy, LOCK_ALL, number);
}

/* Called when it may be idle again. */
static void end_business(struct locks *locks, uint32_t number)
{
	const struct lock_claim *claim = lock_claim(locks, number);

	if (is_busy(claim))
		return;
	leave(locks, &lock_thread(locks, claim->thread)->busy, LOCK_THREAD,
	      number);
	leave(locks, &locks->busy, LOCK_ALL, number);
}

/* Times */

/* Clocks of two machines, or processors, differ a little. */
uint64_t lock_time_since(int64_t from, int64_t ns)
{
	return ns > from ? (uint64_t)ns - (uint64_t)from : 0;
}

static void begin_time(struct lock_time *time, int64_t ns)
{
	*time = (struct lock_time){ .since_ns = ns };
}

/* Returns the time since the last call. */
static uint64_t settle_time(struct lock_time *time, struct lock_sum *sum,
			    int64_t ns)
{
	const uint64_t gone = lock_time_since(time->since_ns, ns);

	time->since_ns = ns > time->since_ns ? ns : time->since_ns;
	time->before += gone;
	sum->total += gone;
	if (time->before > sum->greatest)
		sum->greatest = time->before;
	return gone;
}

/* Charges waiting to the owner. */
void lock_object_charge(struct locks *locks, struct lock_object *object,
			int64_t ns)
{
	const uint64_t cost =
		lock_time_since(object->charged_ns, ns) * object->waiting;
	const struct lock_claim *owner;

	if (ns > object->charged_ns)
		object->charged_ns = ns;
	if (!cost)
		return;
	if (!object->owners.oldest) {
		object->nobodys += object->said_owner ? 0 : cost;
		return;
	}
	owner = lock_claim(locks, object->owners.oldest - 1);
	if (owner->place != KEYS_NONE)
		lock_place(locks, owner->place)->cost += cost;
}

static void tell_held(const struct locks *locks, uint32_t number,
		      enum lock_held what)
{
	if (locks->listener)
		locks->listener(locks->listening, number, what);
}

/* Waiting */

static void settle_wait(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_claim *claim = lock_claim(locks, number);
	struct lock_span *span = lock_span(locks, claim->span - 1);
	struct lock_object *object = lock_object(locks, claim->object);
	struct lock_thread *thread = lock_thread(locks, claim->thread);
	struct lock_time same = claim->wait;

	claim->waited += settle_time(&same, &object->waited, ns);
	settle_time(&claim->wait, &span->waited, ns);
	if (!thread->most ||
	    claim->waited > lock_claim(locks, thread->most - 1)->waited)
		thread->most = number + 1;
}

static void stop_waiting(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_claim *claim = lock_claim(locks, number);
	struct lock_thread *thread = lock_thread(locks, claim->thread);

	lock_span(locks, claim->span - 1)->waiting--;
	claim->span = 0;
	locks->waiting--;
	lock_object(locks, claim->object)->waiting--;
	if (!--thread->waiting)
		settle_time(&thread->wait, &thread->waited, ns);
	end_business(locks, number);
}

void lock_claim_end_wait(struct locks *locks, uint32_t number,
			 const struct lock_role *role, uint32_t span,
			 int64_t ns)
{
	struct lock_claim *claim = lock_claim(locks, number);

	if (!claim->span) {
		lock_span(locks, span)->at_once += role->optional;
		return;
	}
	settle_wait(locks, number, ns);
	tell_held(locks, number, LOCK_WAIT_ENDS);
	lock_span(locks, claim->span - 1)->waited.count++;
	lock_object(locks, claim->object)->waited.count++;
	stop_waiting(locks, number, ns);
}

/* If it is waiting already, its end was missed. */
void lock_claim_begin_wait(struct locks *locks, uint32_t number, uint32_t span,
			   const void *address, int64_t ns)
{
	struct lock_claim *claim = lock_claim(locks, number);
	struct lock_thread *thread = lock_thread(locks, claim->thread);

	if (claim->span)
		stop_waiting(locks, number, ns);
	begin_business(locks, number);
	claim->span = span + 1;
	claim->waits_at = (uintptr_t)address;
	begin_time(&claim->wait, ns);
	locks->waiting++;
	lock_span(locks, span)->waiting++;
	lock_object(locks, claim->object)->waiting++;
	if (!thread->waiting++)
		begin_time(&thread->wait, ns);
	tell_held(locks, number, LOCK_WAIT_BEGINS);
}

/* Having */

static int note_place(struct locks *locks, uint32_t number, const void *address)
{
	const struct key key = { { number, (uintptr_t)address } };
	uint32_t place;
	int err;

	err = keys_find(&locks->places, &key, true, &place);
	lock_claim(locks, number)->place = place;
	if (err || place == KEYS_NONE)
		return err;
	lock_place(locks, place)->claim = number;
	lock_place(locks, place)->address = (uintptr_t)address;
	lock_place(locks, place)->times++;
	return 0;
}

int lock_claim_acquire(struct locks *locks, uint32_t number,
		       const void *address, int64_t ns)
{
	struct lock_claim *claim = lock_claim(locks, number);
	struct lock_object *object = lock_object(locks, claim->object);

	object->is_had = true;
	object->said_owner = 0;
	object->times++;
	if (claim->depth) {
		claim->depth += claim->depth < UINT32_MAX;
		return 0;
	}
	begin_business(locks, number);
	claim->depth = 1;
	begin_time(&claim->hold, ns);
	join(locks, &object->owners, LOCK_OBJECT, number);
	object->having++;
	tell_held(locks, number, LOCK_HELD_BEGINS);
	return note_place(locks, number, address);
}

static void stop_having(struct locks *locks, uint32_t number)
{
	struct lock_claim *claim = lock_claim(locks, number);
	struct lock_object *object = lock_object(locks, claim->object);

	claim->depth = 0;
	leave(locks, &object->owners, LOCK_OBJECT, number);
	object->having--;
	end_business(locks, number);
}

/* Ownership from before the recording is unknown. */
void lock_claim_release(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_claim *claim = lock_claim(locks, number);
	struct lock_object *object = lock_object(locks, claim->object);

	object->is_had = true;
	object->said_owner = 0;
	if (!claim->depth)
		tell_held(locks, number, LOCK_HELD_WAS);
	if (!claim->depth || --claim->depth)
		return;
	settle_time(&claim->hold, &object->had, ns);
	object->had.count++;
	stop_having(locks, number);
	tell_held(locks, number, LOCK_HELD_ENDS);
}

void lock_claim_forget(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_claim *claim = lock_claim(locks, number);

	lock_object_charge(locks, lock_object(locks, claim->object), ns);
	if (claim->span)
		stop_waiting(locks, number, ns);
	if (!claim->depth)
		return;
	stop_having(locks, number);
	tell_held(locks, number, LOCK_HELD_IS_LOST);
}

void lock_claim_settle(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_claim *claim = lock_claim(locks, number);
	struct lock_object *object = lock_object(locks, claim->object);
	struct lock_thread *thread = lock_thread(locks, claim->thread);

	lock_object_charge(locks, object, ns);
	if (claim->span) {
		settle_wait(locks, number, ns);
		settle_time(&thread->wait, &thread->waited, ns);
	}
	if (claim->depth)
		settle_time(&claim->hold, &object->had, ns);
}
