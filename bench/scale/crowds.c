/*
 * crowds.c - many threads in a stream, many processes, many streams
 *
 * Each crowd is in a process of its own, and all of it is there at once.
 */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <trace_np.h>

#include "child.h"
#include "memory.h"
#include "reading/reader.h"
#include "sample.h"
#include "scale.h"
#include "scene.h"

enum {
	STREAM_SIZE = 16 << 20,
	MEMBER_EVENTS = 100, /* of a thread, or a process */
	STREAM_EVENTS = 20000,
	STACK = 64 << 10,
};

static const unsigned threads[] = { 1, 64, 512, 4096 };
static const unsigned processes[] = { 1, 10, 100, 1000 };
static const unsigned streams[] = { 1, 8, 32, 64 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The processor time of a member of a crowd. */
struct cost {
	double begin_us; /* before its first event */
	double first_us; /* of its first event */
	double next_ns;	 /* of each other event */
};

struct crowd {
	unsigned n;
	int log;
};

struct answer {
	struct cost cost; /* on an average */
	double memory;	  /* KiB that the process of the stream has got */
	struct posix_trace_totals_np totals;
};

/*
 * What all have in common
 */
static struct cost record(void)
{
	struct scene_loop loop = { .len = SAMPLE_LEN };
	uint64_t begin, first;

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	begin = measure_cpu_time();
	scene_burst_event(&loop, 1);
	first = measure_cpu_time();
	scene_burst_event(&loop, MEMBER_EVENTS - 1);
	return (struct cost){
		.begin_us = (double)begin / 1e3,
		.first_us = (double)(first - begin) / 1e3,
		.next_ns = (double)(measure_cpu_time() - first) /
			   (MEMBER_EVENTS - 1),
	};
}

static void add_cost(struct cost *sum, struct cost cost, unsigned n)
{
	sum->begin_us += cost.begin_us / n;
	sum->first_us += cost.first_us / n;
	sum->next_ns += cost.next_ns / n;
}

static trace_id_t open_stream(int log, int inheritance)
{
	trace_attr_t attr;
	trace_id_t trid;

	must(scene_attr_init(&attr, POSIX_TRACE_FLUSH, STREAM_SIZE),
	     "posix_trace_attr_init");
	must(posix_trace_attr_setinherited(&attr, inheritance),
	     "posix_trace_attr_setinherited");
	must(posix_trace_create_withlog(0, &attr, log, &trid),
	     "posix_trace_create_withlog");
	posix_trace_attr_destroy(&attr);
	must(posix_trace_start(trid), "posix_trace_start");
	return trid;
}

static void close_stream(trace_id_t trid, struct answer *answer)
{
	must(posix_trace_stop(trid), "posix_trace_stop");
	must(scene_drain(trid), "posix_trace_flush");
	must(posix_trace_get_totals_np(trid, &answer->totals),
	     "posix_trace_get_totals_np");
	must(posix_trace_shutdown(trid), "posix_trace_shutdown");
}

/* Everything was recorded or counted. */
static void check_totals(const struct answer *answer, unsigned long long made)
{
	unsigned long long own;

	own = answer->totals.events + answer->totals.lost - made;
	if (own > 1000)
		must(EPROTO, "counting events");
}

static void run_crowd(struct bench *bench, void (*body)(int, void *),
		      unsigned n, const char *what)
{
	struct crowd crowd = { .n = n };
	struct reading reading;
	struct answer answer;
	struct child child;
	char path[64];
	double kib;

	must(scene_temporary_file(&crowd.log), scene_directory());
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getpid(),
		 crowd.log);
	must(child_fork(&child, body, &crowd), "fork");
	line_receive(child.line, &answer, sizeof(answer));
	child_wait(&child, NULL);
	check_totals(&answer, (unsigned long long)n * MEMBER_EVENTS);
	reading = reader_run(path);
	kib = reader_memory(path);
	close(crowd.log);

	results_value(&bench->results, answer.cost.begin_us, "us",
		      "each of %4u %s: before its first event", n, what);
	results_value(&bench->results, answer.cost.first_us, "us",
		      "each of %4u %s: first event", n, what);
	results_value(&bench->results, answer.cost.next_ns, "ns",
		      "each of %4u %s: another event", n, what);
	results_value(&bench->results, (double)answer.totals.log_bytes / n,
		      "bytes", "each of %4u %s: in the log", n, what);
	results_value(&bench->results, (double)answer.totals.lost, "events",
		      "%4u %s: lost", n, what);
	results_value(&bench->results, answer.memory, "KiB",
		      "%4u %s: memory where the stream is", n, what);
	results_value(&bench->results,
		      reading.cpu * 1e9 / (double)reading.events, "ns",
		      "%4u %s: an event read", n, what);
	results_value(&bench->results, kib, "KiB", "%4u %s: memory of a reader",
		      n, what);
}

/*
 * Threads
 */
struct hall {
	pthread_barrier_t full;
	pthread_barrier_t counted;
};

struct member {
	struct hall *hall;
	struct cost cost;
	pthread_t thread;
};

static void *be_member(void *arg)
{
	struct member *member = arg;

	pthread_barrier_wait(&member->hall->full);
	member->cost = record();
	pthread_barrier_wait(&member->hall->counted);
	return NULL;
}

