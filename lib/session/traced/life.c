/* life.c - begin, fork and end of a process */
#include "session/traced/life.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/barrier.h"
#include "base/clock.h"
#include "base/proc.h"
#include "base/resident.h"
#include "base/shm.h"
#include "base/shortage.h"
#include "session/traced/attach.h"
#include "session/traced/homeless.h"
#include "session/traced/lineage.h"
#include "session/traced/own_image.h"
#include "session/traced/promised_types.h"
#include "session/traced/threads.h"
#include "stream/process_sweep.h"
#include "stream/stream_directory.h"

enum { SWEEPERS = 32 }; /* processes of which one sweeps */

static const struct pxt_process no_process = { .dir = -1 };

static uint64_t last_epoch PXT_RESIDENT;

/* The file of the parent, or of the nearest ancestor that had one, stays
 * mapped for one generation: a handler may have forked between two looks at
 * its word. */
static struct pxt_process parent PXT_RESIDENT;
static uint64_t born PXT_RESIDENT; /* younger streams are not inherited */

/* True if the home's file is this process's; otherwise, what the child has to
 * inherit. */
static bool settled PXT_RESIDENT;
static enum pxt_heritage heritage = PXT_HERITAGE_ANCESTORS;

/* An ancestor, or this process, could not make its home so far: `parent`,
 * `born` and `heritage` are still to be inherited. */
static bool waits PXT_RESIDENT;

static bool may_be_traced(void)
{
	return !getauxval(AT_SECURE) && !getenv("POSIXTRACE_DISABLE");
}

/* ESTALE: a remover has taken the file meanwhile. */
static int find_process(int dir, uint64_t start, struct pxt_process *mine)
{
	int err;

	err = pxt_process_open(dir, getpid(), start, mine);
	if (err)
		return err;
	err = parent.shared ?
		      pxt_lineage_fork(mine, &parent, dir, heritage, born) :
		      pxt_lineage_begin(mine, dir, heritage);
	if (err)
		pxt_process_close(mine);
	mine->dir = -1;
	return err;
}

/* Opens the calling process's file, with its inheritance. */
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
	err = ESTALE;
	for (int i = 0; i < PXT_PROCESS_ATTEMPTS && err == ESTALE; i++)
		err = find_process(dir, start, mine);
	if (!err)
		pxt_process_keep(dir, mine);
	close(dir);
	return err == ESTALE ? EAGAIN : err;
}

/* The home's file becomes the parent's: the process, or a child, inherits from
 * it from now on. */
static void become_parent(void)
{
	struct pxt_process *process = pxt_home_file();

	if (process->shared) {
		pxt_process_close(&parent);
		parent = *process;
		*process = no_process;
	}
	born = UINT64_MAX;
}

/* With the lock held: drops everything of the parent. */
static void leave_parent(struct pxt_home *home)
{
	pxt_process_keep_no_more(last_epoch);
	if (!waits) {
		/* The program looked for what it inherits when it began. */
		if (home->began)
			heritage = PXT_HERITAGE_NONE;
		become_parent();
		pxt_homeless_inherit(&parent, heritage == PXT_HERITAGE_PARENTS);
	} else if (heritage == PXT_HERITAGE_NONE) {
		/* A stream may have come to the parent while it waited. */
		heritage = PXT_HERITAGE_ANCESTORS;
	}
	if (last_epoch)
		pxt_attach_forked();
	home->epoch = ++last_epoch;
	atomic_store_explicit(&home->pid, getpid(), memory_order_relaxed);
}

static void wait_for_means(struct pxt_home *home, int err)
{
	pxt_homeless_wait(err, !pxt_home_has_waited(home));
	if (!waits)
		born = pxt_proc_now();
	waits = true;
	pxt_home_wait(home);
}

static void move_in(struct pxt_home *home, const struct pxt_process *mine)
{
	struct pxt_process *process = pxt_home_file();
	const bool waited = pxt_home_has_waited(home);

	*process = *mine;
	settled = true;
	heritage = PXT_HERITAGE_ANCESTORS;
	waits = false;
	if (mine->shared) {
		pxt_promised_types_open(process);
		if (waited)
			pxt_homeless_bring(process, false);
	}
	pxt_home_open(home);
	if (mine->shared && waited)
		pxt_homeless_bring(process, true); /* H2 */
}

