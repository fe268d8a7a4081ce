/*
 * scaling.c - many threads, many processes, many chunks
 */
#include <errno.h>
#include <math.h>
#include <pthread.h>

#include "bench.h"
#include "child.h"
#include "floor.h"
#include "reading/reader.h"
#include "sample.h"
#include "scene.h"

enum {
	EVENTS = 4000000, /* of all threads or processes, in a turn */
	ROUNDS = 5,
	CHUNK_EVENTS = 250000,
	FIRST_THREADS = 100,
};

static const unsigned crowd[] = { 1, 10, 100, 1000 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/*
 * Threads
 */
static void measure_threads(struct bench *bench)
{
	const struct scene scene = { .name = "threads",
				     .policy = POSIX_TRACE_LOOP };
	double one = NAN; /* by the floor: see run_crowd() */

	for (size_t i = 0; i < COUNT(crowd); i++) {
		struct result_row row;
		int err = scene_measure(&scene, crowd[i], SAMPLE_LEN, ROUNDS,
					bench_scaled(bench, EVENTS) / crowd[i],
					&row);

		if (err == EAGAIN) {
			results_skip(&bench->results, "no %u threads here",
				     crowd[i]);
			return;
		}
		must(err, "many threads");
		results_row(&bench->results, &row);
		if (!i)
			one = row.cpu_ratio;
		targets_measured(&bench->targets, TARGET_THREADS,
				 row.cpu_ratio / one);
	}
}

/* Processor time, in microseconds, of a thread's first event. */
static void *record_first(void *arg)
{
	struct scene_loop loop = { .len = SAMPLE_LEN };
	double *us = arg;
	uint64_t begin;

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	begin = measure_cpu_time();
	scene_burst_event(&loop, 1);
	*us = (double)(measure_cpu_time() - begin) / 1e3;
	return NULL;
}

static void measure_first_event(struct bench *bench)
{
	double us[FIRST_THREADS];
	trace_id_t trid;

	must(scene_open_loop(SCENE_STREAM_SIZE, &trid), "a stream");
	for (unsigned i = 0; i < FIRST_THREADS; i++) {
		pthread_t thread;

		must(pthread_create(&thread, NULL, record_first, &us[i]),
		     "pthread_create");
		pthread_join(thread, NULL);
	}
	must(posix_trace_shutdown(trid), "posix_trace_shutdown");
	results_value(&bench->results, measure_median(us, FIRST_THREADS), "us",
		      "the first event of a thread");
}

/*
 * Processes
 */
struct task {
	struct scene_loop loop;
	unsigned events;
	size_t ring; /* bytes of the floor's */
};

/* Nanoseconds of processor time for an event. */
static double time_burst(void (*burst)(void *, unsigned), struct task *task)
{
	uint64_t begin = measure_cpu_time();

	burst(&task->loop, task->events);
	return (double)(measure_cpu_time() - begin) / task->events;
}

static void work(int line, void *arg)
{
	double floor[ROUNDS], event[ROUNDS], answer[2];
	struct task *task = arg;
	struct floor_ring ring;

	must(floor_init(&ring, task->ring), "a ring");
	floor_use(&ring);
	line_go(line);
	line_wait(line);
	for (unsigned i = 0; i < ROUNDS; i++) {
		floor[i] = time_burst(scene_burst_floor, task);
		event[i] = time_burst(scene_burst_event, task);
	}
	answer[0] = measure_median(floor, ROUNDS);
	answer[1] = measure_median(event, ROUNDS);
	line_send(line, answer, sizeof(answer));
}

/* How many could be had. */
static unsigned fork_crowd(struct child *child, unsigned n, struct task *task)
{
	for (unsigned i = 0; i < n; i++)
		if (child_fork(&child[i], work, task))
			return i;
	return n;
}

/* By the floor, as the machine may be another by the time the next crowd
 * comes. */
static double run_crowd(struct bench *bench, struct child *child, unsigned n)
{
	struct result_row row = result_row_make("processes", n, SAMPLE_LEN);
	double answer[2], floor = 0, event = 0;

	for (unsigned i = 0; i < n; i++)
		line_wait(child[i].line);
	for (unsigned i = 0; i < n; i++)
		line_go(child[i].line);
	for (unsigned i = 0; i < n; i++) {
		line_receive(child[i].line, answer, sizeof(answer));
		floor += answer[0] / n;
		event += answer[1] / n;
		child_wait(&child[i], NULL);
	}
	row.cpu = event;
	row.cpu_ratio = event / floor;
	results_row(&bench->results, &row);
	return row.cpu_ratio;
}

static void open_inherited(trace_id_t *trid)
{
	trace_attr_t attr;

	must(scene_attr_init(&attr, POSIX_TRACE_LOOP, SCENE_STREAM_SIZE),
	     "posix_trace_attr_init");
	must(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED),
	     "posix_trace_attr_setinherited");
	must(posix_trace_create(0, &attr, trid), "posix_trace_create");
	must(posix_trace_start(*trid), "posix_trace_start");
	posix_trace_attr_destroy(&attr);
}

