/*
 * kill_step.c - SIGKILL of a traced program behind every single instruction
 *
 * A fresh program goes each way through posix_trace_event() as far as the
 * instruction, step by step, and is killed there. Its child, which inherited
 * the stream, then records as much as the stream has room for, twice: what the
 * dead one held must be there, and must not be in the way.
 *
 * The steps are the processor's: with the trap flag set it raises SIGTRAP
 * behind each instruction, and the handler counts, and kills.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kill_stream.h"
#include "kill_target.h"
#include "sanitizers.h"

enum {
	SHORT = 24, /* bytes of data */
	LONG = 900,
	MAX_DATA = 1024,
	SIZE = 20000,
	/* Long events: so many fill a chunk; so many the stream, but for the
	 * last chunk; and all of it. */
	CHUNK = 4,
	NEARLY_FULL = 32,
	FULL = 36,
	RENEWAL_US = 12000,
	ON_MAX = 6, /* events on a way */
};

/* A way through the library: what is recorded before, and what on it. */
struct way {
	const char *name;
	int policy;
	uint32_t length;
	unsigned before, on;
	unsigned streams;
	bool overfills;
	bool is_last;	       /* nobody records behind it */
	unsigned strides;      /* to go at once; 0: one */
	void (*prepare)(void); /* before the events before */
	void (*go)(void);      /* instead of events on it */
	bool begins;	       /* nothing was done before: no child either */
};

static const struct way *way;
static unsigned type;
static struct target_event event[ON_MAX];

static struct line *own_line(void)
{
	return ledger_line(ledger, 0, 0, false);
}

static void record(struct line *line, unsigned count)
{
	while (count--)
		target_record(type, line, MAX_DATA);
}

static void prepare_events(unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		target_prepare(&event[i], own_line(),
			       atomic_load(&own_line()->begun) + i, MAX_DATA);
}

static void put_events(unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		target_put(type, &event[i]);
}

/* Steps */

static unsigned steps;

static void count_step(int number)
{
	(void)number;
	if (!steps--)
		syscall(SYS_kill, getpid(), SIGKILL);
}

/* Who blocks a signal that an instruction raises is killed by it: the library
 * must not, where it blocks all. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	sigset_t others;

	if (set) {
		others = *set;
		sigdelset(&others, SIGTRAP);
		set = &others;
	}
	return sigprocmask(how, set, old) ? errno : 0;
}

static void begin_steps(void)
{
	signal(SIGTRAP, count_step);
	steps = ledger->steps;
#ifdef __x86_64__
	__asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" ::
				 : "memory", "cc");
#endif
}

/* All steps of the way were gone, maybe. */
static _Noreturn void end_way(void)
{
	atomic_store(&ledger->ended, true);
	for (;;)
		syscall(SYS_kill, getpid(), SIGKILL);
}

/* Ways that are more than events */

static void begin_tracing(void)
{
	begin_steps();
	type = target_type();
	put_events(1);
}

static void let_context_age(void)
{
	record(own_line(), 1);
	lab_sleep_us(RENEWAL_US);
}

static void *record_in_thread(void *unused)
{
	(void)unused;
	record(ledger_line(ledger, 0, 1, false), 2);
	return NULL;
}

/* It leaves a chunk with room in it. */
static void let_thread_end(void)
{
	pthread_t thread;

	lab_check(pthread_create(&thread, NULL, record_in_thread, NULL),
		  "pthread_create()");
	pthread_join(thread, NULL);
}

static void end_way_too(void *unused)
{
	(void)unused;
	end_way();
}

/* Its keys are destroyed, the library's first. */
static void *end_stepwise(void *unused)
{
	pthread_key_t key;

	lab_check(pthread_key_create(&key, end_way_too),
		  "pthread_key_create()");
	pthread_setspecific(key, &type);
	record(ledger_line(ledger, 0, 1, false), 2);
	begin_steps();
	return unused;
}

static void end_thread(void)
{
	pthread_t thread;

	lab_check(pthread_create(&thread, NULL, end_stepwise, NULL),
		  "pthread_create()");
	pthread_join(thread, NULL);
}

