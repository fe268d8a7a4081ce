/*
 * process.c - what an event costs a process that another one traces
 */
#include "bench.h"
#include "child.h"
#include "scene.h"

enum { EVENTS = 25000 };

static const size_t sizes[] = { 0, 16, 64, 256 };

struct task {
	unsigned threads;
	unsigned rounds;
	unsigned events;
	size_t len;
};

/* In the target. */
static void work(int line, void *arg)
{
	static struct measure_series series[2];
	const struct task *task = arg;
	struct scene_loop loop = { .len = task->len };
	struct measure_subject subject[] = {
		{ .burst = scene_burst_floor, .arg = &loop },
		{ .burst = scene_burst_event, .arg = &loop },
	};
	struct measure measure = {
		.subject = subject,
		.subjects = 2,
		.threads = task->threads,
		.rounds = task->rounds,
		.events = task->events,
		.warm = SCENE_STREAM_SIZE / task->threads /
			(unsigned)(task->len + 24),
		.ring = SCENE_STREAM_SIZE / task->threads,
		.pinned = task->threads <= measure_processors(),
	};
	struct result_row row;

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	line_go(line);
	line_wait(line);
	must(measure_run(&measure, series), "another process");

	row = result_row_make("loop, by another", task->threads, task->len);
	result_row_times(&row, &series[0], &series[1], task->rounds);
	line_send(line, &row, sizeof(row));
}

static void trace(struct child *child, struct result_row *row)
{
	trace_attr_t attr;
	trace_id_t trid;

	must(scene_attr_init(&attr, POSIX_TRACE_LOOP, SCENE_STREAM_SIZE),
	     "posix_trace_attr_init");
	line_wait(child->line);
	must(posix_trace_create(child->pid, &attr, &trid),
	     "posix_trace_create");
	must(posix_trace_start(trid), "posix_trace_start");

	line_go(child->line);
	line_receive(child->line, row, sizeof(*row));

	must(posix_trace_shutdown(trid), "posix_trace_shutdown");
	posix_trace_attr_destroy(&attr);
}

static void run(struct bench *bench)
{
	struct task task = {
		.rounds = bench->rounds,
		.events = bench_scaled(bench, EVENTS),
	};
	struct result_row row;
	struct child child;

	for (task.threads = 1; task.threads <= 2; task.threads++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			task.len = sizes[i];
			must(child_fork(&child, work, &task), "fork");
			trace(&child, &row);
			child_wait(&child, NULL);
			results_row(&bench->results, &row);
		}
}

const struct section section_process = {
	.name = "process",
	.summary = "a process that another one traces",
	.run = run,
};
