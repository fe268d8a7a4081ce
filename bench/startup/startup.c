/*
 * startup.c - what linking the library and attaching to a process cost
 */
#include <errno.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "memory.h"
#include "neighbours.h"
#include "scene.h"

enum { RUNS = 300, ATTACHMENTS = 21, CREATIONS = 41 };

enum program { PLAIN, TRIVIAL, TRACED, PROGRAMS };

static const char *const names[PROGRAMS] = {
	[PLAIN] = "startup-plain",
	[TRIVIAL] = "startup-trivial",
	[TRACED] = "startup-traced",
};

static char path[PROGRAMS][5000];

/*
 * Starting
 */
extern char **environ;

static double us_of(const struct timeval *time)
{
	return (double)time->tv_sec * 1e6 + (double)time->tv_usec;
}

/* Microseconds of a processor. */
static double start(enum program program, bool call)
{
	char linked[] = "linked";
	char *argv[] = { path[program], call ? NULL : linked, NULL };
	struct rusage usage;
	int status;
	pid_t pid;

	must(posix_spawn(&pid, argv[0], NULL, NULL, argv, environ), argv[0]);
	must_not_fail(wait4(pid, &status, 0, &usage), "wait4");
	must(status ? EPROTO : 0, argv[0]);
	return us_of(&usage.ru_utime) + us_of(&usage.ru_stime);
}

static double median_difference(const double *a, const double *b, unsigned n)
{
	double difference[MEASURE_ROUNDS_MAX];

	for (unsigned i = 0; i < n; i++)
		difference[i] = a[i] - b[i];
	return measure_median(difference, n);
}

static double took[PROGRAMS][RUNS];

static void start_all(unsigned run)
{
	for (unsigned p = 0; p < PROGRAMS; p++)
		took[p][run] = start(p, false);
}

/* The cost of linking the library is compared with that of any library. */
static double tell_linking(struct bench *bench, unsigned runs, const char *what)
{
	const double added =
		median_difference(took[TRACED], took[TRIVIAL], runs);

	results_value(&bench->results, added, "us",
		      "the library adds to that%s", what);
	return added;
}

static void measure_linking(struct bench *bench)
{
	unsigned runs = bench_scaled(bench, RUNS);
	static double event[RUNS];

	for (unsigned i = 0; i < runs; i++) {
		start_all(i);
		event[i] = start(TRACED, true);
	}

	results_value(&bench->results, measure_median(took[PLAIN], runs), "us",
		      "a process without the library, all of it");
	results_value(&bench->results,
		      median_difference(took[TRIVIAL], took[PLAIN], runs), "us",
		      "a trivial shared library adds");
	targets_measured(&bench->targets, TARGET_LINKING,
			 tell_linking(bench, runs, ""));
	results_value(&bench->results,
		      median_difference(event, took[TRACED], runs), "us",
		      "its first event, which nobody traces, adds");
}

static double measure_linking_among(struct bench *bench,
				    struct neighbours *neighbours,
				    const char *what)
{
	unsigned runs = bench_scaled(bench, RUNS);

	neighbours_come(neighbours);
	for (unsigned i = 0; i < runs; i++)
		start_all(i);
	neighbours_go(neighbours);
	return tell_linking(bench, runs, what);
}

/*
 * Memory
 */
static struct memory measure_idle(enum program program, bool traced)
{
	char idle[] = "idle";
	char *argv[] = { path[program], idle, NULL };
	struct memory memory;
	struct child child;
	trace_id_t trid;

	must(child_spawn(&child, argv), argv[0]);
	line_wait(child.line);
	if (traced) {
		must(posix_trace_create(child.pid, NULL, &trid),
		     "posix_trace_create");
		must(posix_trace_start(trid), "posix_trace_start");
	}
	line_go(child.line);
	line_wait(child.line);
	memory = memory_of(child.pid);
	line_go(child.line);
	child_wait(&child, NULL);
	if (traced)
		must(posix_trace_shutdown(trid), "posix_trace_shutdown");
	return memory;
}

static double tell_memory(struct bench *bench, const char *what,
			  struct memory of, struct memory plain)
{
	const double own = of.own - plain.own;

	results_value(&bench->results, own, "KiB", "idle, %s, adds: its own",
		      what);
	results_value(&bench->results, of.anonymous - plain.anonymous, "KiB",
		      "idle, %s, adds: anonymous", what);
	results_value(&bench->results, of.resident - plain.resident, "KiB",
		      "idle, %s, adds: resident", what);
	results_value(&bench->results, of.share - plain.share, "KiB",
		      "idle, %s, adds: its share", what);
	return own;
}