static const struct way ways[] = {
	{ .name = "the common way", .length = SHORT, .before = 2, .on = 2 },
	{ .name = "long data", .length = LONG, .before = 1, .on = 1 },
	{ .name = "two streams",
	  .length = SHORT,
	  .before = 2,
	  .on = 1,
	  .streams = 2 },
	{ .name = "a new context",
	  .length = SHORT,
	  .on = 1,
	  .prepare = let_context_age },
	{ .name = "the next chunk", .length = LONG, .before = CHUNK, .on = 1 },
	{ .name = "no room",
	  .length = LONG,
	  .before = NEARLY_FULL,
	  .on = ON_MAX,
	  .overfills = true,
	  .strides = 10 },
	{ .name = "the oldest chunk",
	  .policy = POSIX_TRACE_LOOP,
	  .length = LONG,
	  .before = FULL,
	  .on = 1 },
	{ .name = "the oldest chunk, at last",
	  .policy = POSIX_TRACE_LOOP,
	  .length = LONG,
	  .before = FULL,
	  .on = 1,
	  .is_last = true },
	{ .name = "a chunk that was left",
	  .length = SHORT,
	  .on = 1,
	  .prepare = let_thread_end,
	  .strides = 4 },
	{ .name = "a thread's first event",
	  .length = SHORT,
	  .on = 1,
	  .strides = 10 },
	{ .name = "a thread's end", .length = SHORT, .go = end_thread },
	{ .name = "a program's first event",
	  .length = SHORT,
	  .on = 1,
	  .go = begin_tracing,
	  .begins = true,
	  .strides = 1000 },
};

/* The program */

static void obey_orders(void)
{
	struct line *line = ledger_line(ledger, 1, 0, false);

	lab_limit_life();
	atomic_fetch_add(&ledger->ready, 1);
	while (!atomic_load(&ledger->quiet)) {
		if (atomic_load(&ledger->orders) ==
		    atomic_load(&ledger->obeyed)) {
			lab_sleep_us(50);
			continue;
		}
		record(line, atomic_load(&ledger->amount));
		atomic_fetch_add(&ledger->obeyed, 1);
	}
	_exit(EXIT_SUCCESS);
}

static _Noreturn void walk(void)
{
	if (!way->begins)
		type = target_type();
	atomic_fetch_add(&ledger->ready, 1);
	while (!atomic_load(&ledger->go))
		lab_sleep_us(50);
	if (!way->begins && !fork())
		obey_orders();
	if (way->prepare)
		way->prepare();
	record(own_line(), way->before);
	prepare_events(ON_MAX);

	if (way->go) {
		way->go();
	} else {
		begin_steps();
		put_events(way->on);
	}
	end_way();
}

/* The lab */

struct experiment {
	pid_t pid;
	unsigned streams;
	struct stream_plan plan;
	trace_id_t trid[2];
	int fd;
	struct audit audit[2];
};

static void begin(struct experiment *experiment, bool with_log)
{
	struct stream_plan *plan = &experiment->plan;

	memset(experiment, 0, sizeof(*experiment));
	ledger->length = way->length;
	*plan = (struct stream_plan){
		.policy = way->policy ? way->policy : POSIX_TRACE_UNTIL_FULL,
		.log_policy = with_log ? POSIX_TRACE_APPEND : 0,
		.size = SIZE,
		.max_data = MAX_DATA,
		.inherited = !way->begins,
	};
	experiment->streams = way->streams ? way->streams : 1;
	experiment->pid = lab_fork();
	if (!experiment->pid)
		walk();
	lab_await(&ledger->ready, 1);
	experiment->fd = with_log ? stream_make_log(0) : -1;
	for (unsigned i = 0; i < experiment->streams; i++) {
		/* One log is enough. */
		if (i)
			plan->log_policy = 0;
		experiment->trid[i] =
			stream_make(experiment->pid, plan, experiment->fd);
		stream_expect(plan, &experiment->audit[i]);
		experiment->audit[i].nothing_lost =
			!way->overfills && !way->policy;
		lab_check(posix_trace_start(experiment->trid[i]),
			  "posix_trace_start()");
	}
	atomic_store(&ledger->go, true);
}

