/*
 * recording.c - a stream with its log, from creation to totals
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/monotonic_clock.h"
#include "common/proc.h"
#include "common/talk.h"
#include "common/text.h"
#include "event/refused_descriptions.h"
#include "record/recording.h"

enum {
	DATA_MAX = 65536,
	STANDSTILL = -1, /* distinct from error numbers */
};

static const int64_t standstill_ns = 2000000000;

static int set_policies(trace_attr_t *attr, const struct recording_plan *plan)
{
	int err;

	err = posix_trace_attr_setstreamfullpolicy(attr, plan->policy);
	if (!err)
		err = posix_trace_attr_setlogfullpolicy(attr, plan->log_policy);
	if (!err && plan->log_size)
		err = posix_trace_attr_setlogsize(attr, plan->log_size);
	if (!err && plan->follow)
		err = posix_trace_attr_setinherited(attr,
						    POSIX_TRACE_INHERITED);
	if (!err)
		err = posix_trace_attr_setorphan_np(attr, plan->orphan);
	if (!err)
		err = compression_set(plan->compression, attr);
	return err;
}

static int set_attr(trace_attr_t *attr, const struct target *target,
		    const struct recording_plan *plan)
{
	char name[TRACE_NAME_MAX];
	int err;

	snprintf(name, sizeof(name), "%.*s", (int)sizeof(name) - 1,
		 plan->name ? plan->name : target->name);
	err = posix_trace_attr_setname(attr, name);
	if (!err)
		err = posix_trace_attr_setstreamsize(attr, plan->size);
	if (!err)
		err = posix_trace_attr_setmaxdatasize(attr, DATA_MAX);
	if (!err)
		err = set_policies(attr, plan);
	return err;
}

static int create(struct recording *recording, const struct target *target,
		  const struct recording_plan *plan)
{
	trace_attr_t attr;
	int err;

	err = posix_trace_attr_init(&attr);
	if (err)
		return err;

	err = set_attr(&attr, target, plan);
	if (!err)
		err = posix_trace_create_withlog(target->pid, &attr,
						 recording->log->fd,
						 &recording->trid);

	posix_trace_attr_destroy(&attr);
	return err;
}

static int note(void *to, const char *key, const char *value)
{
	const struct recording *recording = to;

	return posix_trace_note_np(recording->trid, key, value);
}

/* Events have the number that the process has in its own PID namespace. */
static void note_number(const struct posix_trace_traceable_np *process,
			void *argument)
{
	const struct recording *recording = argument;
	char value[128];

	if (process->pid != recording->target ||
	    process->own_pid == process->pid)
		return;
	snprintf(value, sizeof(value),
		 "process %d of PID namespace %llu is %d outside",
		 (int)process->own_pid, process->space, (int)process->pid);
	posix_trace_note_np(recording->trid, "outside", value);
}

static int put_carried(struct recording *recording)
{
	if (!proc_is_unseen(recording->target))
		posix_trace_list_processes_np(note_number, recording);
	return recording->carried ? carried_templates_put(recording->carried,
							  note, recording) :
				    0;
}

int recording_start(struct recording *recording, const struct target *target,
		    struct logfile *log, const struct recording_plan *plan)
{
	int err;

	*recording = (struct recording){
		.log = log,
		.carried = plan->carried,
		.target = target->pid,
		.loops = plan->log_policy == POSIX_TRACE_LOOP,
	};
	err = create(recording, target, plan);
	if (err)
		return err;

	/* The filter is set first: a start records it. */
	err = plan->selection ?
		      posix_trace_select_np(recording->trid, plan->selection) :
		      0;
	if (!err)
		err = put_carried(recording);
	if (!err)
		err = posix_trace_start(recording->trid);
	if (err) {
		recording_drop(recording);
		return err;
	}
	recording->started = now_ns();
	recording->moved = recording->started;
	recording->switched = recording->started;
	return 0;
}

/* A log that others removed, or emptied, does not have what was written. */
static void note_harm(struct recording *recording, const char *what)
{
	if (!recording->error)
		recording->error = ESTALE;
	talk("%s: was %s while it was written", recording->log->path, what);
}

/* The log is looked for before it is complete: it may be removed then. */
static void check_name(struct recording *recording)
{
	const struct logfile *log = recording->log;
	struct stat st;

	if (!log->unnamed && !fstat(log->fd, &st) && !st.st_nlink)
		note_harm(recording, "removed");
}

/* A log is written behind what it has: one that was emptied has a hole in place
 * of its header. */
