/*
 * wrap.c - what it costs to record the calls of a program that was never
 * instrumented
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "measure.h"
#include "scene.h"
#include "tool.h"
#include "wrap/peers.h"
#include "wrap/wrapped.h"

enum { EVENTS = 5000, STARTS = 40, PATH = 5000 };

/* The child finds them when it executes its program. */
static void choose(const char *library, const char *groups)
{
	if (groups) {
		must_not_fail(setenv("LD_PRELOAD", library, 1), "setenv");
		must_not_fail(setenv("POSIXTRACE_WRAP", groups, 1), "setenv");
	} else {
		must_not_fail(unsetenv("LD_PRELOAD"), "unsetenv");
		must_not_fail(unsetenv("POSIXTRACE_WRAP"), "unsetenv");
	}
}

static void measure(struct bench *bench, const char *library,
		    struct wrapped *wrapped)
{
	char path[PATH], rounds[16], events[16];
	char *argv[] = { path, rounds, events, NULL };
	struct child child;

	snprintf(path, sizeof(path), "%s/bench/wrapped", bench->build);
	snprintf(rounds, sizeof(rounds), "%u", bench->rounds);
	snprintf(events, sizeof(events), "%u", bench_scaled(bench, EVENTS));
	choose(library, "mutex,sem");
	must(child_spawn(&child, argv), argv[0]);
	choose(NULL, NULL);
	line_receive(child.line, wrapped, sizeof(*wrapped));
	child_wait(&child, NULL);
}

/* Milliseconds of processors for recording a program that does as good as
 * nothing. */
static double record(const struct bench *bench, const char *groups,
		     const char *log)
{
	char program[PATH];

	snprintf(program, sizeof(program), "%s/bench/startup-traced",
		 bench->build);
	return tool_run(bench, "record", "-q", "--force", groups, "-o", log,
			"--", program, NULL)
		       .cpu *
	       1e3;
}

static void measure_start(struct bench *bench)
{
	const unsigned runs = bench_scaled(bench, STARTS);
	char log[PATH];
	double bare[STARTS], added[STARTS];

	snprintf(log, sizeof(log), "%s/bench-wrap.%d.ptl", scene_directory(),
		 (int)getpid());
	for (unsigned i = 0; i < runs; i++) {
		bare[i] = record(bench, "--policy=flush", log);
		added[i] = record(bench, "--wrap=all", log) - bare[i];
	}
	unlink(log);
	results_value(&bench->results, measure_median(bare, runs), "ms",
		      "recording a program that makes one event");
	results_value(&bench->results, measure_median(added, runs), "ms",
		      "the same with --wrap=all adds");
	targets_measured(&bench->targets, TARGET_WRAP_START,
			 measure_median(added, runs));
}

static void run(struct bench *bench)
{
	struct wrapped wrapped;
	char library[PATH];

	snprintf(library, sizeof(library), "%s/.libs/libposixtrace-wrap.so",
		 bench->build);
	if (access(library, R_OK)) {
		results_skip(&bench->results, "%s: not there", library);
		return;
	}
	measure(bench, library, &wrapped);
	results_value(&bench->results, wrapped.event, "ns",
		      "an event of 8 bytes, loop");
	results_value(&bench->results, wrapped.bare, "ns",
		      "locking and unlocking a mutex");
	results_value(&bench->results, wrapped.recorded, "ns",
		      "the same, recorded, adds");
	results_value(&bench->results, wrapped.events, "events",
		      "that is, in recorded events");
	results_value(&bench->results, wrapped.masked, "ns",
		      "a call of a group that is not recorded adds");
	results_value(&bench->results, wrapped.filtered, "ns",
		      "a call whose event is filtered out adds");
	targets_measured(&bench->targets, TARGET_WRAP_LOCK, wrapped.events);
	targets_measured(&bench->targets, TARGET_WRAP_MASKED, wrapped.masked);
	targets_measured(&bench->targets, TARGET_WRAP_FILTERED,
			 wrapped.filtered);
	measure_start(bench);
	peers_measure(bench);
}

const struct section section_wrap = {
	.name = "wrap",
	.summary = "calls of the C library that are wrapped",
	.run = run,
};
