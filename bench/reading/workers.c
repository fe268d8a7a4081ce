/*
 * workers.c - what reading a log takes when workers decode it
 *
 * All rates are for a second of processor time. What N workers make of N
 * processors is told by that, too, where there are fewer: N times what they do
 * in such a second, to what one does.
 */
#include <stdio.h>

#include "bench.h"
#include "reading/reader.h"
#include "sample.h"
#include "tool.h"

enum {
	EVENTS = 8000000,
	STREAM_SIZE = 16 << 20,
	ROUNDS = 5,
	TARGET_NONE = TARGETS,
};

struct subject {
	const char *what;
	const char *verb; /* of the command; NULL: a walk */
	const char *form; /* or NULL */
	unsigned workers;
	unsigned target;
};

static const struct subject subjects[] = {
	{ "a walk", NULL, NULL, 1, TARGET_WALK },
	{ "a walk", NULL, NULL, 2, TARGET_WALK_TWO },
	{ "a walk", NULL, NULL, 4, TARGET_NONE },
	{ "a walk", NULL, NULL, 8, TARGET_NONE },
	{ "posixtrace stat", "stat", NULL, 1, TARGET_STAT },
	{ "posixtrace stat", "stat", NULL, 2, TARGET_NONE },
	{ "posixtrace show", "show", NULL, 1, TARGET_SHOW },
	{ "posixtrace show", "show", NULL, 2, TARGET_NONE },
	{ "posixtrace show", "show", NULL, 4, TARGET_NONE },
	{ "posixtrace show", "show", NULL, 8, TARGET_NONE },
	{ "posixtrace show -f json", "show", "json", 1, TARGET_SHOW_JSON },
};

enum { SUBJECTS = sizeof(subjects) / sizeof(subjects[0]) };

static double run_command(const struct bench *bench, const char *log,
			  const struct subject *subject)
{
	char workers[16];

	snprintf(workers, sizeof(workers), "-j%u", subject->workers);
	return tool_run(bench, subject->verb, workers, log,
			subject->form ? "-f" : NULL, subject->form, NULL)
		.cpu;
}

/* Millions of events in a second of processor time. */
static double measure(const struct bench *bench, const struct sample *sample,
		      const struct subject *subject)
{
	const double seconds =
		subject->verb ? run_command(bench, sample->path, subject) :
				reader_walk(sample->path, subject->workers).cpu;

	return (double)sample->totals.events / seconds / 1e6;
}

static bool is_possible(const struct subject *subject)
{
	return !subject->form || results_have_json();
}

static void tell(struct bench *bench, const struct subject *subject,
		 const double *rate, const double *of_one)
{
	const bool is_one = subject->workers == 1;
	double value = measure_median(rate, ROUNDS);

	results_value(&bench->results, value, "M/s", "%s, %u worker%s",
		      subject->what, subject->workers, is_one ? "" : "s");
	if (!is_one) {
		value = subject->workers * measure_ratio(rate, of_one, ROUNDS);
		results_value(&bench->results, value, "x",
			      "the same, to what one does");
	}
	if (subject->target != TARGET_NONE)
		targets_measured(&bench->targets, (enum target)subject->target,
				 value);
}

static void measure_all(struct bench *bench, const struct sample *sample)
{
	static double rate[SUBJECTS][ROUNDS];
	const double *of_one = rate[0];

	for (unsigned round = 0; round < ROUNDS; round++)
		for (unsigned i = 0; i < SUBJECTS; i++)
			if (is_possible(&subjects[i]))
				rate[i][round] =
					measure(bench, sample, &subjects[i]);
	for (unsigned i = 0; i < SUBJECTS; i++) {
		if (subjects[i].workers == 1)
			of_one = rate[i];
		if (is_possible(&subjects[i]))
			tell(bench, &subjects[i], rate[i], of_one);
		else
			results_skip(&bench->results, "%s: built without yajl",
				     subjects[i].what);
	}
}

static void run(struct bench *bench)
{
	struct sample sample;

	if (!reader_has_workers()) {
		results_skip(&bench->results, "built without liburcu");
		return;
	}
	sample_make(&sample, STREAM_SIZE, 2, bench_scaled(bench, EVENTS));
	measure_all(bench, &sample);
	sample_drop(&sample);
}

const struct section section_workers = {
	.name = "workers",
	.summary = "a log of two threads, 16 bytes, in a second of processor "
		   "time",
	.run = run,
};