static void check_header(struct recording *recording)
{
	trace_id_t log;
	int err;

	if (recording->log->unnamed || recording->error)
		return;
	err = posix_trace_open(recording->log->fd, &log);
	if (!err)
		posix_trace_close(log);
	else if (err == EINVAL)
		note_harm(recording, "truncated");
}

int recording_switch(struct recording *recording, struct logfile *other,
		     const struct timespec *since)
{
	int err;

	check_name(recording);
	err = posix_trace_switch_log_np(recording->trid, other->fd, since);
	if (err) {
		talk_error(recording->log->path, err);
		logfile_drop(other);
		return err;
	}
	check_header(recording);
	recording->logs++;
	recording->earlier += logfile_size(recording->log);
	recording->switched = now_ns();
	logfile_close(recording->log);
	*recording->log = *other;
	err = put_carried(recording);
	if (err)
		talk_error(recording->log->path, err);
	return 0;
}

struct look {
	pid_t target;
	struct posix_trace_stream_np *stream;
	bool found;
};

/* Only one of our streams for that process has a log. */
static void take(const struct posix_trace_stream_np *stream, void *argument)
{
	struct look *look = argument;

	if (stream->controller != getpid() || stream->target != look->target ||
	    !stream->has_log)
		return;
	*look->stream = *stream;
	look->found = true;
}

bool recording_look(const struct recording *recording, pid_t target,
		    struct posix_trace_stream_np *stream)
{
	struct look look = { .target = target, .stream = stream };

	return !recording->gone &&
	       !posix_trace_list_streams_np(0, take, &look) && look.found;
}

int64_t recording_age(const struct recording *recording)
{
	return now_ns() - recording->switched;
}

/* A repeated failure is not reported. */
static bool is_news(struct recording *recording, int failure)
{
	if (!failure || failure == recording->failing)
		return false;
	recording->failing = failure;
	if (!recording->error && failure != STANDSTILL)
		recording->error = failure;
	return true;
}

static void note_failure(struct recording *recording, int failure)
{
	if (is_news(recording, failure))
		talk("%s: %s; recording goes on as far as the stream holds",
		     recording->log->path,
		     failure == STANDSTILL ? "the disk does not answer" :
					     strerror(failure));
}

/* Data that could not be written counts as lost until it is written: the total
 * may decrease. */
static void note_recovery(struct recording *recording, unsigned long long total)
{
	const unsigned long long lost =
		total > recording->lost ? total - recording->lost : 0;
	char count[TEXT_MAX];

	recording->failing = 0;
	recording->lost = total;
	if (lost)
		talk("%s: writing again; %s event%s lost", recording->log->path,
		     text_count(count, lost), lost == 1 ? " was" : "s were");
	else
		talk("%s: writing again; nothing was lost",
		     recording->log->path);
}

/* True if the log has grown. */
static bool note_progress(struct recording *recording,
			  const struct posix_trace_totals_np *totals,
			  const struct posix_trace_status_info *status)
{
	const bool grew = totals->log_bytes != recording->bytes;

	recording->bytes = totals->log_bytes;
	if (grew || status->posix_stream_flush_status != POSIX_TRACE_FLUSHING)
		recording->moved = now_ns();
	return grew;
}

/* False: the log cannot be read. */
static bool count_log(const struct recording *recording,
		      struct posix_trace_count_np *count)
{
	trace_id_t log;
	int err;

	if (posix_trace_open(recording->log->fd, &log))
		return false;
	err = posix_trace_count_np(log, count);
	posix_trace_close(log);
	return !err;
}

/* The stream is gone. Only the last of several logs is at hand, so that the
 * last known counts have to do. */
static void take_totals(struct recording *recording)
{
	struct posix_trace_count_np count;

	if (recording->logs || !count_log(recording, &count))
		return;
	recording->totals.events =
		count.has_end ? count.events_in_all : count.events;
	recording->totals.lost = count.has_end ? count.lost_in_all : count.lost;
}

/* The stream may have been ended by another process; its log is complete. */
static void note_shutdown(struct recording *recording)
{
	if (recording->gone)
		return;
	recording->gone = true;
	recording->stopped = now_ns();
	talk("%s: the stream was shut down by another process",
	     recording->log->path);
	take_totals(recording);
}

/* Totals come first: if they count unwritten data as lost, the status has the
 * error, or had it last time. */
