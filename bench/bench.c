/*
 * bench.c - what tracing costs, and what it may cost
 *
 *	bench [-lq] [-b BYTES] [-j FILE] [-r ROUNDS] [-s SECTION[,SECTION]...]
 *
 * docs/performance.md tells what is measured, and how.
 */
#include <err.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "quiet.h"
#include "scene.h"

enum { ROUNDS = 45, ROUNDS_QUICK = 11, MISUSE = 2 };

static const struct section *const sections[] = {
	&section_sizes,	  &section_events,   &section_streams,
	&section_process, &section_signals,  &section_scaling,
	&section_startup, &section_log,	     &section_compression,
	&section_parts,	  &section_reading,  &section_workers,
	&section_foreign, &section_firmware, &section_templates,
	&section_wrap,	  &section_lttng,    &section_scale,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct choice {
	const char *json; /* or NULL */
	bool some;	  /* sections are named; else all are wanted */
	bool wanted[COUNT(sections)];
};

void must(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

void must_not_fail(long result, const char *what)
{
	if (result < 0)
		err(EXIT_FAILURE, "%s", what);
}

static _Noreturn void misuse(void)
{
	fprintf(stderr, "usage: bench [-lq] [-b BYTES] [-j FILE] [-r ROUNDS] "
			"[-s SECTION[,SECTION]...]\n");
	exit(MISUSE);
}

static unsigned long long parse_number(const char *text, unsigned long long max)
{
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (errno || end == text || *end || !n || n > max)
		misuse();
	return n;
}

static void parse_section(struct choice *choice, const char *name)
{
	for (size_t i = 0; i < COUNT(sections); i++) {
		if (strcmp(sections[i]->name, name))
			continue;
		choice->wanted[i] = true;
		choice->some = true;
		return;
	}
	warnx("%s: no such section; -l lists them", name);
	misuse();
}

static void parse_sections(struct choice *choice, char *list)
{
	char *name;

	while ((name = strsep(&list, ",")))
		parse_section(choice, name);
}

/* What nobody can read was not measured. */
static void check_output(void)
{
	if (fflush(stdout) || ferror(stdout))
		errx(EXIT_FAILURE, "standard output cannot be written");
}

static void list_sections(void)
{
	for (size_t i = 0; i < COUNT(sections); i++)
		printf("%-10s %s\n", sections[i]->name, sections[i]->summary);
	check_output();
	exit(EXIT_SUCCESS);
}

static void parse(struct bench *bench, struct choice *choice, int argc,
		  char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "b:j:lqr:s:")) != -1) {
		switch (option) {
		case 'b':
			bench->log_size = parse_number(optarg, LLONG_MAX);
			break;
		case 'j':
			choice->json = optarg;
			break;
		case 'l':
			list_sections();
			break;
		case 'q':
			bench->quick = true;
			break;
		case 'r':
			bench->rounds = (unsigned)parse_number(
				optarg, MEASURE_ROUNDS_MAX);
			break;
		case 's':
			parse_sections(choice, optarg);
			break;
		default:
			misuse();
		}
	}
	if (optind != argc)
		misuse();
	if (!bench->rounds)
		bench->rounds = bench->quick ? ROUNDS_QUICK : ROUNDS;
}

/* Where the programs lie that some sections need. */
static const char *find_build(void)
{
	static char path[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

	must_not_fail(len, "/proc/self/exe");
	path[len] = '\0';
	return dirname(dirname(path));
}

static void run_section(struct bench *bench, const struct section *section)
{
	results_section(&bench->results, section->name, section->summary);
	section->run(bench);
	targets_conclude(&bench->targets, section->name, &bench->results);
	check_output();
}

/* Before anything is measured in vain. NULL: none is wanted. */
static FILE *open_json(const char *path)
{
	FILE *file;

	if (!path)
		return NULL;
	if (!results_have_json()) {
		warnx("-j: no JSON: built without yajl");
		exit(MISUSE);
	}
	file = fopen(path, "we");
	if (!file)
		err(EXIT_FAILURE, "%s", path);
	return file;
}

static void check_files(void)
{
	int fd;

	must(scene_temporary_file(&fd), scene_directory());
	close(fd);
}

static void check_recording(void)
{
	int error = scene_check();

	if (error == ENODATA)
		errx(EXIT_FAILURE, "no event is recorded here%s",
		     getenv("POSIXTRACE_DISABLE") ?
			     ": POSIXTRACE_DISABLE is set" :
			     "");
	must(error, "recording an event");
}

static void write_json(const struct bench *bench, const char *path, FILE *file)
{
	int error;

	error = results_json(&bench->results, file);
	if (fclose(file) && !error)
		error = errno;
	must(error, path);
}

int main(int argc, char **argv)
{
	struct bench bench = { .log_size = 10ull << 30 };
	struct choice choice = { 0 };
	FILE *json;

	parse(&bench, &choice, argc, argv);
	json = open_json(choice.json);
	check_files();
	check_recording();
	quiet_learn();
	bench.build = find_build();
	results_init(&bench.results, stdout, bench.rounds);
	targets_init(&bench.targets);

	for (size_t i = 0; i < COUNT(sections); i++)
		if (choice.wanted[i] || !choice.some)
			run_section(&bench, sections[i]);

	results_verdict(&bench.results);
	check_output();
	if (json)
		write_json(&bench, choice.json, json);
	results_fini(&bench.results);
	return EXIT_SUCCESS;
}
