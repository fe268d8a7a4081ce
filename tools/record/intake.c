/*
 * intake.c - record the trace that a device sends, into a log
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/command.h"
#include "common/filename.h"
#include "common/talk.h"
#include "record/intake.h"
#include "source/follow.h"
#include "source/source_foreign.h"
#include "write/copy.h"
#include "write/logfile.h"

enum { FLUSH_MS = 200 }; /* between one and the next */

static const int64_t ns_per_ms = 1000000;

struct intake {
	const struct record_options *options;
	struct source *source;
	struct logfile file;
	struct copy copy;
	bool has_log;	    /* it was begun */
	bool is_read_error; /* the last one was of the line */
	struct progress progress;
	int64_t end;	    /* CLOCK_MONOTONIC, ns; 0: of the line */
	int64_t next_flush; /* likewise */
};

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* The log begins with its first item: what the system is, the line has said by
 * then. */
static int begin_log(struct intake *intake)
{
	static const unsigned char by_chance[16];
	int err;

	if (intake->has_log)
		return 0;
	err = copy_begin(&intake->copy, intake->source, by_chance,
			 intake->file.fd);
	intake->has_log = !err;
	return err;
}

static struct progress_count count(const struct intake *intake)
{
	return (struct progress_count){
		.events = intake->copy.totals.events,
		.bytes = logfile_size(&intake->file),
		.lost = intake->copy.totals.lost,
	};
}

static void tell_progress(struct intake *intake)
{
	struct progress_count so_far;

	if (!progress_is_due(&intake->progress))
		return;
	so_far = count(intake);
	progress_put(&intake->progress, &so_far);
}

/* What is done now and then, whether anything comes or not. */
static int look_after(struct intake *intake)
{
	const int64_t time = now();
	int err = 0;

	if (time >= intake->next_flush) {
		if (intake->has_log)
			err = copy_flush(&intake->copy);
		intake->next_flush = time + FLUSH_MS * ns_per_ms;
		tell_progress(intake);
	}
	if (intake->end && time >= intake->end) {
		intake->end = 0;
		follow_end();
	}
	return err;
}

/* Reading the clock for each item would take longer than the item. */
static int put_all(struct intake *intake)
{
	struct posix_trace_item_np item;
	unsigned items = 0;
	int unavailable;
	int err;

	for (;;) {
		err = source_next(intake->source, &item, &unavailable);
		intake->is_read_error = err;
		if (!err && !unavailable)
			err = begin_log(intake);
		if (!err && !unavailable)
			err = copy_put(&intake->copy, &item);
		if (!err && (unavailable || ++items % 1024 == 0))
			err = look_after(intake);
		if (err || (unavailable && !follow_wait(intake->source)))
			return err;
	}
}

static int tell_error(const struct intake *intake, int err)
{
	talk_error(intake->is_read_error ? intake->source->name :
					   intake->file.path,
		   err);
	return EXIT_SYSTEM;
}

static int end_log(struct intake *intake, int err)
{
	int status = err ? tell_error(intake, err) : EXIT_SUCCESS;

	intake->is_read_error = false;
	err = begin_log(intake);
	if (!err)
		err = copy_end(&intake->copy);
	if (!err)
		err = logfile_keep(&intake->file);
	return err ? tell_error(intake, err) : status;
}

/* What was recorded before an error is worth having. */
static int fill(struct intake *intake)
{
	const struct record_options *options = intake->options;
	struct progress_count all;
	int status;

	if (options->duration_ns)
		intake->end = now() + options->duration_ns;
	progress_begin(&intake->progress, options->progress, !options->quiet);
	status = end_log(intake, put_all(intake));
	all = count(intake);
	progress_end(&intake->progress, &all);
	if (!options->quiet)
		copy_tell(&intake->copy, intake->file.path,
			  logfile_size(&intake->file));
	logfile_close(&intake->file);
	return status ? status : source_tell_damage(intake->source, true);
}

/* To be freed; NULL: no memory. */
static char *name_log(const struct intake *intake)
{
	const struct record_options *options = intake->options;
	const struct filename_facts facts = {
		.program = source_foreign_format(intake->source)->name,
		.number = 1,
		.time = time(NULL),
	};

	return filename_expand(options->output ? options->output : "%c-%t.ptl",
			       &facts);
}

static int open_file(struct intake *intake)
{
	char *name = name_log(intake);
	int status = EXIT_SUCCESS;
	int err;

	err = name ? logfile_create(&intake->file, name,
				    intake->options->force) :
		     ENOMEM;
	if (err)
		status = logfile_refuse(name ? name : "the log", err);
	free(name);
	return status;
}

static int record(struct intake *intake)
{
	int status;

	if (!source_foreign_format(intake->source)) {
		talk("%s: is a log already", intake->source->name);
		return EXIT_MISUSE;
	}
	status = open_file(intake);
	if (status)
		return status;
	source_follow(intake->source, true);
	if (!intake->options->quiet)
		talk("recording %s to %s", intake->source->name,
		     intake->file.path);
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
	free(intake);
	return status;
}