void recording_check(struct recording *recording)
{
	struct posix_trace_totals_np totals;
	struct posix_trace_status_info status;
	bool grew;

	if (posix_trace_get_totals_np(recording->trid, &totals) ||
	    posix_trace_get_status(recording->trid, &status)) {
		note_shutdown(recording);
		return;
	}

	recording->totals = totals;
	grew = note_progress(recording, &totals, &status);
	if (status.posix_stream_flush_error)
		note_failure(recording, status.posix_stream_flush_error);
	else if (now_ns() - recording->moved >= standstill_ns)
		note_failure(recording, STANDSTILL);
	else if (!recording->failing)
		recording->lost = totals.lost;
	else if (grew &&
		 status.posix_stream_full_status == POSIX_TRACE_NOT_FULL)
		note_recovery(recording, totals.lost);
}

static void check_last(struct recording *recording, int err)
{
	if (is_news(recording, err))
		talk_error(recording->log->path, err);
}

static void tell_refused(const struct recording *recording)
{
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char name[TRACE_EVENT_NAME_MAX + 1];
	const trace_id_t trid = recording->trid;
	trace_event_id_t type;
	int unavailable;

	if (posix_trace_eventtypelist_rewind(trid))
		return;
	while (!posix_trace_eventtypelist_getnext_id(trid, &type,
						     &unavailable) &&
	       !unavailable)
		if (!posix_trace_eventid_get_description_np(trid, type, text,
							    sizeof(text)) &&
		    !posix_trace_eventid_get_name(trid, type, name))
			refused_descriptions_tell(recording->log->path, name,
						  text);
}

void recording_end(struct recording *recording)
{
	struct posix_trace_status_info status;
	trace_id_t trid = recording->trid;
	int err;

	if (posix_trace_stop(trid)) {
		note_shutdown(recording);
		check_header(recording);
		return;
	}
	recording->stopped = now_ns();

	err = posix_trace_flush(trid);
	check_last(recording, err);
	if (!posix_trace_get_status(trid, &status))
		check_last(recording, status.posix_stream_flush_error);
	posix_trace_get_totals_np(trid, &recording->totals);
	if (!err && recording->failing)
		note_recovery(recording, recording->totals.lost);
	tell_refused(recording);
	check_name(recording);
	check_last(recording, posix_trace_shutdown(trid));
	check_header(recording);
}

void recording_drop(struct recording *recording)
{
	tell_refused(recording);
	posix_trace_shutdown(recording->trid);
}

/* Losses that a larger stream would not prevent. */
static void tell_unreached(const struct posix_trace_totals_np *totals)
{
	char count[TEXT_MAX];
	const char *verb;

	if (!totals->unreached)
		return;
	text_count(count, totals->unreached);
	verb = totals->unreached == 1 ? " was" : "s were";
	switch (totals->unreached_reason) {
	case EBADMSG:
	case EOVERFLOW:
		talk("%s event%s lost in the program: %s", count, verb,
		     totals->unreached_reason == EBADMSG ?
			     "its data could not be read" :
			     "records came faster than they could be kept");
		break;
	default:
		talk("%s event%s lost because the program could not map the "
		     "stream: %s",
		     count, verb, strerror(totals->unreached_reason));
	}
}

/* The totals are those of the stream: the log has had all of these events. */
static void tell_overwritten(const struct recording *recording)
{
	struct posix_trace_count_np count;
	char number[TEXT_MAX];

	if (!recording->loops || !count_log(recording, &count) ||
	    !count.overwritten)
		return;
	talk("%s: %s of these events %s overwritten, the oldest, as the log was "
	     "full",
	     recording->log->path, text_count(number, count.overwritten),
	     count.overwritten == 1 ? "was" : "were");
}

void recording_tell(const struct recording *recording)
{
	const struct posix_trace_totals_np *totals = &recording->totals;
	char duration[TEXT_MAX];
	char events[TEXT_MAX];
	char size[TEXT_MAX];
	char lost[TEXT_MAX];
	char logs[TEXT_MAX + 16] = "", threads[TEXT_MAX + 16] = "";

	if (recording->logs)
		snprintf(logs, sizeof(logs), " in %u logs",
			 recording->logs + 1);
	/* The number of threads is unknown for a stream that is gone. */
	if (!recording->gone)
		snprintf(threads, sizeof(threads), "  %u thread%s",
			 totals->threads, text_plural(totals->threads));
	text_duration(duration, recording->stopped - recording->started);
	if (recording->uncounted)
		snprintf(lost, sizeof(lost), "an unknown number");
	else
		text_count(lost, totals->lost);
	talk_plain("%s  %s  %s event%s%s  %s%s  %s lost", recording->log->path,
		   duration, text_count(events, totals->events),
		   text_plural(totals->events), threads,
		   text_size(size,
			     recording->earlier + logfile_size(recording->log)),
		   logs, lost);
	tell_overwritten(recording);
	tell_unreached(totals);
}
