/* flusher.c - the thread that writes a log, and flushes on request */
#include "session/transfer/flusher.h"

#include <errno.h>
#include <stdlib.h>

#include "base/helper_thread.h"
#include "base/wait.h"
#include "session/steer.h"
#include "session/transfer/transfer.h"

enum {
	PERIOD_NS = 1000000000,
	RETRY_NS = 100000000, /* while the log cannot be written */
	BREATH_NS = 50000,    /* between two flushes, to leave the lock to
			       * others */
	REST_NS = 1000000,    /* after a wake-up in vain */
	PATIENCE_NS = 100000000,
};

struct pxt_flusher {
	struct pxt_controller *controller; /* borrowed */
	struct pxt_transfer *transfer;
	pthread_mutex_t turn; /* guards the transfer, and taking from the
			       * stream */
	_Atomic bool refused; /* the turn was asked for in vain */
	pthread_t thread;
	bool has_thread;
	_Atomic bool ending;
	_Atomic bool failing; /* the last write failed */
	_Atomic bool flushing;
	_Atomic int error; /* first error since the last request */
	int first;	   /* first error of the log, for its end */
};

static bool is_failing(const struct pxt_flusher *flusher)
{
	return atomic_load_explicit(&flusher->failing, memory_order_seq_cst);
}

static void set_flushing(struct pxt_flusher *flusher, bool flushing)
{
	atomic_store_explicit(&flusher->flushing, flushing,
			      memory_order_seq_cst);
}

void pxt_flusher_enter(struct pxt_flusher *flusher)
{
	if (flusher)
		pthread_mutex_lock(&flusher->turn);
}

static struct timespec in_ns(clockid_t clock, int64_t ns)
{
	const int64_t time = pxt_clock_ns(clock) + ns;

	return (struct timespec){
		.tv_sec = time / 1000000000,
		.tv_nsec = time % 1000000000,
	};
}

/* Gcc 12's race detector does not know pthread_mutex_clocklock(). */
#ifdef __SANITIZE_THREAD__
enum { TURN_CLOCK = CLOCK_REALTIME };
#define lock_until(mutex, until) pthread_mutex_timedlock(mutex, until)
#else
enum { TURN_CLOCK = CLOCK_MONOTONIC };
#define lock_until(mutex, until) \
	pthread_mutex_clocklock(mutex, TURN_CLOCK, until)
#endif

bool pxt_flusher_enter_soon(struct pxt_flusher *flusher)
{
	struct timespec until;

	if (!flusher || !pthread_mutex_trylock(&flusher->turn))
		return true;
	until = in_ns(TURN_CLOCK, PATIENCE_NS);
	if (!lock_until(&flusher->turn, &until))
		return true;
	/* The turn may have ended before its owner could know. */
	atomic_store_explicit(&flusher->refused, true, memory_order_seq_cst);
	return !pthread_mutex_trylock(&flusher->turn);
}

void pxt_flusher_leave(struct pxt_flusher *flusher)
{
	if (!flusher)
		return;
	pthread_mutex_unlock(&flusher->turn);
	if (atomic_exchange_explicit(&flusher->refused, false,
				     memory_order_seq_cst))
		pxt_ring_wake(&flusher->controller->stream.ring);
}

static int result(struct pxt_flusher *flusher, int err)
{
	int none = 0;

	atomic_store_explicit(&flusher->failing, err, memory_order_seq_cst);
	if (!flusher->first)
		flusher->first = err;
	atomic_compare_exchange_strong_explicit(&flusher->error, &none, err,
						memory_order_seq_cst,
						memory_order_seq_cst);
	return err;
}

static bool is_full(const struct pxt_flusher *flusher)
{
	return pxt_controller_gate(flusher->controller) & PXT_GATE_FULL;
}

