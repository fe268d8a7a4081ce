/*
 * intake.c - recording the trace of a device
 */
#include <errno.h>
#include <stdlib.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "record/intake.h"
#include "record/intake_logs.h"
#include "select/selection.h"
#include "source/follow.h"
#include "source/source_foreign.h"

enum { FLUSH_MS = 200 }; /* interval of flushes */

static const int64_t ns_per_ms = 1000000;

struct intake {
	const struct record_options *options;
	struct source *source;
	struct selection selection;
	struct intake_logs logs;
	bool is_read_error; /* the last error was the line's */
	struct progress progress;
	int64_t end;	    /* CLOCK_MONOTONIC, ns; 0: end of the line */
	int64_t next_flush; /* CLOCK_MONOTONIC, ns */
};

static void tell_progress(struct intake *intake)
{
	struct progress_count so_far;

	if (!progress_is_due(&intake->progress))
		return;
	so_far = intake_logs_count(&intake->logs);
	progress_put(&intake->progress, &so_far);
}

/* Periodic work, whether anything comes or not. */
static int look_after(struct intake *intake)
{
	const int64_t time = now_ns();
	int err = 0;

	if (time >= intake->next_flush) {
		err = intake_logs_flush(&intake->logs);
		intake->next_flush = time + FLUSH_MS * ns_per_ms;
		tell_progress(intake);
	}
	if (intake->end && time >= intake->end) {
		intake->end = 0;
		follow_end();
	}
	intake_logs_look(&intake->logs);
	return err;
}

/* The clock is read per batch: per item it would cost more than the item. */
static int put_all(struct intake *intake)
{
	struct posix_trace_item_np item;
	unsigned items = 0;
	int unavailable;
	int err;

	for (;;) {
		err = selection_next(&intake->selection, &item, &unavailable);
		intake->is_read_error = err;
		if (!err && !unavailable)
			err = intake_logs_put(&intake->logs, &item);
		if (!err && (unavailable || ++items % 1024 == 0))
			err = look_after(intake);
		if (err || (unavailable && !follow_wait(intake->source)))
			return err;
	}
}

static int tell_error(const struct intake *intake, int err)
{
	talk_error(intake->is_read_error ? intake->source->name :
					   intake->logs.file.path,
		   err);
	return EXIT_SYSTEM;
}

static int end_log(struct intake *intake, int err)
{
	int status = err ? tell_error(intake, err) : EXIT_SUCCESS;
	const bool is_whole = !err || intake->is_read_error;

	intake->is_read_error = false;
	err = is_whole ? intake_logs_end(&intake->logs) : 0;
	if (err)
		status = tell_error(intake, err);
	if (err || !is_whole)
		intake_logs_abandon(&intake->logs);
	return status;
}

/* Items before an error are recorded. */
static int fill(struct intake *intake)
{
	const struct record_options *options = intake->options;
	struct progress_count all;
	int status;

	if (options->duration_ns)
		intake->end = now_ns() + options->duration_ns;
	progress_begin(&intake->progress, options->progress, !options->quiet);
	status = end_log(intake, put_all(intake));
	all = intake_logs_count(&intake->logs);
	progress_end(&intake->progress, &all);
	intake_logs_close(&intake->logs);
	return status ? status : source_tell_damage(intake->source, true);
}

/* ENOMEM. */
static int select_events(struct intake *intake)
{
	const char *events = intake->options->plan.selection;
	int err = 0;

	if (events)
		err = select_words_add(&intake->selection.events, events);
	return err ? err :
		     selection_begin(&intake->selection, intake->source, false);
}

static int record(struct intake *intake)
{
	int status, err;

	if (!source_foreign_format(intake->source)) {
		talk("%s: is a log already", intake->source->name);
		return EXIT_MISUSE;
	}
	err = select_events(intake);
	if (err) {
		talk_error(intake->source->name, err);
		return EXIT_SYSTEM;
	}
	status = intake_logs_open(&intake->logs, intake->options,
				  intake->source);
	if (status)
		return status;
	source_follow(intake->source, true);
	if (!intake->options->quiet)
		talk("recording %s to %s", intake->source->name,
		     intake->logs.file.path);
	return fill(intake);
}

int intake_record(const struct record_options *options)
{
	struct intake *intake = calloc(1, sizeof(*intake));
	int status;

	if (!intake) {
		talk_error(options->device, ENOMEM);
		return EXIT_SYSTEM;
	}
	intake->options = options;
	follow_begin();
	status = source_open(&intake->source, options->device, &options->as);
	if (!status) {
		status = record(intake);
		source_close(intake->source);
	}
	selection_fini(&intake->selection);
	free(intake);
	return status;
}
