/*
 * select_logs.c - logs of a fleet that may have what is selected
 *
 * A log is left out if none of its hosts, processes or times is selected, as far
 * as they are known.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "select/select_logs.h"
#include "source/fleet/fleet_messages.h"
#include "source/fleet/fleet_set.h"

static bool wants_host(const struct selection *selection,
		       const struct fleet_log *log)
{
	return !selection->hosts.count || log->has_origins ||
	       select_words_want(&selection->hosts, log->origin.host, NULL);
}

/* An entry is "PID NAME". */
static bool wants_entry(const struct selection *selection, const char *entry)
{
	const char *space = strchr(entry, ' ');
	char pid[16];

	if (!space)
		return true;
	snprintf(pid, sizeof(pid), "%.*s", (int)(space - entry), entry);
	return select_words_want(&selection->processes, pid,
				 space[1] ? space + 1 : NULL);
}

/* The list of a log that still grows is not all. */
static bool wants_process(const struct selection *selection,
			  const struct fleet_log *log)
{
	if (!selection->processes.count || !log->knows_processes ||
	    !log->has_ended || log->is_damaged || !log->processes_len)
		return true;
	for (size_t at = 0; at < log->processes_len;
	     at += strlen(log->processes + at) + 1)
		if (wants_entry(selection, log->processes + at))
			return true;
	return false;
}

static bool wants(const void *argument, const struct fleet_log *log)
{
	const struct selection *selection = argument;

	return wants_host(selection, log) && wants_process(selection, log);
}

/* Times are said to be in UTC later: the local ones are taken, too. An event that
 * is counted from the beginning may be anywhere. */
static void resolve_moment(const struct moment *when, struct moment_log *log,
			   int64_t *least, int64_t *most)
{
	struct timespec time;

	for (int utc = 0; utc < 2; utc++) {
		int64_t ns;

		log->utc = utc;
		time = moment_resolve(when, log);
		ns = stamp_ns(&time);
		if (!utc || ns < *least)
			*least = ns;
		if (!utc || ns > *most)
			*most = ns;
	}
}

static bool is_relative(const struct moment *when)
{
	return when->kind == MOMENT_OFFSET || when->kind == MOMENT_TAIL;
}

static void resolve(const void *argument, const struct timespec *first,
		    const struct timespec *last, struct fleet_range *range)
{
	const struct selection *selection = argument;
	struct moment_log log = { .first = *first, .last = *last };
	int64_t ignored;

	*range = (struct fleet_range){ INT64_MIN, INT64_MAX, false };
	range->is_relative =
		is_relative(&selection->from) || is_relative(&selection->to);
	if (selection->from.kind == MOMENT_EVENT ||
	    selection->to.kind == MOMENT_EVENT)
		return;
	if (selection->from.kind)
		resolve_moment(&selection->from, &log, &range->from_ns,
			       &ignored);
	if (selection->to.kind)
		resolve_moment(&selection->to, &log, &ignored, &range->to_ns);
}

int select_logs_init(struct selection *selection)
{
	struct fleet_wish *wish = calloc(1, sizeof(*wish));

	if (!wish)
		return ENOMEM;
	wish->wants = wants;
	wish->resolve = resolve;
	wish->align = fleet_messages_align;
	wish->argument = selection;
	selection->as->fleet = wish;
	return 0;
}

void select_logs_fini(struct selection *selection)
{
	if (!selection->as || !selection->as->fleet)
		return;
	fleet_wish_fini(selection->as->fleet);
	free(selection->as->fleet);
	selection->as->fleet = NULL;
}