/* A suspended stream accepts no events, these included. */
static bool put(struct pxt_flusher *flusher, uint32_t type)
{
	struct pxt_controller *controller = flusher->controller;

	if (!pxt_controller_gate_runs(pxt_controller_gate(controller)))
		return false;
	pxt_steer_put(controller, type, 0, NULL, 0);
	return true;
}

/* A full stream is not running: it is given room first. Repeated failing
 * flushes would fill it with their marks. */
static int flush_marked(struct pxt_flusher *flusher)
{
	bool told;
	int err;

	if (is_full(flusher) || is_failing(flusher)) {
		err = pxt_transfer_run(flusher->transfer);
		if (err)
			return err;
	}
	told = put(flusher, POSIX_TRACE_FLUSH_START);
	err = pxt_transfer_run(flusher->transfer);
	if (told)
		put(flusher, POSIX_TRACE_FLUSH_STOP);
	return err;
}

static int flush_quietly(struct pxt_flusher *flusher)
{
	return pxt_transfer_run(flusher->transfer);
}

static int flush(struct pxt_flusher *flusher,
		 int (*how)(struct pxt_flusher *flusher))
{
	int err;

	set_flushing(flusher, true);
	err = result(flusher, how(flusher));
	set_flushing(flusher, false);
	return err;
}

int pxt_flusher_flush(struct pxt_flusher *flusher)
{
	pxt_live_bury(flusher->controller->live);
	return flush(flusher, flush_marked);
}

int pxt_flusher_drain(struct pxt_flusher *flusher)
{
	pxt_live_bury(flusher->controller->live);
	return flush(flusher, flush_quietly);
}

/* The first error is of one log: another has its own. */
int pxt_flusher_switch(struct pxt_flusher *flusher, int fd, int64_t since_ns)
{
	int err;

	pxt_live_bury(flusher->controller->live);
	set_flushing(flusher, true);
	err = pxt_transfer_switch(flusher->transfer, fd, since_ns);
	set_flushing(flusher, false);
	if (!err) {
		atomic_store_explicit(&flusher->failing, false,
				      memory_order_seq_cst);
		flusher->first = 0;
	}
	return err;
}

/* A wrong note is no error of the log. */
int pxt_flusher_note(struct pxt_flusher *flusher, const char *key,
		     const char *value)
{
	int err;

	set_flushing(flusher, true);
	err = pxt_transfer_note(flusher->transfer, key, value);
	set_flushing(flusher, false);
	return err;
}

void pxt_flusher_forget(struct pxt_flusher *flusher)
{
	pxt_transfer_forget(flusher->transfer);
}

int pxt_flusher_clear(struct pxt_flusher *flusher)
{
	return result(flusher, pxt_transfer_clear(flusher->transfer));
}

/* The thread */

static bool has_work(const struct pxt_flusher *flusher)
{
	return is_full(flusher) ||
	       pxt_ring_is_filling(&flusher->controller->stream.ring);
}

/* A stream with room that is written once a second is not told of: else
 * the events of one flush would be the reason for the next. */
static void flush_by_itself(struct pxt_flusher *flusher)
{
	flush(flusher, has_work(flusher) ? flush_marked : flush_quietly);
}

static void sleep_until_woken(struct pxt_flusher *flusher)
{
	struct pxt_ring_shared *shared =
		flusher->controller->stream.ring.shared;
	const struct timespec until = in_ns(
		CLOCK_REALTIME, is_failing(flusher) ? RETRY_NS : PERIOD_NS);
	uint32_t seen =
		atomic_load_explicit(&shared->wake, memory_order_acquire);

	atomic_store_explicit(&shared->sleeping, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst); /* R10 */
	if ((is_failing(flusher) || !has_work(flusher)) &&
	    !atomic_load_explicit(&flusher->ending, memory_order_seq_cst))
		pxt_wait(&shared->wake, seen, &until);
	atomic_store_explicit(&shared->sleeping, 0, memory_order_relaxed);
}

