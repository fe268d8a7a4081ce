/* home.c - finding out that this is a new process, and making its home */
#include "session/traced/home.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/barrier.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/proc.h"
#include "base/shm.h"
#include "base/shortage.h"
#include "session/control/control.h"
#include "session/control/order.h"
#include "session/control/rescue.h"
#include "session/control/session.h"
#include "session/traced/attach.h"
#include "session/traced/homeless.h"
#include "session/traced/lineage.h"
#include "session/traced/own_image.h"
#include "session/traced/promised_types.h"
#include "stream/process_names.h"
#include "stream/process_sweep.h"

enum {
	SWEEPERS = 32,	      /* one process in so many */
	UNKNOWN_TO_ANY = 1,   /* a word that no level was made for: it traces,
			       * and has not changed since it began */
};

static struct pxt_home no_home;
struct pxt_home *pxt_home = &no_home;
struct __posix_trace_home *__posix_trace_home =
	(struct __posix_trace_home *)&no_home;

/* These outlive a fork: the child copies its parent's names from here. */
static struct pxt_process process;
static uint64_t last_epoch;

/* The file of the parent, or of the nearest ancestor that had one, stays mapped
 * for one generation: a handler may have forked between two looks at its
 * word. */
static struct pxt_process parent;
static uint64_t born; /* streams that are younger are not inherited */

/* Is `process` this one's file, and if not: what the child has to inherit. */
static bool settled;
static enum pxt_heritage heritage = PXT_HERITAGE_ANCESTORS;

/* Since some ancestor, or this process, began there was no means to make the
 * home: `parent`, `born` and `heritage` are still what it has to inherit. */
static bool waits;

/* What untraceable processes look at. */
static _Atomic uint64_t nothing;
static struct pxt_home homeless = { .word = &nothing };

/* What processes look at that wait: each event takes the slow way, and is
 * counted there. */
static _Atomic uint64_t something = UNKNOWN_TO_ANY;
static struct pxt_home waiting = { .word = &something };
static struct pxt_process no_process = { .dir = -1 };

/* A fork copies it as it is: no thread forks that has the lock. */
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

static bool may_be_traced(void)
{
	return !getauxval(AT_SECURE) && !getenv("POSIXTRACE_DISABLE");
}

/* The calling process's file, and what it has from its parent. */
static int open_process(struct pxt_process *mine)
{
	uint64_t start;
	int dir, err;

	err = pxt_proc_start_time(getpid(), &start);
	if (err)
		return err;
	err = pxt_shm_directory(0, &dir);
	if (err)
		return err;
	err = pxt_process_open(dir, getpid(), start, mine);
	if (err)
		goto close;
	err = parent.shared ?
		      pxt_lineage_fork(mine, &parent, dir, heritage, born) :
		      pxt_lineage_begin(mine, dir, heritage);
	if (err)
		pxt_process_close(mine);
	mine->dir = -1;
close:
	close(dir);
	return err;
}

/* With the lock held: nothing of the parent's is this process's. */
static void leave_parent(struct pxt_home *home)
{
	if (!waits) {
		/* What there was to inherit it has looked for when it began. */
		if (home->began)
			heritage = PXT_HERITAGE_NONE;
		pxt_process_close(&parent);
		parent = process;
		process = no_process;
		born = UINT64_MAX;
		pxt_homeless_inherit(heritage == PXT_HERITAGE_PARENTS ?
					     &parent :
					     NULL);
	} else if (heritage == PXT_HERITAGE_NONE) {
		/* A stream may have come to the parent while it waited. */
		heritage = PXT_HERITAGE_ANCESTORS;
	}
	if (last_epoch)
		pxt_attach_forked();
	home->epoch = ++last_epoch;
	atomic_store_explicit(&home->pid, getpid(), memory_order_relaxed);
}

static int64_t retry_ns(struct pxt_home *home)
{
	return atomic_load_explicit(&home->retry_ns, memory_order_acquire);
}

static void wait_for_means(struct pxt_home *home, int err)
{
	pxt_homeless_wait(err, !retry_ns(home));
	if (!waits)
		born = pxt_proc_now();
	waits = true;
	waiting.epoch = home->epoch;
	atomic_store_explicit(&home->retry_ns, pxt_retry_clock() + PXT_RETRY_NS,
			      memory_order_release);
}

static void move_in(struct pxt_home *home, const struct pxt_process *mine)
{
	const bool waited = retry_ns(home);

	process = *mine;
	settled = true;
	heritage = PXT_HERITAGE_ANCESTORS;
	waits = false;
	if (!mine->shared) {
		atomic_store(&home->word, &nothing);
		return;
	}
	pxt_promised_types_open(&process);
	if (waited)
		pxt_homeless_bring(&process, false);
	atomic_store(&home->word, &process.shared->word);
	if (waited)
		pxt_homeless_bring(&process, true); /* H2 */
}

/* With the lock held. */
static void settle_in(struct pxt_home *home)
{
	struct pxt_process mine = no_process;
	int err = EPERM;

	if (!home->epoch)
		leave_parent(home);
	if (may_be_traced())
		err = open_process(&mine);
	if (pxt_is_shortage(err)) {
		wait_for_means(home, err);
		return;
	}
	if (err)
		mine.shared = NULL;
	move_in(home, &mine);
}

/* One thread tries, and others need not wait for it; but for the first time, as
 * there may well be a home then. */
