/*
 * expiry.c - functions of the program that the C library calls in its own
 * threads
 *
 * The function and its argument are in memory from the program's allocator. A
 * thread may have begun when its timer is deleted, so there is no safe time to
 * free them: they stay, and serve every timer with the same function and
 * argument. The list only grows, at its head.
 */
#include "wrap/time/expiry.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "wrap/event/events.h"

struct expiry {
	void (*function)(union sigval value);
	union sigval value;
	struct expiry *next;
};

enum { LISTS = 64 };

static _Atomic(struct expiry *) list[LISTS];

static void end(void *arg)
{
	const struct expiry *expiry = arg;

	RECORD_OBJECT(timer_end, expiry->function,
		      (const void *)expiry->function);
}

static void call(union sigval value)
{
	struct expiry *expiry = value.sival_ptr;
	const struct wrap_timer_begin data = {
		.function = (uintptr_t)expiry->function,
		.value = (uintptr_t)expiry->value.sival_ptr,
	};

	RECORD(timer_begin, data, (const void *)expiry->function);
	pthread_cleanup_push(end, expiry);
	expiry->function(expiry->value);
	pthread_cleanup_pop(1);
}

static _Atomic(struct expiry *) *list_of(const struct sigevent *event)
{
	const uintptr_t both = (uintptr_t)event->sigev_notify_function ^
			       (uintptr_t)event->sigev_value.sival_ptr;

	return &list[(both >> 4 ^ both >> 12) % LISTS];
}

static struct expiry *find(struct expiry *expiry, const struct sigevent *event)
{
	while (expiry &&
	       (expiry->function != event->sigev_notify_function ||
		expiry->value.sival_ptr != event->sigev_value.sival_ptr))
		expiry = expiry->next;
	return expiry;
}

static struct expiry *add(_Atomic(struct expiry *) *head,
			  const struct sigevent *event)
{
	const int saved_errno = errno;
	struct expiry *added = malloc(sizeof(*added));

	errno = saved_errno;
	if (!added)
		return NULL;
	added->function = event->sigev_notify_function;
	added->value = event->sigev_value;
	added->next = atomic_load_explicit(head, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(head, &added->next, added,
						      memory_order_release,
						      memory_order_relaxed))
		;
	return added;
}

bool wrap_expiry_get(const struct sigevent *event, struct sigevent *ours)
{
	_Atomic(struct expiry *) *head = list_of(event);
	struct expiry *expiry;

	expiry = find(atomic_load_explicit(head, memory_order_acquire), event);
	if (!expiry)
		expiry = add(head, event);
	if (!expiry)
		return false;
	*ours = *event;
	ours->sigev_notify_function = call;
	ours->sigev_value.sival_ptr = expiry;
	return true;
}
