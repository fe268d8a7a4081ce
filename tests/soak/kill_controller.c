/*
 * kill_controller.c - SIGKILL of a controller, at any moment
 *
 * It has a log, and flushes it now and then. Whoever opens the log, or makes
 * the next stream, ends what it left; meanwhile the program goes on.
 */
#include <err.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kill_stream.h"
#include "kill_target.h"

enum {
	RUN_US = 8000,
	GAP_US = 1000, /* between two deaths */
	CALLS_FLUSHES = 3,
};

enum phase { NOTHING, STARTING, RUNNING, STOPPING, STOPPED };

struct experiment {
	struct target target;
	struct stream_plan plan;
	pid_t pid;
	pid_t controller;
	int fd;
	struct audit audit;
	struct bounds bounds[LEDGER_LINES]; /* up to the controller's death */
};

/* The controller */

static void begin_phase(enum phase phase)
{
	atomic_store(&ledger->phase, phase);
}

static void note_first_least(void)
{
	for (unsigned i = 0; i < LEDGER_LINES; i++)
		ledger->bounds[i].first_least =
			atomic_load(&ledger->line[i].done);
}

static void note_first_most(void)
{
	for (unsigned i = 0; i < LEDGER_LINES; i++)
		ledger->bounds[i].first_most =
			atomic_load(&ledger->line[i].begun);
}

static void flush_sometimes(trace_id_t trid)
{
	lab_sleep_us(lab_luck(400));
	if (!lab_luck(4))
		lab_check(posix_trace_flush(trid), "posix_trace_flush()");
}

/* From a stream's beginning to its end. flushes: 0: without end. */
static void control(const struct experiment *experiment, unsigned flushes)
{
	trace_id_t trid =
		stream_make(experiment->pid, &experiment->plan, experiment->fd);

	note_first_least();
	begin_phase(STARTING);
	lab_check(posix_trace_start(trid), "posix_trace_start()");
	note_first_most();
	begin_phase(RUNNING);
	while (!flushes)
		flush_sometimes(trid);
	for (unsigned i = 0; i < flushes; i++) {
		lab_sleep_us(300);
		lab_check(posix_trace_flush(trid), "posix_trace_flush()");
	}

	audit_least_end_now(ledger->bounds);
	begin_phase(STOPPING);
	lab_check(posix_trace_stop(trid), "posix_trace_stop()");
	audit_most_end_now(ledger->bounds);
	begin_phase(STOPPED);
	lab_check(posix_trace_shutdown(trid), "posix_trace_shutdown()");
}

/* The lab */

static void draw(struct experiment *experiment)
{
	static const unsigned threads[] = { 1, 2, 4, 8 };
	static const size_t max_data[] = { 64, 64, 512, LEDGER_DATA_MAX };
	static const int log_policy[] = { POSIX_TRACE_APPEND,
					  POSIX_TRACE_APPEND, POSIX_TRACE_LOOP,
					  POSIX_TRACE_UNTIL_FULL };
	struct stream_plan *plan = &experiment->plan;
	struct target *target = &experiment->target;

	*target = (struct target){
		.threads = threads[lab_luck(ARRAY_LEN(threads))],
		.max_data = max_data[lab_luck(ARRAY_LEN(max_data))],
		.pace = lab_luck(3) ? 0 : 10,
	};
	stream_draw(plan, target->max_data, true);
	plan->log_policy = log_policy[lab_luck(ARRAY_LEN(log_policy))];
	if (plan->log_policy != POSIX_TRACE_APPEND)
		plan->log_size = plan->size;
	lab_tell("%u threads%s", target->threads,
		 target->pace ? ", paced" : "");
	stream_tell(plan);
}

static void begin(struct experiment *experiment)
{
	memset(experiment, 0, sizeof(*experiment));
	draw(experiment);
	stream_expect(&experiment->plan, &experiment->audit);
	experiment->audit.needs_stop = true;
	experiment->fd = stream_make_log(0);
	experiment->pid = target_start(&experiment->target);
	atomic_store(&ledger->go, true);
}

/* What has to be in the log of a controller that died now. */
static void note_death(struct experiment *experiment)
{
	audit_bounds_now(experiment->bounds);
}

static void set_bounds(struct experiment *experiment, enum phase phase)
{
	for (unsigned i = 0; i < LEDGER_LINES; i++) {
		struct bounds *now = &experiment->bounds[i];
		const struct bounds *then = &ledger->bounds[i];

		now->first_least = then->first_least;
		now->first_most = then->first_most;
		if (phase == STARTING) {
			/* Whether it had begun, nobody can tell. */
			now->first_most = UINT32_MAX;
			now->end_least = 0;
		} else if (phase >= STOPPING) {
			now->end_least = then->end_least;
			now->last_ns = then->last_ns;
		}
		if (phase == STOPPED)
			now->end_most = then->end_most;
	}
}

static uint32_t count_of_target(void)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < LEDGER_THREADS; i++)
		sum += atomic_load(&ledger_line(ledger, 0, i, false)->done);
	return sum;
}

static void await_progress(void)
{
	const int64_t end = lab_now_ns() + INT64_C(10000000000);
	const uint32_t before = count_of_target();

	while (count_of_target() == before && lab_now_ns() < end)
		lab_sleep_us(50);
	if (count_of_target() == before)
		lab_miss("the program does not go on");
}

