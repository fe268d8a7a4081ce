/* kill_target.c - see kill_target.h */
#include "kill_target.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <trace.h>

_Static_assert(TARGET_SIGNAL == SIGUSR1, "the number of SIGUSR1");

enum { REST_US = 200, CHILD_STACK = 65536 };

struct worker {
	const struct target *target;
	unsigned process;
	unsigned thread;
};

static __thread const struct worker *self
	__attribute__((tls_model("initial-exec")));
static unsigned type;

unsigned target_type(void)
{
	trace_event_id_t opened;

	lab_check(posix_trace_eventid_open("tick", &opened),
		  "posix_trace_eventid_open()");
	return opened;
}

void target_prepare(struct target_event *event, struct line *line,
		    uint32_t number, size_t max_data)
{
	event->line = line;
	event->mark = (struct mark){
		.line = (uint32_t)(line - ledger->line),
		.number = number,
	};
	event->len = mark_length(ledger, &event->mark, max_data);
	mark_fill(&event->mark, event->data, event->len);
}

void target_put(unsigned opened, const struct target_event *event)
{
	struct line *line = event->line;
	int64_t now = lab_now_ns();

	atomic_store(&line->begun, event->mark.number + 1);
	posix_trace_event(opened, event->data, event->len);
	atomic_store(&line->done, event->mark.number + 1);
	atomic_store(&line->last_ns, now);
}

void target_record(unsigned opened, struct line *line, size_t max_data)
{
	struct target_event event;

	target_prepare(&event, line, atomic_load(&line->begun), max_data);
	target_put(opened, &event);
}

static void handle(int number)
{
	const struct worker *worker = self;

	(void)number;
	if (worker)
		target_record(type,
			      ledger_line(ledger, worker->process,
					  worker->thread, true),
			      worker->target->max_data);
}

static void *work(void *argument)
{
	const struct worker *worker = argument;
	const unsigned pace = worker->target->pace;
	struct line *line;

	self = worker;
	line = ledger_line(ledger, worker->process, worker->thread, false);
	for (unsigned i = 1; !atomic_load(&ledger->quiet); i++) {
		target_record(type, line, worker->target->max_data);
		if (pace && i % pace == 0)
			lab_sleep_us(REST_US);
	}
	self = NULL;
	return NULL;
}

static void work_in_threads(const struct target *target, unsigned process)
{
	static struct worker worker[LEDGER_THREADS];
	pthread_t thread[LEDGER_THREADS];
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, CHILD_STACK);
	for (unsigned i = 0; i < target->threads; i++) {
		worker[i] = (struct worker){ target, process, i };
		lab_check(pthread_create(&thread[i], &attr, work, &worker[i]),
			  "pthread_create()");
	}
	for (unsigned i = 0; i < target->threads; i++)
		pthread_join(thread[i], NULL);
	pthread_attr_destroy(&attr);
}

static void be_child(const struct target *target)
{
	lab_limit_life();
	atomic_store(&ledger->child, getpid());
	work_in_threads(target, 1);
	_exit(EXIT_SUCCESS);
}

static _Noreturn void be_target(const struct target *target)
{
	type = target_type();
	signal(TARGET_SIGNAL, handle);
	atomic_fetch_add(&ledger->ready, 1);
	while (!atomic_load(&ledger->go))
		lab_sleep_us(50);
	if (target->has_child && !fork())
		be_child(target);
	work_in_threads(target, 0);
	_exit(EXIT_SUCCESS);
}

pid_t target_start(const struct target *target)
{
	pid_t pid = lab_fork();

	if (!pid)
		be_target(target);
	lab_await(&ledger->ready, 1);
	return pid;
}