static void measure_memory(struct bench *bench)
{
	struct memory plain = measure_idle(PLAIN, false);
	struct memory trivial = measure_idle(TRIVIAL, false);
	struct memory linked = measure_idle(TRACED, false);
	struct memory traced = measure_idle(TRACED, true);

	tell_memory(bench, "a trivial library", trivial, plain);
	tell_memory(bench, "the library", linked, plain);
	targets_measured(&bench->targets, TARGET_IDLE_MEMORY,
			 tell_memory(bench, "traced", traced, plain));
}

/*
 * Attaching
 */
static double read_number(FILE *file)
{
	double number;

	if (fscanf(file, "%lf", &number) != 1)
		must(EPROTO, "attaching");
	return number;
}

/* Runs a program that prints so many numbers. */
static void read_numbers(char *const *argv, double *us, unsigned times)
{
	struct child child;
	FILE *file;

	must(child_spawn(&child, argv), argv[0]);
	file = fdopen(dup(child.line), "r");
	must(file ? 0 : errno, "fdopen");
	while (times--)
		*us++ = read_number(file);
	fclose(file);
	child_wait(&child, NULL);
}

/* So many times in one process. */
static void attach(pid_t pid, double *us, unsigned times)
{
	char verb[] = "attach", target[16], n[16];
	char *argv[] = { path[TRACED], verb, target, n, NULL };

	snprintf(target, sizeof(target), "%d", (int)pid);
	snprintf(n, sizeof(n), "%u", times);
	read_numbers(argv, us, times);
}

static void measure_attaching(struct bench *bench)
{
	char busy[] = "busy";
	char *argv[] = { path[TRACED], busy, NULL };
	double us[ATTACHMENTS];
	struct child child;
	double fresh;

	must(child_spawn(&child, argv), argv[0]);
	line_wait(child.line);
	for (unsigned i = 0; i < ATTACHMENTS; i++)
		attach(child.pid, &us[i], 1);
	fresh = measure_median(us, ATTACHMENTS);
	results_value(&bench->results, fresh, "us",
		      "attaching to 100 threads until the first event");
	results_value(&bench->results, measure_max(us, ATTACHMENTS), "us",
		      "the same, slowest");
	attach(child.pid, us, ATTACHMENTS);
	results_value(&bench->results, measure_median(us, ATTACHMENTS), "us",
		      "the same, once more by the same process");
	targets_measured(&bench->targets, TARGET_ATTACHING, fresh);
	line_go(child.line);
	child_wait(&child, NULL);
}

/*
 * Creating
 */
static double measure_creating(struct bench *bench,
			       struct neighbours *neighbours, const char *what)
{
	char verb[] = "create", n[16];
	char *argv[] = { path[TRACED], verb, n, NULL };
	double us[CREATIONS], median;

	snprintf(n, sizeof(n), "%d", CREATIONS);
	neighbours_come(neighbours);
	read_numbers(argv, us, CREATIONS);
	neighbours_go(neighbours);
	median = measure_median(us, CREATIONS);
	results_value(&bench->results, median, "us",
		      "creating a stream, %s, processor", what);
	return median;
}

static void run(struct bench *bench)
{
	for (unsigned p = 0; p < PROGRAMS; p++)
		snprintf(path[p], sizeof(path[p]), "%s/bench/%s", bench->build,
			 names[p]);
	measure_linking(bench);
	targets_measured(&bench->targets, TARGET_LINKING,
			 measure_linking_among(
				 bench, &(struct neighbours){ .orphans = 2 },
				 ", with two orphaned streams about"));
	measure_linking_among(bench, &(struct neighbours){ .streams = 2 },
			      ", with two streams of another program");
	measure_memory(bench);
	measure_attaching(bench);
	measure_creating(bench, &(struct neighbours){ 0 }, "nothing about");
	measure_creating(bench, &(struct neighbours){ .orphans = 60 },
			 "60 orphans about");
	measure_creating(bench, &(struct neighbours){ .streams = 60 },
			 "60 streams about");
	measure_creating(bench, &(struct neighbours){ .processes = 1000 },
			 "1000 process files about");
	targets_measured(
		&bench->targets, TARGET_CREATING,
		measure_creating(bench,
				 &(struct neighbours){ .orphans = 30,
						       .streams = 30,
						       .processes = 1000 },
				 "60 streams and 1000 files about"));
}

const struct section section_startup = {
	.name = "startup",
	.summary = "linking the library, and attaching to a process",
	.run = run,
};