/* Called with the lock held. */
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

const struct pxt_home_hooks pxt_home_hooks = { .settle = settle_in };

/* Asks about the runtime directory. True also if it cannot be opened now. */
static bool is_true(bool (*question)(int dir))
{
	bool answer;
	int dir, err;

	err = pxt_shm_find_directory(&dir);
	if (err)
		return pxt_is_shortage(err);
	answer = question(dir);
	close(dir);
	return answer;
}

/* The child looks for its heritage by what is written in this process's file,
 * so that has to be there. A child itself, it may have heirs only if there are
 * streams. */
static void before_fork(void)
{
	if (pxt_home_pid() == getpid() &&
	    (pxt_home->began || is_true(pxt_stream_any)))
		pxt_home_get();
}

/* A child without inherited streams makes its home at its first use of the
 * library: most never do, and would only leave files behind. But a handler may
 * have forked on the way to an event, which must not take its parent's levels,
 * or within one, which cannot wait. */
static void after_fork(void)
{
	if (!waits)
		heritage = pxt_lineage_forked(pxt_home_file(), settled);
	settled = false;
	atomic_store_explicit(&pxt_home->pid, getpid(), memory_order_seq_cst);
	pxt_life_hooks.forked();
	if (heritage == PXT_HERITAGE_PARENTS || pxt_threads_is_recording())
		pxt_home_get();
	else
		pxt_threads_forget();
}

__attribute__((constructor)) static void begin(void)
{
	int saved = errno;

	pxt_home_init();
	pxt_clock_begin();
	pxt_threads_init();
	pthread_atfork(before_fork, NULL, after_fork);
	/* Done now, as it takes milliseconds with more threads. */
	pxt_barrier_register();
	/* The constructor of another library may have come first. */
	pxt_home->began = last_epoch;
	atomic_store_explicit(&pxt_home->pid, getpid(), memory_order_seq_cst);
	/* A controller that comes later finds a process without a home as well
	 * as one that has one. */
	if (last_epoch || is_true(pxt_lineage_may_inherit)) {
		pxt_home_get();
		pxt_own_image_publish();
	}
	pxt_home->began = true;
	pxt_life_hooks.begun();
	errno = saved;
}

/* The counts of a process that waits for its home would go with the process. */
static void settle_at_last(void)
{
	struct pxt_home_guard guard;

	if (!waits || pxt_home_pid() != getpid() || pxt_home_is_locked_here())
		return;
	pxt_home_lock(&guard);
	if (waits)
		settle_in(pxt_home);
	pxt_home_unlock(&guard);
}

/* P9; called with the lock held. Handlers, and the destructors of others, may
 * yet record events: then the process needs a file as a child does, with the
 * names that it has. */
static void move_out(struct pxt_home *home, int dir)
{
	struct pxt_process *process = pxt_home_file();

	if (!pxt_process_retire(dir, process,
				atomic_load_explicit(&process->shared->program,
						     memory_order_seq_cst)))
		return;
	pxt_home_shut(home);
	pxt_process_keep_no_more(false);
	become_parent();
	heritage = PXT_HERITAGE_NONE;
	settled = false;
	pxt_threads_forget();
}

/* The file of a process that is traced is the last to tell its names. */
static void leave_file(int dir)
{
	struct pxt_home_guard guard;

	if (pxt_process_traced(atomic_load_explicit(
		    &pxt_home_file()->shared->word, memory_order_seq_cst)) ||
	    pxt_home_is_locked_here() || pxt_proc_threads(getpid()) != 1)
		return;
	pxt_home_lock(&guard);
	move_out(pxt_home, dir);
	pxt_home_unlock(&guard);
}

/* Children, and processes that are killed or have threads to the end, leave
 * their files. Should nobody ever make a stream, and sweep, some of those that
 * end in order do. A process that has changed its user since has nothing where
 * that one keeps his. */
__attribute__((destructor)) static void end(void)
{
	struct pxt_process process;
	int dir;

	settle_at_last();
	process = *pxt_home_file();
	pxt_threads_leave_names();
	pxt_life_hooks.ending();
	if (!process.shared || process.id.pid != getpid() ||
	    pxt_shm_find_directory(&dir))
		return;
	leave_file(dir);
	if (process.id.pid % SWEEPERS == 0)
		pxt_process_sweep(dir);
	close(dir);
}
