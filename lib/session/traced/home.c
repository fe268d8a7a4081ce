/* home.c - detecting a new process */
#include "session/traced/home.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/barrier.h"
#include "base/fault.h"
#include "base/pages.h"
#include "base/resident.h"
#include "base/shortage.h"

/* A word that no level was made for: one stream, and no change. */
enum { UNKNOWN_TO_ANY = 1 };

static struct pxt_home no_home;
struct pxt_home *pxt_home = &no_home;
struct __posix_trace_home *__posix_trace_home =
	(struct __posix_trace_home *)&no_home;

/* The file outlives a fork: the child copies its parent's names from here. */
static struct pxt_process process PXT_RESIDENT;

/* The home of processes that cannot be traced. */
static _Atomic uint64_t nothing PXT_RESIDENT;
static struct pxt_home homeless = { .word = &nothing };

/* The home of processes that wait: each event takes the slow way, and is
 * counted there. */
static _Atomic uint64_t something = UNKNOWN_TO_ANY;
static struct pxt_home waiting = { .word = &something };
static struct pxt_process no_process = { .dir = -1 };

/* A fork copies it unchanged: a thread does not fork with the lock held. */
static __thread bool has_lock __attribute__((tls_model("initial-exec")));

void pxt_home_lock(struct pxt_home_guard *guard)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &guard->cancel);
	pxt_fault_block_others(&guard->signals);
	pthread_mutex_lock(&pxt_home->lock);
	has_lock = true;
}

bool pxt_home_is_locked_here(void)
{
	return has_lock;
}

void pxt_home_unlock(const struct pxt_home_guard *guard)
{
	has_lock = false;
	pthread_mutex_unlock(&pxt_home->lock);
	pxt_fault_unblock_others(&guard->signals);
	pthread_setcancelstate(guard->cancel, NULL);
}

static pid_t pid_of(struct pxt_home *home)
{
	return atomic_load_explicit(&home->pid, memory_order_relaxed);
}

static int64_t retry_ns(struct pxt_home *home)
{
	return atomic_load_explicit(&home->retry_ns, memory_order_acquire);
}

/* A home that could not be made is tried again by a single thread at a time,
 * and others do not wait; they do the first time, which may well succeed. */
static bool may_try(struct pxt_home *home, int64_t due)
{
	const int64_t now = pxt_retry_clock();

	return !due || (now >= due &&
			atomic_compare_exchange_strong_explicit(
				&home->retry_ns, &due, now + PXT_RETRY_NS,
				memory_order_seq_cst, memory_order_seq_cst));
}

struct pxt_home *pxt_home_get(void)
{
	struct pxt_home *home = pxt_home;
	int saved_errno = errno;
	struct pxt_home_guard guard;
	int64_t due;

	if (atomic_load_explicit(&home->word, memory_order_acquire))
		return home;
	due = retry_ns(home);
	if (due > pxt_retry_clock())
		return &waiting;
	/* A child of vfork() must not use its parent's home. Nor can a thread
	 * record while it makes the home. */
	if ((pid_of(home) && pid_of(home) != getpid()) || has_lock)
		return &homeless;
	if (!may_try(home, due))
		return &waiting;
	pxt_home_lock(&guard);
	if (!atomic_load_explicit(&home->word, memory_order_relaxed) &&
	    (due || !retry_ns(home))) {
		pxt_barrier_register();
		pxt_home_hooks.settle(home);
	}
	pxt_home_unlock(&guard);
	errno = saved_errno;
	return atomic_load_explicit(&home->word, memory_order_acquire) ?
		       home :
		       &waiting;
}

/* A child of vfork() gets a number that is in no home. The controller's own
 * writer is one of those that are registered. */
uint64_t pxt_home_number(void)
{
	static _Atomic uint64_t last PXT_RESIDENT;
	struct pxt_home *home = pxt_home;
	uint64_t number =
		atomic_load_explicit(&home->number, memory_order_seq_cst);
	uint64_t next;

	if (number)
		return number;
	if (pid_of(home) && pid_of(home) != getpid())
		return UINT64_MAX;
	pxt_barrier_register();
	next = atomic_fetch_add_explicit(&last, 1, memory_order_seq_cst) + 1;
	return atomic_compare_exchange_strong_explicit(
		       &home->number, &number, next, memory_order_seq_cst,
		       memory_order_seq_cst) ?
		       next :
		       number;
}

struct pxt_process *pxt_home_process(void)
{
	return pxt_home_get() == &waiting ? &no_process : &process;
}

bool pxt_home_is_awaited(void)
{
	return pxt_home_get() == &waiting;
}

struct pxt_process *pxt_home_file(void)
{
	return &process;
}

bool pxt_home_has_waited(struct pxt_home *home)
{
	return retry_ns(home);
}

void pxt_home_wait(struct pxt_home *home)
{
	waiting.epoch = home->epoch;
	atomic_store_explicit(&home->retry_ns, pxt_retry_clock() + PXT_RETRY_NS,
			      memory_order_release);
}

void pxt_home_open(struct pxt_home *home)
{
	atomic_store_explicit(&home->word,
			      process.shared ? &process.shared->word : &nothing,
			      memory_order_seq_cst);
}

void pxt_home_shut(struct pxt_home *home)
{
	atomic_store_explicit(&home->word, NULL, memory_order_seq_cst);
}

/* The macro in <trace.h> avoids calls in an untraced process, and so the probe.
 * Without a word it always calls. */
static bool is_probed(void)
{
	return secure_getenv("POSIXTRACE_PROBE") != NULL;
}

void pxt_home_init(void)
{
	void *page = pxt_pages_map(sizeof(struct pxt_home));

	/* Without such a page a child would mistake itself for its parent. */
	if (!page || madvise(page, sizeof(struct pxt_home), MADV_WIPEONFORK)) {
		atomic_store_explicit(&no_home.word, &nothing,
				      memory_order_seq_cst);
		no_home.epoch = 1;
	} else {
		pxt_home = page;
		pxt_own_facts_init(&pxt_home->facts);
		if (!is_probed())
			__posix_trace_home = page;
	}
}
