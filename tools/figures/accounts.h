/*
 * accounts.h - places where the events of a thread and type are counted
 *
 * Nearly all events have a thread and a type that were there a moment before.
 * What was found out for these is here, in a table that forgets, so that it is
 * neither looked up again nor bounded by anything but its size. Only what
 * cannot change is kept.
 */
#ifndef ACCOUNTS_H
#define ACCOUNTS_H

#include <stdbool.h>

#include <trace_np.h>

#include "figures/tally.h"

enum { ACCOUNTS = 1 << 10 };

struct account {
	bool is_kept;
	unsigned origin;
	pid_t pid, tid;
	trace_event_id_t type;
	struct tally_place place;
	unsigned wanted; /* figures that want such events */
};

/* Zero at first. */
struct accounts {
	struct account account[ACCOUNTS];
};

/* The place of the account of an event. */
static inline struct account *
accounts_of(struct accounts *accounts, const struct posix_trace_item_np *item)
{
	const unsigned tid = (unsigned)item->tid;

	return &accounts->account[(61 * tid + item->info.posix_event_id) %
				  ACCOUNTS];
}

/* True if the account there is that of the event. */
static inline bool account_is_of(const struct account *account,
				 const struct posix_trace_item_np *item)
{
	return account->is_kept && account->type == item->info.posix_event_id &&
	       account->tid == item->tid &&
	       account->pid == item->info.posix_pid &&
	       account->origin == item->origin;
}

#endif
