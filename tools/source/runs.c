/*
 * runs.c - the runs of a program, as a user names them
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "common/command.h"
#include "common/talk.h"
#include "source/runs.h"
#include "source/lognames.h"

enum { DIGITS = 6 }; /* minimum digits of a number in a set */

static void free_run(struct run_files *run)
{
	for (size_t i = 0; i < run->count; i++)
		free(run->file[i]);
	free(run->file);
}

void runs_fini(struct runs *runs)
{
	for (size_t i = 0; i < runs->count; i++)
		free_run(&runs->run[i]);
	free(runs->run);
	*runs = (struct runs){ 0 };
}

/* Adds a run of files, which are copied. */
static int add(struct runs *runs, char *const *file, size_t count)
{
	struct run_files run = { 0 };

	if (pxt_array_reserve(&runs->run, &runs->room, runs->count + 1,
			      sizeof(*runs->run)))
		return ENOMEM;
	run.file = calloc(count, sizeof(*run.file));
	if (!run.file)
		return ENOMEM;
	for (size_t i = 0; i < count; i++) {
		run.file[i] = strdup(file[i]);
		if (!run.file[i]) {
			free_run(&run);
			return ENOMEM;
		}
		run.count++;
	}
	runs->run[runs->count++] = run;
	return 0;
}

static bool ends_with(const char *text, const char *end)
{
	const size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && !strcmp(text + len - end_len, end);
}

/* The length of a numbered name up to its number; 0: it has none. */
static size_t stem_of(const char *name)
{
	const size_t len = strlen(name);
	size_t at = len - 4, digits = 0;

	if (!ends_with(name, ".ptl"))
		return 0;
	for (; at && isdigit((unsigned char)name[at - 1]); at--)
		digits++;
	return digits >= DIGITS && at && name[at - 1] == '.' ? at : 0;
}

/* The number of names, from the first on, that are of one set. */
static size_t count_set(char *const *name, size_t count)
{
	const size_t stem = stem_of(*name);
	size_t same = 1;

	while (stem && same < count && stem_of(name[same]) == stem &&
	       !memcmp(name[same], *name, stem))
		same++;
	return same;
}

/* True for a folder that has runs, and is not a run itself. */
static bool has_runs(const char *operand)
{
	const size_t len = strlen(operand);
	struct stat st;

	return !stat(operand, &st) && S_ISDIR(st.st_mode) &&
	       !ends_with(operand, ".ptl.d") &&
	       !(len && operand[len - 1] == '/' &&
		 ends_with(operand, ".ptl.d/"));
}

int runs_add(struct runs *runs, char *operand)
{
	struct lognames names;
	int status, err = 0;

	if (!has_runs(operand)) {
		err = add(runs, &operand, 1);
	} else {
		status = lognames_find(&names, &operand, 1);
		if (status)
			return status;
		for (size_t i = 0; i < names.count && !err;) {
			const size_t set =
				count_set(names.name + i, names.count - i);

			err = add(runs, names.name + i, set);
			i += set;
		}
		lognames_fini(&names);
	}
	if (!err)
		return EXIT_SUCCESS;
	talk_error(operand, err);
	return EXIT_SYSTEM;
}
