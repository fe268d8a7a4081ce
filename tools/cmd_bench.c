/*
 * cmd_bench.c - the cost of an event on this machine, in a few seconds
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "bench/scene.h"
#include "common/arguments.h"
#include "common/misuse.h"
#include "common/forms.h"
#include "common/talk.h"
#include "common/text.h"

#define SUMMARY "measure what an event costs on this machine"

enum { ROUNDS = 35, EVENTS = 25000, THREADS = 2 };

struct options {
	bool all;
	bool json;
};

static const struct argp_option option_table[] = {
	{ "all", 'a', NULL, 0,
	  "a table of several situations, in one thread and in two, with the "
	  "floor",
	  0 },
	{ "format", 'f', "FORM", 0, "text (the default) or json", 0 },
	{ 0 },
};

enum { NOTHING, SUSPENDED, FILTERED, LOOP, FLUSH, SCENES };

static const struct scene scenes[SCENES] = {
	[NOTHING] = { .name = "nothing" },
	[SUSPENDED] = { .name = "suspended",
			.policy = POSIX_TRACE_LOOP,
			.suspended = true },
	[FILTERED] = { .name = "filtered out",
		       .policy = POSIX_TRACE_LOOP,
		       .filtered = true },
	[LOOP] = { .name = "loop", .policy = POSIX_TRACE_LOOP },
	[FLUSH] = { .name = "flush to a log", .policy = POSIX_TRACE_FLUSH },
};

/* Scenes of the brief report. */
enum { BRIEF_NOTHING, BRIEF_STREAM, BRIEF_THREADS, BRIEF_LARGE, BRIEF };

static const struct brief {
	unsigned scene;
	unsigned threads;
	size_t size;
	unsigned events;
} briefs[BRIEF] = {
	[BRIEF_NOTHING] = { NOTHING, 1, 16, EVENTS },
	[BRIEF_STREAM] = { LOOP, 1, 16, EVENTS },
	[BRIEF_THREADS] = { LOOP, THREADS, 16, EVENTS },
	[BRIEF_LARGE] = { LOOP, 1, 4096, EVENTS / 16 },
};

static const size_t sizes[] = { 0, 16, 64 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct word forms[] = {
	{ "text", false },
	{ "json", true },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'a':
		options->all = true;
		return 0;
	case 'f':
		options->json = forms_parse(forms, arg, state);
		return 0;
	case ARGP_KEY_ARG:
		misuse(state, "%s: no arguments are expected", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.doc = SUMMARY
	"\vThe floor is a minimal tracer for one process, which reads the "
	"clock and copies the data: the least that an event costs here. The "
	"log of --all is written in $TMPDIR, or in the current directory, "
	"and removed."
	"\n\nExit status: 0 success; 1 no event is recorded here; 2 wrong "
	"usage; 7 no streams, space, memory or threads, or output cannot be "
	"written.",
};

/* Data matters in scenes that copy it. */
static bool is_of_interest(const struct scene *scene, size_t size)
{
	return size == 16 ||
	       (scene->policy && !scene->suspended && !scene->filtered);
}

static int measure(struct results *results, const struct scene *scene,
		   unsigned threads, size_t size, unsigned events,
		   struct result_row *row)
{
	int err = scene_measure(scene, threads, size, ROUNDS, events, row);

	if (err) {
		talk_error(scene->name, err);
		return EXIT_SYSTEM;
	}
	results_row(results, row);
	return EXIT_SUCCESS;
}

static int measure_scene(struct results *results, const struct scene *scene,
			 unsigned threads)
{
	struct result_row row;
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < COUNT(sizes) && !status; i++)
		if (is_of_interest(scene, sizes[i]))
			status = measure(results, scene, threads, sizes[i],
					 EVENTS, &row);
	return status;
}

static int measure_all(struct results *results)
{
	int status = EXIT_SUCCESS;

	results_section(results, "bench", SUMMARY);
	for (size_t i = 0; i < SCENES; i++)
		for (unsigned n = 1; !status && n <= THREADS; n++)
			status = measure_scene(results, &scenes[i], n);
	return status;
}

/* Costs below ten have a digit behind the point. */
static char *ns_text(char text[TEXT_MAX], double ns)
{
	snprintf(text, TEXT_MAX, "%.*f ns", ns < 9.95 ? 1 : 0, ns);
	return text;
}

static void tell_briefly(const struct result_row row[BRIEF])
{
	const struct result_row *stream = &row[BRIEF_STREAM];
	char text[3][TEXT_MAX];

	printf("posix_trace_event, nothing traced  %7s\n",
	       ns_text(text[0], row[BRIEF_NOTHING].event_median));
	printf("  one stream, 16 bytes of data     %7s"
	       "        %u threads: %s   4 KiB of data: %s\n",
	       ns_text(text[0], stream->event_median), THREADS,
	       ns_text(text[1], row[BRIEF_THREADS].event_median),
	       ns_text(text[2], row[BRIEF_LARGE].event_median));
	printf("  the clock and a copy alone       %7s"
	       "        an event is %.2f times that\n",
	       ns_text(text[0], stream->floor_median), stream->ratio);
}

static int measure_briefly(struct results *results, bool json)
{
	struct result_row row[BRIEF];
	int status = EXIT_SUCCESS;

	results_section(results, "bench", SUMMARY);
	for (size_t i = 0; i < BRIEF && !status; i++)
		status = measure(results, &scenes[briefs[i].scene],
				 briefs[i].threads, briefs[i].size,
				 briefs[i].events, &row[i]);
	if (!status && !json)
		tell_briefly(row);
	return status;
}

/* An error of standard output is reported at its end. */
static int tell_json(const struct results *results)
{
	int err = results_json(results, stdout);

	if (err && !ferror(stdout))
		talk_error("JSON", err);
	return err ? EXIT_SYSTEM : EXIT_SUCCESS;
}

static int check_files(void)
{
	int fd;
	int err;

	err = scene_temporary_file(&fd);
	if (err) {
		talk_error(scene_directory(), err);
		return EXIT_SYSTEM;
	}
	close(fd);
	return EXIT_SUCCESS;
}

/* A recording without events is no result. */
static int check_recording(void)
{
	int err = scene_check();

	if (err == ENODATA) {
		talk("bench: no event is recorded here%s",
		     getenv("POSIXTRACE_DISABLE") ?
			     ": POSIXTRACE_DISABLE is set" :
			     "");
		return EXIT_NOTHING;
	}
	if (err) {
		talk_error("recording an event", err);
		return EXIT_SYSTEM;
	}
	return EXIT_SUCCESS;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { 0 };
	struct results results;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = options.all ? check_files() : EXIT_SUCCESS;
	if (!status)
		status = check_recording();
	if (status)
		return status;

	results_init(&results, options.all && !options.json ? stdout : NULL,
		     ROUNDS);
	status = options.all ? measure_all(&results) :
			       measure_briefly(&results, options.json);
	if (!status && options.json)
		status = tell_json(&results);
	results_fini(&results);
	return status;
}

const struct command cmd_bench = {
	.name = "bench",
	.argp = &argp,
	.run = run,
};
