/*
 * sources.c - the inputs of a command as one source
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/fleet/fleet_set.h"
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

/* Fleets */

static int shift_logs(struct source *source, const struct fleet_set *set)
{
	const size_t count = source_merge_count(source);
	struct clock_shift *shift = calloc(count + 1, sizeof(*shift));
	size_t member = 0;
	int err;

	if (!shift)
		return ENOMEM;
	for (size_t i = 0; i < count; i++) {
		while (strcmp(set->member[member].path,
			      source_merge_name(source, i)))
			member++;
		shift[i] = set->clocks.shift[member];
	}
	err = source_merge_shift_all(source, shift);
	free(shift);
	return err;
}

static int open_chosen(struct source **source, const struct source_files *files,
		       const struct fleet_set *set)
{
	char **name = calloc(set->count + 1, sizeof(*name));
	struct source_as as = files->as;
	size_t chosen = 0;
	int status, err;

	for (size_t i = 0; name && i < set->count; i++)
		if (set->member[i].is_chosen)
			name[chosen++] = set->member[i].path;
	as.workers = 0;
	status = name ? source_merge_open_some(source, name, chosen, &as,
					       set->status) :
			EXIT_SYSTEM;
	free(name);
	if (status)
		return status;
	source_merge_call(*source, files->file[0]);
	if (set->has_times)
		source_merge_span(*source, set->first_ns, set->last_ns);
	err = shift_logs(*source, set);
	if (!err)
		return EXIT_SUCCESS;
	talk_error((*source)->name, err);
	source_close(*source);
	return EXIT_SYSTEM;
}

static int open_fleet(struct source **source, const struct source_files *files)
{
	struct fleet_set *set;
	int status;

	status = fleet_set_find(&set, files->file, files->count, &files->as,
				false);
	if (status)
		return status;
	status = set->chosen ? open_chosen(source, files, set) :
			       fleet_set_refuse(set, files->file[0]);
	fleet_set_close(set);
	return status;
}

int sources_open(struct source **source, const struct source_files *files)
{
	struct lognames names;
	int status;

	if (fleet_set_is_named(files->file, files->count))
		return open_fleet(source, files);
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

	if (fleet_set_is_named(files->file, files->count)) {
		status = open_fleet(source, files);
		if (!status)
			source_merge_expect(*source, files->file, files->count);
		return status;
	}
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