static void measure_processes(struct bench *bench)
{
	struct child child[100];
	double one = NAN, cost;

	for (unsigned n = 1; n <= COUNT(child); n *= 10) {
		struct task task = {
			.loop.len = SAMPLE_LEN,
			.events = bench_scaled(bench, EVENTS) / n,
			.ring = SCENE_STREAM_SIZE / n,
		};
		trace_id_t trid;
		unsigned had;

		must(scene_event(&task.loop.event), "posix_trace_eventid_open");
		open_inherited(&trid);
		had = fork_crowd(child, n, &task);
		if (had < n) {
			while (had--)
				child_kill(&child[had]);
			results_skip(&bench->results, "no %u processes here",
				     n);
			must(posix_trace_shutdown(trid),
			     "posix_trace_shutdown");
			return;
		}
		cost = run_crowd(bench, child, n);
		must(posix_trace_shutdown(trid), "posix_trace_shutdown");
		if (n == 1)
			one = cost;
		targets_measured(&bench->targets, TARGET_PROCESSES, cost / one);
	}
}

/*
 * Chunks: nanoseconds for an event, read from a log of so many
 */

/* A stream and its chunks, in bytes. */
struct chunked {
	size_t stream;
	size_t chunk;
};

static const struct chunked smallest = { 64 << 10, 32 << 10 };

static double read_chunks(struct bench *bench, struct chunked size,
			  unsigned threads, unsigned events, double *chunks)
{
	struct sample sample;
	double ns[3];

	sample_make(&sample, size.stream, threads, events);
	for (unsigned i = 0; i < COUNT(ns); i++) {
		struct reading reading = reader_run(sample.path);

		ns[i] = reading.cpu * 1e9 / (double)reading.events;
	}
	*chunks = (double)sample.totals.log_bytes / (double)size.chunk;
	results_value(&bench->results, measure_median(ns, COUNT(ns)),
		      "ns/event",
		      "reading %7.0f chunks of %3zu KiB, %2u thread%s", *chunks,
		      size.chunk >> 10, threads, threads == 1 ? "" : "s");
	sample_drop(&sample);
	return measure_median(ns, COUNT(ns));
}

/* A log 16 times as long, in chunks of the same size. */
static void measure_growth(struct bench *bench, unsigned threads)
{
	unsigned events = bench_scaled(bench, CHUNK_EVENTS);
	double few, many, ns_few, ns_many;

	ns_few = read_chunks(bench, smallest, threads, events, &few);
	ns_many = read_chunks(bench, smallest, threads, 16 * events, &many);
	targets_measured(&bench->targets, TARGET_CHUNKS,
			 ns_many / ns_few / (log(many) / log(few)));
}

static void measure_reading(struct bench *bench)
{
	static const struct chunked sizes[] = {
		{ 16 << 20, 256 << 10 },
		{ 512 << 10, 128 << 10 },
		{ 256 << 10, 64 << 10 },
		{ 64 << 10, 32 << 10 },
	};
	double chunks;

	for (size_t i = 0; i < COUNT(sizes); i++)
		read_chunks(bench, sizes[i], 2,
			    4 * bench_scaled(bench, CHUNK_EVENTS), &chunks);
	measure_growth(bench, 1);
	measure_growth(bench, 2);
	measure_growth(bench, 32);
}

static void run(struct bench *bench)
{
	measure_threads(bench);
	measure_first_event(bench);
	measure_processes(bench);
	measure_reading(bench);
}

const struct section section_scaling = {
	.name = "scaling",
	.summary = "many threads, many processes, many chunks",
	.run = run,
};