/* Work that is there at once, or waking for no reason, may be true, or somebody
 * scribbling: the lock is not to be taken without an end. */
static void sleep_until_needed(struct pxt_flusher *flusher)
{
	if (!is_failing(flusher) && has_work(flusher)) {
		pxt_pause(BREATH_NS);
		return;
	}
	sleep_until_woken(flusher);
	if (!has_work(flusher) &&
	    !atomic_load_explicit(&flusher->ending, memory_order_seq_cst))
		pxt_pause(REST_NS);
}

static void *run(void *argument)
{
	struct pxt_flusher *flusher = argument;
	struct pxt_controller *controller = flusher->controller;

	pxt_helper_thread_name("posixtrace-log");
	for (;;) {
		sleep_until_needed(flusher);
		if (atomic_load_explicit(&flusher->ending,
					 memory_order_seq_cst))
			return NULL;
		pxt_flusher_enter(flusher);
		pxt_controller_lock(controller);
		flush_by_itself(flusher);
		pxt_controller_unlock(controller);
		pxt_flusher_leave(flusher);
	}
}

void pxt_flusher_join(struct pxt_flusher *flusher)
{
	_Atomic uint32_t *wake = &flusher->controller->stream.ring.shared->wake;

	if (!flusher->has_thread)
		return;
	atomic_store_explicit(&flusher->ending, true, memory_order_seq_cst);
	atomic_fetch_add_explicit(wake, 1, memory_order_seq_cst);
	pxt_wake(wake);
	pthread_join(flusher->thread, NULL);
	flusher->has_thread = false;
}

/* The log */

int pxt_flusher_finish(struct pxt_flusher *flusher)
{
	return result(flusher,
		      pxt_transfer_finish(flusher->transfer, flusher->first));
}

bool pxt_flusher_is_flushing(const struct pxt_flusher *flusher)
{
	return atomic_load_explicit(&flusher->flushing, memory_order_seq_cst);
}

void pxt_flusher_status(struct pxt_flusher *flusher,
			struct posix_trace_status_info *status)
{
	pxt_transfer_status(flusher->transfer, status);
	status->posix_stream_flush_status =
		atomic_load_explicit(&flusher->flushing, memory_order_seq_cst) ?
			POSIX_TRACE_FLUSHING :
			POSIX_TRACE_NOT_FLUSHING;
	status->posix_stream_flush_error = atomic_exchange_explicit(
		&flusher->error, 0, memory_order_seq_cst);
}

void pxt_flusher_totals(struct pxt_flusher *flusher, bool unwritten,
			struct posix_trace_totals_np *totals)
{
	pxt_transfer_totals(flusher->transfer, unwritten && is_failing(flusher),
			    totals);
}

static bool flushes_by_itself(const struct pxt_controller *controller)
{
	return controller->attr.stream_policy == POSIX_TRACE_FLUSH;
}

int pxt_flusher_create(struct pxt_controller *controller, int fd,
		       struct pxt_flusher **out)
{
	struct pxt_flusher *flusher = calloc(1, sizeof(*flusher));
	int err;

	if (!flusher)
		return ENOMEM;
	flusher->controller = controller;
	pthread_mutex_init(&flusher->turn, NULL);
	err = pxt_transfer_create(controller, fd, &flusher->transfer);
	if (!err && flushes_by_itself(controller)) {
		err = pxt_helper_thread_start(&flusher->thread,
					      PXT_HELPER_THREAD_STACK, run,
					      flusher);
		flusher->has_thread = !err;
	}
	if (err) {
		pxt_flusher_close(flusher);
		return err;
	}
	*out = flusher;
	return 0;
}

void pxt_flusher_close(struct pxt_flusher *flusher)
{
	if (!flusher)
		return;
	pxt_flusher_join(flusher);
	pxt_transfer_close(flusher->transfer);
	pthread_mutex_destroy(&flusher->turn);
	free(flusher);
}