/* Events that a stream has room for, the way to the capacity promise. */
static unsigned room_for(const struct stream_plan *plan)
{
	trace_attr_t attr;
	size_t size;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setmaxdatasize(&attr, plan->max_data);
	lab_check(
		posix_trace_attr_getmaxusereventsize(&attr, way->length, &size),
		"posix_trace_attr_getmaxusereventsize()");
	return (unsigned)(plan->size / size);
}

static uint32_t begun_before(void)
{
	return atomic_load(&own_line()->begun) +
	       atomic_load(&ledger_line(ledger, 0, 1, false)->begun);
}

static void order(unsigned amount)
{
	atomic_store(&ledger->amount, amount);
	atomic_fetch_add(&ledger->orders, 1);
	while (atomic_load(&ledger->obeyed) != atomic_load(&ledger->orders))
		lab_sleep_us(50);
}

static void take(struct experiment *experiment)
{
	for (unsigned i = 0; i < experiment->streams; i++) {
		if (i || experiment->fd < 0)
			audit_live(&experiment->audit[i], experiment->trid[i]);
		else
			lab_check(posix_trace_flush(experiment->trid[i]),
				  "posix_trace_flush()");
	}
}

static void let_child_go_on(struct experiment *experiment)
{
	const unsigned room = room_for(&experiment->plan);
	const unsigned used = begun_before();

	lab_await(&ledger->ready, 2);
	order(room > used ? room - used : room);
	take(experiment);
	order(room);
	atomic_store(&ledger->quiet, true);
}

static void end(struct experiment *experiment)
{
	struct bounds bounds[LEDGER_LINES];

	atomic_store(&ledger->quiet, way->is_last);
	if (!way->begins && !way->is_last)
		let_child_go_on(experiment);
	lab_reap_all();
	for (unsigned i = 0; i < experiment->streams; i++) {
		trace_id_t trid = experiment->trid[i];

		if (i || experiment->fd < 0) {
			lab_check(posix_trace_stop(trid), "posix_trace_stop()");
			audit_live(&experiment->audit[i], trid);
		}
		lab_check(posix_trace_shutdown(trid), "posix_trace_shutdown()");
		if (!i && experiment->fd >= 0)
			audit_log(&experiment->audit[i], experiment->fd);
	}
	audit_bounds_now(bounds);
	for (unsigned i = 0; i < experiment->streams; i++)
		audit_finish(&experiment->audit[i], bounds);
	if (experiment->fd >= 0)
		close(experiment->fd);
}

static void kill_behind(unsigned instructions, bool with_log)
{
	static struct experiment experiment;

	lab_begin_round(instructions, "step");
	lab_tell("%s, killed behind instruction %u%s", way->name, instructions,
		 with_log ? ", with log" : "");
	ledger->steps = instructions;
	begin(&experiment, with_log);
	lab_await_death(experiment.pid);
	end(&experiment);
}

static unsigned go_way(unsigned stride)
{
	unsigned instructions = 0, kills = 0;

	if (way->strides)
		stride *= way->strides;
	do {
		kill_behind(instructions, kills % 2);
		instructions += stride;
		kills++;
	} while (!atomic_load(&ledger->ended));
	printf("%s: %u kills within some %u instructions\n", way->name, kills,
	       instructions);
	return kills;
}

unsigned lab_step(unsigned stride)
{
	unsigned kills = 0;

#ifndef __x86_64__
	puts("no steps: this needs the trap flag of an x86-64");
	return 0;
#endif
	if (FINDS_RACES) {
		puts("no steps: a trap may find the race detector at work, "
		     "which locks itself out");
		return 0;
	}
	for (way = ways; way < ways + ARRAY_LEN(ways); way++)
		kills += go_way(stride);
	return kills;
}
