/*
 * peers.c - the same calls, traced by others
 *
 * A program is started in turns: alone, recorded by our command, and traced by
 * uftrace and strace, where they are. All write to files, with the times at which
 * a call begins and ends. uftrace traces calls of the C library, and strace those
 * of the system.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "measure.h"
#include "scene.h"
#include "tool.h"
#include "wrap/calls.h"
#include "wrap/peers.h"

enum { CALLS = 500, ROUNDS = 5, PATH = 5000 };

enum { ALONE, OURS, UFTRACE, STRACE, WAYS };

/* A program that is started, and where traces and its answer go. */
struct task {
	const struct bench *bench;
	char folder[PATH];
	char program[PATH];
	char calls[16];
	char answer[64];
	int fd;
};

static void open_task(struct task *task, const struct bench *bench)
{
	task->bench = bench;
	snprintf(task->folder, PATH, "%s/posixtrace-bench.XXXXXX",
		 scene_directory());
	must_not_fail(mkdtemp(task->folder) ? 0 : -1, task->folder);
	snprintf(task->program, PATH, "%s/bench/calls", bench->build);
	snprintf(task->calls, sizeof(task->calls), "%u",
		 bench_scaled(bench, CALLS));
	must(scene_temporary_file(&task->fd), scene_directory());
	snprintf(task->answer, sizeof(task->answer), "/proc/%d/fd/%d",
		 (int)getpid(), task->fd);
}

static void close_task(struct task *task)
{
	char rm[] = "rm", option[] = "-rf", end[] = "--";
	char *argv[] = { rm, option, end, task->folder, NULL };

	child_run(argv, -1);
	close(task->fd);
}

/*
 * Ways to start it
 */
static void run_alone(struct task *task)
{
	char *argv[] = { task->program, task->calls, task->answer, NULL };

	child_run(argv, -1);
}

static void run_ours(struct task *task)
{
	char log[PATH + 16];

	snprintf(log, sizeof(log), "%s/log.ptl", task->folder);
	tool_run(task->bench, "record", "-q", "--force", "--wrap=mutex,io",
		 "-o", log, "--", task->program, task->calls, task->answer,
		 NULL);
}

static void run_uftrace(struct task *task)
{
	char name[] = "uftrace", verb[] = "record", force[] = "--force";
	char data[] = "-d", folder[PATH + 16];
	char *argv[] = { name,		verb,	     force,	   data, folder,
			 task->program, task->calls, task->answer, NULL };

	snprintf(folder, sizeof(folder), "%s/uftrace", task->folder);
	child_run(argv, -1);
}

static void run_strace(struct task *task)
{
	char name[] = "strace", form[] = "-fttT", file[] = "-o";
	char path[PATH + 16];
	char *argv[] = { name,		form,	     file,	   path,
			 task->program, task->calls, task->answer, NULL };

	snprintf(path, sizeof(path), "%s/strace", task->folder);
	child_run(argv, -1);
}

struct way {
	const char *name;
	void (*run)(struct task *task);
	const char *trial; /* a line for the shell; or NULL: it is there */
	enum target target;
};

static const struct way ways[WAYS] = {
	[ALONE] = { "alone", run_alone, NULL, TARGETS },
	[OURS] = { "posixtrace record", run_ours, NULL, TARGETS },
	[UFTRACE] = { "uftrace", run_uftrace,
		      "folder=$(mktemp -d) &&"
		      "uftrace record --force -d \"$folder/trial\" true;"
		      "status=$?; rm -rf \"$folder\"; exit $status",
		      TARGET_UFTRACE },
	[STRACE] = { "strace", run_strace, "strace -o /dev/null true",
		     TARGET_STRACE },
};

static struct calls measure(struct task *task, const struct way *way)
{
	struct calls calls;

	way->run(task);
	if (pread(task->fd, &calls, sizeof(calls), 0) != sizeof(calls))
		must(EIO, task->program);
	return calls;
}

/*
 * What they add
 */
struct series {
	double locks[ROUNDS];
	double reads[ROUNDS];
};

static void subtract(double *from, const double *alone)
{
	for (unsigned i = 0; i < ROUNDS; i++)
		from[i] -= alone[i];
}

/* Ways that are not there have no series. */
static void measure_all(struct task *task, const bool *is_there,
			struct series *series)
{
	for (unsigned i = 0; i < ROUNDS; i++)
		for (unsigned way = 0; way < WAYS; way++) {
			struct calls calls = { 0 };

			if (is_there[way])
				calls = measure(task, &ways[way]);
			series[way].locks[i] = calls.locks;
			series[way].reads[i] = calls.reads;
		}
	for (unsigned way = OURS; way < WAYS; way++) {
		subtract(series[way].locks, series[ALONE].locks);
		subtract(series[way].reads, series[ALONE].reads);
	}
}

static void tell(struct bench *bench, unsigned way, const char *what,
		 const double *ns)
{
	results_value(&bench->results, measure_median(ns, ROUNDS), "ns",
		      "%s, %s adds", what, ways[way].name);
}

static void compare(struct bench *bench, unsigned way, const char *what,
		    const double *theirs, const double *ours)
{
	const double ratio = measure_ratio(theirs, ours, ROUNDS);

	tell(bench, way, what, theirs);
	results_value(&bench->results, ratio, "x", "the same, to ours");
	targets_measured(&bench->targets, ways[way].target, ratio);
}

static void tell_all(struct bench *bench, const bool *is_there,
		     const struct series *series)
{
	static const char locks[] = "a mutex locked and unlocked";
	static const char reads[] = "a byte read";
	const struct series *ours = &series[OURS];

	tell(bench, OURS, locks, ours->locks);
	tell(bench, OURS, reads, ours->reads);
	if (is_there[UFTRACE]) {
		compare(bench, UFTRACE, locks, series[UFTRACE].locks,
			ours->locks);
		compare(bench, UFTRACE, reads, series[UFTRACE].reads,
			ours->reads);
	}
	if (is_there[STRACE])
		compare(bench, STRACE, reads, series[STRACE].reads,
			ours->reads);
}

void peers_measure(struct bench *bench)
{
	static struct series series[WAYS];
	bool is_there[WAYS];
	struct task task;

	for (unsigned way = 0; way < WAYS; way++) {
		is_there[way] =
			!ways[way].trial || child_succeeds(ways[way].trial);
		if (!is_there[way])
			results_skip(&bench->results, "%s: not there, or fails",
				     ways[way].name);
	}
	open_task(&task, bench);
	measure_all(&task, is_there, series);
	close_task(&task);
	tell_all(bench, is_there, series);
}
