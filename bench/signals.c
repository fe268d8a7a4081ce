/*
 * signals.c - events of a signal handler that interrupts events
 *
 * A thread records all the time, and a timer interrupts it with a handler that
 * records as well. The floor is interrupted likewise; a record it was busy with
 * is overwritten then, which a benchmark does not mind.
 */
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "floor.h"
#include "scene.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { EVENTS = 100000, HANDLED = 50, PERIOD_NS = 100000 };

/* What the handler does, and how long it took. */
static void (*volatile handler_burst)(void *, unsigned);
static struct scene_loop loop;
static volatile uint64_t handler_ns;
static volatile uint64_t handler_events;

static void handle(int signal)
{
	uint64_t begin = measure_now();

	(void)signal;
	handler_burst(&loop, HANDLED);
	handler_ns += measure_now() - begin;
	handler_events += HANDLED;
}

/* A turn, and what was handled in it; as long as it takes to be interrupted. */
static void take_turn(void (*burst)(void *, unsigned), double *thread,
		      double *handler)
{
	uint64_t begin = measure_now();
	unsigned done = 0;

	handler_ns = 0;
	handler_events = 0;
	handler_burst = burst;
	do {
		burst(&loop, EVENTS);
		done += EVENTS;
	} while (!handler_events);

	begin += handler_ns;
	*thread = (double)(measure_now() - begin) / done;
	*handler = (double)handler_ns / (double)handler_events;
}

static void take_turns(struct measure_series *thread,
		       struct measure_series *handler, unsigned rounds)
{
	void (*const burst[])(void *, unsigned) = { scene_burst_floor,
						    scene_burst_event };

	for (unsigned round = 0; round <= rounds; round++)
		for (unsigned s = 0; s < 2; s++) {
			unsigned at = round ? round - 1 : 0;

			take_turn(burst[s], &thread[s].wall[at],
				  &handler[s].wall[at]);
		}
}

static timer_t start_timer(void)
{
	struct sigaction action = { .sa_handler = handle,
				    .sa_flags = SA_RESTART };
	struct itimerspec every = { { 0, PERIOD_NS }, { 0, PERIOD_NS } };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
				  .sigev_signo = SIGUSR1 };
	timer_t timer;

	event.sigev_notify_thread_id = gettid();
	handler_burst = scene_burst_floor;
	must_not_fail(sigaction(SIGUSR1, &action, NULL), "sigaction");
	must_not_fail(timer_create(CLOCK_MONOTONIC, &event, &timer),
		      "timer_create");
	must_not_fail(timer_settime(timer, 0, &every, NULL), "timer_settime");
	return timer;
}

/* There is no processor time here: whose would it be? */
static void tell(struct bench *bench, const char *scene,
		 const struct measure_series *series)
{
	struct result_row row = result_row_make(scene, 1, loop.len);

	result_row_times(&row, &series[0], &series[1], bench->rounds);
	row.cpu = row.cpu_ratio = row.lost;
	results_row(&bench->results, &row);
}

static void measure_stream(struct bench *bench)
{
	static struct measure_series thread[2], handler[2];
	struct floor_ring ring;
	timer_t timer;

	must(floor_init(&ring, SCENE_STREAM_SIZE), "a ring");
	floor_use(&ring);
	timer = start_timer();
	take_turns(thread, handler, bench->rounds);
	timer_delete(timer);
	signal(SIGUSR1, SIG_IGN);
	floor_fini(&ring);

	tell(bench, "interrupted", thread);
	tell(bench, "in the handler", handler);
}

static void run(struct bench *bench)
{
	trace_id_t trid;

	loop.len = 16;
	must(scene_event(&loop.event), "posix_trace_eventid_open");
	must(scene_open_loop(SCENE_STREAM_SIZE, &trid), "a stream");
	measure_stream(bench);
	must(posix_trace_shutdown(trid), "posix_trace_shutdown");
}

const struct section section_signals = {
	.name = "signals",
	.summary = "a handler that interrupts events 10000 times a second",
	.run = run,
};
