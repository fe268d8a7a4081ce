/*
 * sources.c - the inputs of a command as one source
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/lognames.h"
#include "source/logs.h"
#include "source/merge/time_shift.h"
#include "source/source_log.h"
#include "source/source_merge.h"
#include "source/source_open.h"
#include "source/sources.h"

void sources_parse(struct source_files *files, struct argp_state *state)
{
	files->file = state->argv + state->next;
	files->count = (size_t)(state->argc - state->next);
}

static int open_several(struct source **source,
			const struct source_files *files,
			const struct lognames *names)
{
	struct source_as as = files->as;
	int status, err;

	/* Logs are read side by side. */
	as.workers = as.workers < names->count ?
			     as.workers > 0 :
			     as.workers / (unsigned)names->count;
	status = source_merge_open(source, names->name, names->count, &as);
	err = status ? 0 : merge_time_shift(*source);
	if (!err)
		return status;
	talk_error((*source)->name, err);
	source_close(*source);
	return EXIT_SYSTEM;
}

int sources_open(struct source **source, const struct source_files *files)
{
	struct lognames names;
	int status;

	status = lognames_find(&names, files->file, files->count);
	if (status)
		return status;
	if (names.count == 1)
		status = source_open(source, names.name[0], &files->as);
	else
		status = open_several(source, files, &names);
	lognames_fini(&names);
	return status;
}

/* True if the name is that of a single log. */
static bool is_plain(const struct source_files *files,
		     const struct lognames *names)
{
	return files->count == 1 && names->count == 1 &&
	       !strcmp(*files->file, *names->name);
}

int sources_open_growing(struct source **source,
			 const struct source_files *files)
{
	struct lognames names;
	int status;

	status = lognames_find(&names, files->file, files->count);
	if (status)
		return status;
	if (is_plain(files, &names)) {
		status = source_open(source, names.name[0], &files->as);
	} else {
		status = open_several(source, files, &names);
		if (!status)
			source_merge_expect(*source, files->file, files->count);
	}
	lognames_fini(&names);
	return status;
}

int sources_open_or_newest(struct source **source,
			   const struct source_files *files, const char *done)
{
	char *newest;
	int status;

	if (files->count)
		return sources_open(source, files);

	newest = logs_find_newest();
	if (!newest) {
		talk("no *.ptl in this directory: name a log");
		return EXIT_MISUSE;
	}
	talk("%s %s, the newest log here", done, newest);
	status = source_log_open(source, newest);
	if (!status)
		source_log_read_ahead(*source, &files->as);
	free(newest);
	return status;
}