static void fill_hall(struct hall *hall, struct member *member, unsigned n)
{
	pthread_attr_t attr;

	pthread_barrier_init(&hall->full, NULL, n + 1);
	pthread_barrier_init(&hall->counted, NULL, n + 1);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (unsigned i = 0; i < n; i++) {
		member[i].hall = hall;
		must(pthread_create(&member[i].thread, &attr, be_member,
				    &member[i]),
		     "pthread_create");
	}
	pthread_attr_destroy(&attr);
}

static void gather_threads(int line, void *arg)
{
	const struct crowd *crowd = arg;
	struct member *member = calloc(crowd->n, sizeof(*member));
	struct answer answer = { 0 };
	struct hall hall;
	trace_id_t trid;
	double before;

	must(member ? 0 : ENOMEM, "a crowd");
	trid = open_stream(crowd->log, POSIX_TRACE_CLOSE_FOR_CHILD);
	fill_hall(&hall, member, crowd->n);
	before = memory_of(getpid()).resident;
	pthread_barrier_wait(&hall.full);
	pthread_barrier_wait(&hall.counted);
	answer.memory = memory_of(getpid()).resident - before;
	for (unsigned i = 0; i < crowd->n; i++) {
		pthread_join(member[i].thread, NULL);
		add_cost(&answer.cost, member[i].cost, crowd->n);
	}
	close_stream(trid, &answer);
	line_send(line, &answer, sizeof(answer));
}

/*
 * Processes
 */
static void be_process(int line, void *arg)
{
	struct cost cost;

	(void)arg;
	line_wait(line);
	cost = record();
	line_send(line, &cost, sizeof(cost));
	line_wait(line);
}

static void gather_processes(int line, void *arg)
{
	const struct crowd *crowd = arg;
	struct child *child = calloc(crowd->n, sizeof(*child));
	struct answer answer = { 0 };
	struct cost cost;
	trace_id_t trid;
	double before;

	must(child ? 0 : ENOMEM, "a crowd");
	trid = open_stream(crowd->log, POSIX_TRACE_INHERITED);
	for (unsigned i = 0; i < crowd->n; i++)
		must(child_fork(&child[i], be_process, NULL), "fork");
	before = memory_of(getpid()).resident;
	for (unsigned i = 0; i < crowd->n; i++)
		line_go(child[i].line);
	for (unsigned i = 0; i < crowd->n; i++) {
		line_receive(child[i].line, &cost, sizeof(cost));
		add_cost(&answer.cost, cost, crowd->n);
	}
	must(scene_drain(trid), "posix_trace_flush");
	answer.memory = memory_of(getpid()).resident - before;
	for (unsigned i = 0; i < crowd->n; i++) {
		line_go(child[i].line);
		child_wait(&child[i], NULL);
	}
	close_stream(trid, &answer);
	line_send(line, &answer, sizeof(answer));
}

/*
 * Streams
 */
struct stream_answer {
	double create_us;
	double event_ns;
	double memory; /* KiB, all together */
};

static void gather_streams(int line, void *arg)
{
	const struct crowd *crowd = arg;
	double before = memory_of(getpid()).resident;
	struct scene_loop loop = { .len = SAMPLE_LEN };
	struct stream_answer answer;
	trace_id_t trid[64];
	uint64_t begin;

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	begin = measure_cpu_time();
	for (unsigned i = 0; i < crowd->n; i++) {
		must(posix_trace_create(0, NULL, &trid[i]),
		     "posix_trace_create");
		must(posix_trace_start(trid[i]), "posix_trace_start");
	}
	answer.create_us =
		(double)(measure_cpu_time() - begin) / 1e3 / crowd->n;
	scene_burst_event(&loop, STREAM_EVENTS);
	begin = measure_cpu_time();
	scene_burst_event(&loop, STREAM_EVENTS);
	answer.event_ns = (double)(measure_cpu_time() - begin) / STREAM_EVENTS;
	answer.memory = memory_of(getpid()).resident - before;
	for (unsigned i = 0; i < crowd->n; i++)
		must(posix_trace_shutdown(trid[i]), "posix_trace_shutdown");
	line_send(line, &answer, sizeof(answer));
}

static void measure_streams(struct bench *bench, unsigned n)
{
	struct crowd crowd = { .n = n };
	struct stream_answer answer;
	struct child child;

	must(child_fork(&child, gather_streams, &crowd), "fork");
	line_receive(child.line, &answer, sizeof(answer));
	child_wait(&child, NULL);
	results_value(&bench->results, answer.create_us, "us",
		      "each of %2u streams: created and started", n);
	results_value(&bench->results, answer.event_ns, "ns",
		      "an event in %2u streams", n);
	results_value(&bench->results, answer.memory / n, "KiB",
		      "each of %2u streams: memory", n);
}

void scale_crowds(struct bench *bench)
{
	for (size_t i = 0; i < COUNT(threads); i++)
		run_crowd(bench, gather_threads, threads[i], "threads");
	for (size_t i = 0; i < COUNT(processes); i++)
		run_crowd(bench, gather_processes, processes[i], "processes");
	for (size_t i = 0; i < COUNT(streams); i++)
		measure_streams(bench, streams[i]);
}
