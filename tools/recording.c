/*
 * recording.c - a stream with its log, from the making to the totals
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "recording.h"
#include "talk.h"
#include "text.h"

enum {
	STREAM_SIZE = 4 << 20,
	DATA_MAX = 65536,
};

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int set_attr(trace_attr_t *attr, const struct target *target)
{
	char name[TRACE_NAME_MAX];
	int err;

	snprintf(name, sizeof(name), "%.*s", (int)sizeof(name) - 1,
		 target->name);
	err = posix_trace_attr_setname(attr, name);
	if (!err)
		err = posix_trace_attr_setstreamsize(attr, STREAM_SIZE);
	if (!err)
		err = posix_trace_attr_setmaxdatasize(attr, DATA_MAX);
	if (!err)
		err = posix_trace_attr_setstreamfullpolicy(attr,
							   POSIX_TRACE_FLUSH);
	if (!err)
		err = posix_trace_attr_setlogfullpolicy(attr,
							POSIX_TRACE_APPEND);
	return err;
}

static int create(struct recording *recording, const struct target *target)
{
	trace_attr_t attr;
	int err;

	err = posix_trace_attr_init(&attr);
	if (err)
		return err;

	err = set_attr(&attr, target);
	if (!err)
		err = posix_trace_create_withlog(target->pid, &attr,
						 recording->log->fd,
						 &recording->trid);

	posix_trace_attr_destroy(&attr);
	return err;
}

int recording_start(struct recording *recording, const struct target *target,
		    struct logfile *log)
{
	int err;

	*recording = (struct recording){ .log = log };
	err = create(recording, target);
	if (err)
		return err;

	err = posix_trace_start(recording->trid);
	if (err) {
		recording_drop(recording);
		return err;
	}
	recording->started = now();
	return 0;
}

/* The first error is news, the rest follows from it. */
static bool is_news(struct recording *recording, int err)
{
	if (!err || recording->error)
		return false;
	recording->error = err;
	return true;
}

void recording_check(struct recording *recording)
{
	struct posix_trace_status_info status;

	if (posix_trace_get_status(recording->trid, &status))
		return;
	if (is_news(recording, status.posix_stream_flush_error))
		talk("%s: %s; recording goes on as far as the stream holds",
		     recording->log->path, strerror(recording->error));
}

static void check_last(struct recording *recording, int err)
{
	if (is_news(recording, err))
		talk_error(recording->log->path, err);
}

void recording_end(struct recording *recording)
{
	struct posix_trace_status_info status;
	trace_id_t trid = recording->trid;

	posix_trace_stop(trid);
	recording->stopped = now();

	check_last(recording, posix_trace_flush(trid));
	if (!posix_trace_get_status(trid, &status))
		check_last(recording, status.posix_stream_flush_error);
	posix_trace_get_totals_np(trid, &recording->totals);
	check_last(recording, posix_trace_shutdown(trid));
}

void recording_drop(struct recording *recording)
{
	posix_trace_shutdown(recording->trid);
}

void recording_tell(const struct recording *recording)
{
	const struct posix_trace_totals_np *totals = &recording->totals;
	char duration[TEXT_MAX];
	char events[TEXT_MAX];
	char size[TEXT_MAX];
	char lost[TEXT_MAX];

	text_duration(duration, recording->stopped - recording->started);
	talk_plain("%s  %s  %s event%s  %u thread%s  %s  %s lost",
		   recording->log->path, duration,
		   text_count(events, totals->events),
		   text_plural(totals->events), totals->threads,
		   text_plural(totals->threads),
		   text_size(size, logfile_size(recording->log)),
		   text_count(lost, totals->lost));
}
