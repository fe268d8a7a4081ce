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

enum { ROUNDS = 45, ROUNDS_QUICK = 11, MISUSE = 2 };

static const struct section *const sections[] = {
	&section_events,  &section_streams, &section_process,
	&section_signals, &section_scaling, &section_startup,
	&section_log,	  &section_reading, &section_lttng,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct choice {
	const char *json; /* or NULL */
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
		return;
	}
	warnx("%s: no such section; -l lists them", name);
	misuse();
}

static void parse_sections(struct choice *choice, char *list)
{
	char *name;

	memset(choice->wanted, 0, sizeof(choice->wanted));
	while ((name = strsep(&list, ",")))
		parse_section(choice, name);
}

static void list_sections(void)
{
	for (size_t i = 0; i < COUNT(sections); i++)
		printf("%-10s %s\n", sections[i]->name, sections[i]->summary);
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
}

static int write_json(const struct bench *bench, const char *path)
{
	FILE *file = fopen(path, "we");
	int error;

	if (!file) {
		warn("%s", path);
		return EXIT_FAILURE;
	}
	error = results_json(&bench->results, file);
	if (fclose(file) && !error)
		error = errno;
	if (!error)
		return EXIT_SUCCESS;

	if (error == ENOTSUP)
		warnx("%s: no JSON: built without yajl", path);
	else
		warnx("%s: %s", path, strerror(error));
	return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	struct bench bench = { .log_size = 10ull << 30 };
	struct choice choice;
	int status = EXIT_SUCCESS;

	memset(&choice, 1, sizeof(choice));
	choice.json = NULL;
	parse(&bench, &choice, argc, argv);
	bench.build = find_build();
	results_init(&bench.results, stdout, bench.rounds);
	targets_init(&bench.targets);

	for (size_t i = 0; i < COUNT(sections); i++)
		if (choice.wanted[i])
			run_section(&bench, sections[i]);

	results_verdict(&bench.results);
	if (choice.json)
		status = write_json(&bench, choice.json);
	results_fini(&bench.results);
	return status;
}