static bool may_try(struct pxt_home *home, int64_t due)
{
	const int64_t now = pxt_retry_clock();

	return !due || (now >= due && atomic_compare_exchange_strong(
					      &home->retry_ns, &due,
					      now + PXT_RETRY_NS));
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
	/* A child of vfork() is not to move into its parent's. Nor can who is
	 * about to make it record what that asks for. */
	if ((pid_of(home) && pid_of(home) != getpid()) || has_lock)
		return &homeless;
	if (!may_try(home, due))
		return &waiting;
	pxt_home_lock(&guard);
	if (!atomic_load_explicit(&home->word, memory_order_relaxed) &&
	    (due || !retry_ns(home))) {
		pxt_barrier_register();
		settle_in(home);
	}
	pxt_home_unlock(&guard);
	errno = saved_errno;
	return atomic_load_explicit(&home->word, memory_order_acquire) ?
		       home :
		       &waiting;
}

struct pxt_process *pxt_home_process(void)
{
	return pxt_home_get() == &waiting ? &no_process : &process;
}

bool pxt_home_is_awaited(void)
{
	return pxt_home_get() == &waiting;
}

/* Types that nobody opened are not recorded. */
static bool has_name(uint32_t type)
{
	return type == POSIX_TRACE_UNNAMED_USEREVENT ||
	       pxt_promised_types_has(type) ||
	       (parent.shared && pxt_process_has_type(&parent, type));
}

void pxt_home_miss(uint32_t type)
{
	int saved_errno = errno;
	struct pxt_home_guard guard;

	if (has_lock || !has_name(type))
		return;
	pxt_homeless_note(type);
	atomic_thread_fence(memory_order_seq_cst);
	if (!atomic_load(&pxt_home->word)) /* H1 */
		return;
	pxt_home_lock(&guard);
	if (process.shared)
		pxt_homeless_bring(&process, true);
	pxt_home_unlock(&guard);
	errno = saved_errno;
}

/* Where there is no stream, there is none to inherit: not from ancestors, not
 * from the program whose place this one took. What comes later finds a process
 * that has no home as well as one that has. */
static bool may_inherit(void)
{
	bool any;
	int dir, err;

	err = pxt_shm_find_directory(&dir);
	if (err)
		return pxt_is_shortage(err);
	any = pxt_stream_any(dir);
	close(dir);
	return any;
}

/* Whose child it is has to be known when the child looks for its heritage:
 * that is written in this process's file. A child itself, it may have heirs
 * only if there are streams. */
static void before_fork(void)
{
	if (pid_of(pxt_home) == getpid() &&
	    (pxt_home->began || may_inherit()))
		pxt_home_get();
}

/* A child that inherits no stream makes its home when it first asks for
 * something: most never do, and would only leave files behind. But a handler
 * may have forked on the way to an event, which then must not take its
 * parent's levels, or in the middle of one, which cannot wait. */
static void after_fork(void)
{
	if (!waits)
		heritage = pxt_lineage_forked(&process, settled);
	settled = false;
	pxt_home->pid = getpid();
	pxt_session_forked();
	pxt_rescue_forked();
	if (heritage == PXT_HERITAGE_PARENTS || pxt_attach_is_recording())
		pxt_home_get();
	else
		pxt_attach_forget();
}

/* The macro in <trace.h> spares who is not traced the call, and so the probe.
 * It always calls where it finds no word. */
static bool is_probed(void)
{
	return secure_getenv("POSIXTRACE_PROBE") != NULL;
}

__attribute__((constructor)) static void begin(void)
{
	int saved = errno;
	void *page = mmap(NULL, sizeof(struct pxt_home), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	/* Without such a page a child would take its parent for itself. */
	if (page == MAP_FAILED ||
	    madvise(page, sizeof(struct pxt_home), MADV_WIPEONFORK)) {
		atomic_store(&no_home.word, &nothing);
		no_home.epoch = 1;
	} else {
		pxt_home = page;
		if (!is_probed())
			__posix_trace_home = page;
	}
	pxt_clock_begin();
	pxt_attach_init();
	pthread_atfork(before_fork, NULL, after_fork);
	/* Now, as with more threads it takes milliseconds. */
	pxt_barrier_register();
	/* Another constructor may have come first. */
	pxt_home->began = last_epoch;
	pxt_home->pid = getpid();
	if (last_epoch || may_inherit()) {
		pxt_home_get();
		pxt_own_image_publish();
	}
	pxt_home->began = true;
	pxt_order_begin();
	errno = saved;
}

static void shut_down(struct pxt_session *session)
{
	pxt_control_shutdown(session, 0);
}

/* Children, and processes that are killed, leave their files. Should nobody
 * ever make a stream, and sweep, some of those that end in order do. A process
 * that has changed its user since has nothing where that one keeps his. */
__attribute__((destructor)) static void end(void)
{
	int dir;

	pxt_attach_leave_names();
	pxt_order_end();
	pxt_session_leave_all(shut_down);
	if (!process.shared || process.pid != getpid() ||
	    pxt_shm_find_directory(&dir))
		return;
	/* Somebody traces it: then the file is the last to tell its names. */
	if (!pxt_process_traced(atomic_load(&process.shared->word)))
		pxt_process_remove(dir, &process);
	if (process.pid % SWEEPERS == 0)
		pxt_process_sweep(dir);
	close(dir);
}
