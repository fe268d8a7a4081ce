/*
 * intake_logs.c - the logs of a device's trace
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/command.h"
#include "common/filename.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "record/intake_logs.h"
#include "source/source_foreign.h"

static bool rotates(const struct intake_logs *logs)
{
	return logs->options->rotate_bytes || logs->options->rotate_ns;
}

/* The caller frees the result; NULL: no memory. */
static char *name_log(const struct intake_logs *logs, unsigned number)
{
	const struct filename_facts facts = {
		.program = source_foreign_format(logs->source)->name,
		.number = number,
		.time = logs->named,
	};

	return logs->pattern ? filename_expand(logs->pattern, &facts) : NULL;
}

static int create(const struct intake_logs *logs, unsigned number,
		  struct logfile *file)
{
	char *name = name_log(logs, number);
	int status = EXIT_SUCCESS;
	int err;

	err = name ? logfile_create(file, name, logs->options->force) : ENOMEM;
	if (err)
		status = logfile_refuse(name ? name : "the log", err);
	free(name);
	return status;
}

int intake_logs_open(struct intake_logs *logs,
		     const struct record_options *options,
		     struct source *source)
{
	const char *pattern = options->output ? options->output : "%c-%t.ptl";

	*logs = (struct intake_logs){
		.options = options,
		.source = source,
		.number = 1,
		.begun = now_ns(),
		.named = time(NULL),
	};
	logs->pattern =
		rotates(logs) ? filename_numbered(pattern) : strdup(pattern);
	newest_logs_init(&logs->kept, options->keep, options->keep_bytes);
	return create(logs, logs->number, &logs->file);
}

static int begin(struct intake_logs *logs)
{
	static const unsigned char by_chance[16];
	int err;

	if (logs->has_log)
		return 0;
	err = copy_begin(&logs->copy, logs->source, by_chance,
			 logs->options->plan.compression, logs->file.fd);
	logs->has_log = !err;
	return err ? err : copy_carry(&logs->copy, &logs->options->carried);
}

static int end(struct intake_logs *logs)
{
	int err;

	err = begin(logs);
	if (!err)
		err = copy_end(&logs->copy);
	return err ? err : logfile_keep(&logs->file);
}

static bool is_due(const struct intake_logs *logs)
{
	const struct record_options *options = logs->options;

	if (logs->stuck || !logs->has_log)
		return false;
	return (options->rotate_bytes &&
		logfile_size(&logs->file) >= options->rotate_bytes) ||
	       (options->rotate_ns &&
		now_ns() - logs->begun >= options->rotate_ns);
}

/* Without another log, the present one grows. */
static int go_on(struct intake_logs *logs)
{
	struct logfile other;
	int err;

	logs->is_due = false;
	if (create(logs, logs->number + 1, &other)) {
		talk("%s: the next log cannot be made, and this one goes on",
		     logs->file.path);
		logs->stuck = true;
		return 0;
	}
	err = end(logs);
	if (err) {
		logfile_drop(&other);
		return err;
	}
	newest_logs_add(&logs->kept, logs->file.path);
	logs->earlier += logfile_size(&logs->file);
	logfile_close(&logs->file);
	logs->file = other;
	logs->has_log = false;
	logs->put = 0;
	logs->begun = now_ns();
	logs->number++;
	if (logs->options->verbose)
		talk("recording goes on in %s", logs->file.path);
	return 0;
}

int intake_logs_put(struct intake_logs *logs,
		    const struct posix_trace_item_np *item)
{
	int err = 0;

	if (logs->is_due)
		err = go_on(logs);
	if (!err)
		err = begin(logs);
	if (!err)
		err = copy_put(&logs->copy, item);
	if (err)
		return err;
	logs->put += item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	totals_add(&logs->totals, item);
	logs->totals.threads +=
		item->tid && contents_lacks(&logs->contents, item->origin,
					    item->info.posix_pid, item->tid);
	return 0;
}

int intake_logs_flush(struct intake_logs *logs)
{
	return logs->has_log ? copy_flush(&logs->copy) : 0;
}

void intake_logs_look(struct intake_logs *logs)
{
	logs->is_due = is_due(logs);
}

struct progress_count intake_logs_count(const struct intake_logs *logs)
{
	return (struct progress_count){
		.events = logs->totals.events,
		.bytes = logs->earlier + logfile_size(&logs->file),
		.lost = logs->totals.lost,
	};
}

int intake_logs_end(struct intake_logs *logs)
{
	int err = end(logs);

	if (!err)
		newest_logs_add(&logs->kept, logs->file.path);
	return err;
}

static unsigned long long count_events(trace_id_t trid)
{
	struct posix_trace_item_np item;
	unsigned long long events = 0;
	int unavailable = 0;

	while (!posix_trace_getnext_item_np(trid, &item, &unavailable) &&
	       !unavailable)
		events += item.kind == POSIX_TRACE_ITEM_EVENT_NP;
	return events;
}

void intake_logs_abandon(struct intake_logs *logs)
{
	unsigned long long found = 0;
	trace_id_t trid;

	if (logs->has_log)
		copy_abandon(&logs->copy);
	if (lseek(logs->file.fd, 0, SEEK_SET) == 0 &&
	    !posix_trace_open(logs->file.fd, &trid)) {
		found = count_events(trid);
		posix_trace_close(trid);
	}
	if (found > logs->put)
		found = logs->put;
	logs->totals.events -= logs->put - found;
	logs->totals.lost += logs->put - found;
	logfile_keep(&logs->file);
}

void intake_logs_close(struct intake_logs *logs)
{
	char removed[NEWEST_LOGS_TEXT];

	logs->totals.logs = logs->number;
	newest_logs_describe(&logs->kept, removed);
	if (!logs->options->quiet)
		totals_tell(&logs->totals, logs->file.path,
			    intake_logs_count(logs).bytes);
	if (!logs->options->quiet && logs->kept.removed.logs)
		talk_plain("%s", removed);
	logfile_close(&logs->file);
	newest_logs_fini(&logs->kept);
	contents_fini(&logs->contents);
	free(logs->pattern);
}
