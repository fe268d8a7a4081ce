/*
 * range_log.c - the range of a timeline, as a log
 */
#include "screen/range_log.h"

#include <stdio.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "screen/terminal.h"
#include "select/select_fields.h"

#define STEP_NS 15000000LL /* time between two looks for keys */

enum { ITEMS = 64 }; /* between two looks at the clock */

static struct moment moment_at(int64_t ns)
{
	return (struct moment){ .kind = MOMENT_EPOCH, .ns = ns };
}

static void close_input(struct range_log *log)
{
	log->is_running = false;
	select_fields_end(&log->selection);
	source_close(log->source);
	log->source = NULL;
}

/* Says what came of it: the last message, as totals are one. */
static void tell(struct range_log *log, struct timeline *timeline, int status)
{
	const char *message = terminal_message();

	timeline_say(timeline, "%s",
		     message ? message :
		     status  ? "it was not saved" :
			       "saved");
	if (log->source)
		close_input(log);
}

static int open_input(struct range_log *log, struct timeline *timeline)
{
	const struct to_log to = { .as = &log->files.as, .output = log->name };
	int status;

	status = sources_open(&log->source, &log->files);
	if (status)
		return status;
	log->source->name = timeline->plan.source->name;
	return rewriting_begin(&log->rewriting, &to, log->source,
			       &log->selection);
}

void range_log_begin(struct range_log *log, struct timeline *timeline,
		     const struct source_files *files, const char *name)
{
	int status;

	if (log->is_running || !timeline->plan.look) {
		timeline_say(timeline,
			     log->is_running ?
				     "another range is being saved" :
				     "this is not kept, and cannot be "
				     "saved: record it");
		return;
	}
	snprintf(log->name, sizeof(log->name), "%s", name);
	timeline_range(timeline, &log->from_ns, &log->to_ns);
	log->at_ns = log->from_ns;
	log->files = *files;
	log->files.as.grows = false;
	log->selection = *timeline->plan.selection;
	log->selection.from = moment_at(log->from_ns);
	log->selection.to = moment_at(log->to_ns);
	log->selection.described = NULL;
	status = open_input(log, timeline);
	log->is_running = !status;
	if (status)
		tell(log, timeline, status);
}

static void tell_progress(const struct range_log *log,
			  struct timeline *timeline)
{
	const double done = (double)(log->at_ns - log->from_ns);
	const double all = (double)(log->to_ns - log->from_ns) + 1;

	timeline_say(timeline, "saving %s: %.0f %%  Esc gives up", log->name,
		     done > 0 ? 100 * done / all : 0);
}

void range_log_step(struct range_log *log, struct timeline *timeline)
{
	const int64_t until = now_ns() + STEP_NS;
	struct timespec time;
	bool is_over = false;
	int status = EXIT_SUCCESS;

	for (unsigned i = 1; !status && !is_over; i++) {
		if (i % ITEMS == 0 && now_ns() >= until)
			break;
		status = rewriting_step(&log->rewriting, &time, &is_over);
		if (!status && !is_over)
			log->at_ns = stamp_ns(&time);
	}
	if (!status && is_over)
		status = rewriting_end(&log->rewriting, false);
	if (status || is_over)
		tell(log, timeline, status);
	else
		tell_progress(log, timeline);
}

bool range_log_stop(struct range_log *log)
{
	if (!log->is_running)
		return false;
	rewriting_drop(&log->rewriting);
	close_input(log);
	return true;
}
