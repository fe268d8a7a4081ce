/*
 * cmd_bench.c - what an event costs on this machine, in a few seconds
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/scene.h"
#include "command.h"
#include "talk.h"

#define ARGS ""
#define SUMMARY "measure what an event costs on this machine"

enum { ROUNDS = 35, EVENTS = 25000, THREADS = 2 };

struct options {
	bool json;
};

static const struct argp_option option_table[] = {
	{ "format", 'f', "FORM", 0, "text (the default) or json", 0 },
	{ 0 },
};

static const struct scene scenes[] = {
	{ .name = "nothing" },
	{ .name = "suspended", .policy = POSIX_TRACE_LOOP, .suspended = true },
	{ .name = "filtered out",
	  .policy = POSIX_TRACE_LOOP,
	  .filtered = true },
	{ .name = "loop", .policy = POSIX_TRACE_LOOP },
	{ .name = "flush to a log", .policy = POSIX_TRACE_FLUSH },
};

static const size_t sizes[] = { 0, 16, 64 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'f':
		if (strcmp(arg, "text") && strcmp(arg, "json"))
			argp_error(state, "-f %s: no such form", arg);
		options->json = !strcmp(arg, "json");
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "%s: no arguments are wanted", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.doc = SUMMARY
	"\vThe floor is a minimal tracer for one process: what an event "
	"cannot but cost here. The log is written in $TMPDIR, or in the "
	"current directory, and removed.\n\nExit status: 0 all was measured; "
	"1 no event is recorded here; 2 called wrongly; 7 no streams, space, "
	"memory or threads, or output cannot be written.",
};

/* Data matters where it is copied. */
static bool is_of_interest(const struct scene *scene, size_t size)
{
	return size == 16 ||
	       (scene->policy && !scene->suspended && !scene->filtered);
}

static int measure_scene(struct results *results, const struct scene *scene,
			 unsigned threads)
{
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct result_row row;
		int err;

		if (!is_of_interest(scene, sizes[i]))
			continue;
		err = scene_measure(scene, threads, sizes[i], ROUNDS, EVENTS,
				    &row);
		if (err) {
			talk_error(scene->name, err);
			return EXIT_SYSTEM;
		}
		results_row(results, &row);
	}
	return EXIT_SUCCESS;
}

static int measure_all(struct results *results)
{
	int status = EXIT_SUCCESS;

	results_section(results, "bench", SUMMARY);
	for (size_t i = 0; i < COUNT(scenes); i++)
		for (unsigned n = 1; !status && n <= THREADS; n++)
			status = measure_scene(results, &scenes[i], n);
	return status;
}

/* Where standard output is at fault, its end says so. */
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

/* What costs nothing because nothing happens is no result. */
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

static int run(int argc, char **argv)
{
	struct options options = { 0 };
	struct results results;
	int status;

	command_parse(&cmd_bench, &argp, 0, argc, argv, &options);
	if (options.json && !results_have_json()) {
		talk("-f json: not in this command: built without yajl");
		return EXIT_MISUSE;
	}

	status = check_files();
	if (!status)
		status = check_recording();
	if (status)
		return status;

	results_init(&results, options.json ? NULL : stdout, ROUNDS);
	status = measure_all(&results);
	if (!status && options.json)
		status = tell_json(&results);
	results_fini(&results);
	return status;
}

const struct command cmd_bench = {
	.name = "bench",
	.args = ARGS,
	.summary = SUMMARY,
	.argp = &argp,
	.run = run,
};