static void make_another_stream(void)
{
	const struct stream_plan plan = {
		.policy = POSIX_TRACE_LOOP,
		.size = 20000,
		.max_data = 64,
	};

	lab_check(posix_trace_shutdown(stream_make(0, &plan, -1)),
		  "posix_trace_shutdown()");
}

static void examine(struct experiment *experiment)
{
	const enum phase phase = (enum phase)atomic_load(&ledger->phase);
	struct audit *audit = &experiment->audit;

	if (phase == NOTHING) {
		make_another_stream();
		return;
	}
	if (lab_luck(2))
		make_another_stream();
	audit_log(audit, experiment->fd);
	audit_most_end_now(experiment->bounds);
	set_bounds(experiment, phase);
	if (phase == STARTING) {
		audit->losses_told = false;
		audit->needs_stop = audit->starts;
	}
	audit_finish(audit, experiment->bounds);
}

static void end(struct experiment *experiment)
{
	examine(experiment);
	atomic_store(&ledger->quiet, true);
	if (experiment->pid)
		lab_await_success(experiment->pid);
	lab_reap_all();
	close(experiment->fd);
}

static struct experiment experiment;

static void start_controller(void)
{
	experiment.controller = lab_fork();
	if (!experiment.controller)
		control(&experiment, 0);
}

void lab_kill_controller(void)
{
	begin(&experiment);
	start_controller();
	lab_sleep_us(lab_luck(RUN_US));
	note_death(&experiment);
	lab_kill(experiment.controller);
	await_progress();
	lab_sleep_us(lab_luck(GAP_US));
	end(&experiment);
}

/* One soon after the other, whichever comes first. */
void lab_kill_both(void)
{
	bool program_first;
	pid_t pid;

	begin(&experiment);
	program_first = lab_luck(2);
	start_controller();
	/* Of a program that is dead there will be no stream. */
	while (atomic_load(&ledger->phase) == NOTHING)
		lab_sleep_us(50);
	lab_sleep_us(lab_luck(RUN_US));
	pid = experiment.pid;
	experiment.pid = 0;
	if (program_first) {
		lab_kill(pid);
		lab_sleep_us(lab_luck(GAP_US));
	}
	note_death(&experiment);
	lab_kill(experiment.controller);
	if (!program_first) {
		lab_sleep_us(lab_luck(GAP_US));
		lab_kill(pid);
	}
	end(&experiment);
}

/* Killed at a system call */

static _Noreturn void control_stepwise(void)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		err(EXIT_FAILURE, "ptrace");
	raise(SIGSTOP);
	control(&experiment, CALLS_FLUSHES);
	_exit(EXIT_SUCCESS);
}

static void begin_calls(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status))
		errx(EXIT_FAILURE, "a controller does not stop");
	if (ptrace(PTRACE_SETOPTIONS, pid, NULL,
		   PTRACE_O_TRACECLONE | PTRACE_O_TRACESYSGOOD))
		err(EXIT_FAILURE, "ptrace");
	ptrace(PTRACE_SYSCALL, pid, NULL, NULL);
}

/* How one of its threads goes on. */
static int signal_for(int status)
{
	int number = WSTOPSIG(status);

	return number == SIGSTOP || number == SIGTRAP ||
			       number == (SIGTRAP | 0x80) ?
		       0 :
		       number;
}

/* Let its threads go on by so many entries of system calls and returns from
 * them. false: it ended before. */
static bool pass_calls(pid_t pid, unsigned count)
{
	int status;
	pid_t tid;

	for (;;) {
		tid = waitpid(-1, &status, __WALL);
		if (tid < 0 && errno != EINTR)
			err(EXIT_FAILURE, "waitpid");
		if (tid < 0)
			continue;
		if (tid == pid && !WIFSTOPPED(status))
			return false;
		if (!WIFSTOPPED(status))
			continue;
		if (WSTOPSIG(status) == (SIGTRAP | 0x80) && !count--)
			return true;
		ptrace(PTRACE_SYSCALL, tid, NULL, signal_for(status));
	}
}

/* Its other threads have to be reaped before it, by who traces them. */
static void kill_traced(pid_t pid)
{
	int status;
	pid_t tid;

	if (kill(pid, SIGKILL))
		err(EXIT_FAILURE, "kill");
	do
		tid = waitpid(-1, &status, __WALL);
	while ((tid < 0 && errno == EINTR) || tid != pid || WIFSTOPPED(status));
}

/* false: it had ended. */
static bool kill_at(unsigned calls)
{
	bool alive;

	lab_begin_round(calls, "calls");
	begin(&experiment);
	lab_tell("killed at call %u", calls);
	experiment.controller = lab_fork();
	if (!experiment.controller)
		control_stepwise();
	begin_calls(experiment.controller);
	alive = pass_calls(experiment.controller, calls);
	note_death(&experiment);
	if (alive)
		kill_traced(experiment.controller);
	await_progress();
	end(&experiment);
	return alive;
}

unsigned lab_calls(unsigned stride)
{
	unsigned calls = 0, kills = 0;

	/* How many there are depends on the stream. */
	for (unsigned ended = 0; ended < 3; calls += stride) {
		if (kill_at(calls))
			kills++;
		else
			ended++;
	}
	return kills;
}
