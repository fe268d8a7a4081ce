/*
 * live_stream.c - watching a process by a second stream, with a log of its own
 *
 * The log is written on request only: as much as the stream holds, and only
 * after everything before was read. So both are bounded, however fast the
 * process and slow the reader; overflowing events are lost, the oldest first,
 * and reported. A log that can be read again is a file instead, which overwrites
 * its oldest part when it is as large as wanted.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include <trace_np.h>

#include "base/temporary.h"
#include "common/command.h"
#include "common/pid.h"
#include "common/proc.h"
#include "common/runtime.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "live/live_stream.h"
#include "record/recording.h"
#include "record/silence.h"
#include "record/target.h"
#include "source/follow.h"
#include "source/source_log.h"

enum {
	PERIOD_MS = 100,
	STREAM_SIZE = 16 << 20,
	MUCH = STREAM_SIZE / 8, /* reason not to wait */
	HEAD = 1 << 16,		/* head of the log, which is kept */
	SPARE = 4 * STREAM_SIZE /* room that is left to others */
};

/* Identifies streams left by killed processes. */
static const char stream_name[] = "posixtrace show";
static const char memory_prefix[] = "/memfd:";
static const char gone_suffix[] = " (deleted)";

struct live_stream {
	struct live live;
	struct target target;
	struct logfile log;
	struct recording recording;
	char path[32];
	char name[TARGET_NAME_MAX + 32];
	unsigned long long upto; /* end of the log at the last drain */
	unsigned long long given_back;
	uint64_t kept; /* most bytes that are kept; 0: none */
	bool much;
	bool over;   /* the log has END */
	bool silent; /* no more events are possible, it seems */
	struct posix_trace_totals_np totals; /* totals at the last drain */
};

static struct live_stream *stream_of(struct live *live)
{
	return (struct live_stream *)live;
}

/* Streams of killed processes are removed: their logs are gone, so that no
 * reader is left. */
static bool is_abandoned_stream(int number)
{
	const size_t suffix = sizeof(gone_suffix) - 1;
	struct posix_trace_orphan_np orphan;
	size_t len;

	if (posix_trace_get_orphan_np(number, &orphan) ||
	    strcmp(orphan.name, stream_name))
		return false;
	len = strlen(orphan.log);
	return !strncmp(orphan.log, memory_prefix, sizeof(memory_prefix) - 1) ||
	       (len > suffix &&
		!strcmp(orphan.log + len - suffix, gone_suffix));
}

static void clean_up(void)
{
	struct posix_trace_recovered_np result;
	int fd;

	for (int number = 0; number < POSIX_TRACE_NUMBERS_NP; number++) {
		if (!is_abandoned_stream(number))
			continue;
		fd = memfd_create(stream_name, MFD_CLOEXEC);
		if (fd < 0)
			return;
		posix_trace_recover_np(number, fd, &result);
		close(fd);
	}
}

static void end(struct live *live)
{
	struct live_stream *stream = stream_of(live);

	if (stream->over)
		return;
	stream->over = true;
	if (!posix_trace_drain_np(stream->recording.trid))
		posix_trace_get_totals_np(stream->recording.trid,
					  &stream->totals);
	recording_drop(&stream->recording);
	if (silence_was_kept(&stream->target, stream->silent, &stream->totals,
			     NULL, NULL, false))
		stream->live.status = EXIT_NO_TARGET;
}

static void drain(struct live_stream *stream)
{
	const unsigned long long before = stream->upto;
	trace_id_t trid = stream->recording.trid;
	struct timespec now;
	int err;

	clock_gettime(CLOCK_REALTIME, &now);
	err = posix_trace_drain_np(trid);
	if (!err)
		err = posix_trace_get_totals_np(trid, &stream->totals);
	if (err) {
		/* EINVAL: shut down by another process. */
		if (err != EINVAL) {
			talk_error(stream->kept ? pxt_temporary_directory() :
						  "memory for events",
				   err);
			stream->live.status = EXIT_SYSTEM;
		}
		end(&stream->live);
		return;
	}
	stream->upto = stream->totals.log_bytes;
	stream->live.events = stream->totals.events;
	stream->live.complete_ns = stamp_ns(&now);
	stream->much = stream->upto - before > MUCH;
}

static bool read_more(struct live *live)
{
	struct live_stream *stream = stream_of(live);

	if (stream->over)
		return false;
	if (!follow_pause(stream->much ? 0 : PERIOD_MS) ||
	    target_has_ended(&stream->target))
		end(live);
	else
		drain(stream);
	return true;
}

/* True if the log leaves room on its disk to other programs. */
static bool has_room(const struct live_stream *stream)
{
	struct statvfs disk;

	return !fstatvfs(stream->log.fd, &disk) &&
	       (uint64_t)disk.f_bavail * disk.f_frsize > SPARE;
}

/* The head identifies the log. */
static void give_back(struct live *live)
{
	struct live_stream *stream = stream_of(live);
	const unsigned long long upto = stream->upto;

	if (live->log && !has_room(stream))
		live->is_full = true;
	if (live->log || upto <= stream->given_back)
		return;
	fallocate(stream->log.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
		  (off_t)stream->given_back,
		  (off_t)(upto - stream->given_back));
	stream->given_back = upto;
}

static void close_stream(struct live *live)
{
	struct live_stream *stream = stream_of(live);

	end(live);
	source_close(live->source);
	logfile_close(&stream->log);
	target_close(&stream->target);
	free(stream);
}

static const struct live_class class = {
	.more = read_more,
	.done = give_back,
	.end = end,
	.close = close_stream,
};

static int refuse(pid_t pid, int err)
{
	if (err == EPERM || err == EACCES || err == ESRCH)
		return pid_refuse(pid, err);
	runtime_report_no_stream(err);
	return EXIT_SYSTEM;
}

static int create_log(struct live_stream *stream)
{
	return stream->kept ?
		       logfile_create_unnamed(&stream->log, stream_name) :
		       logfile_create_in_memory(&stream->log, stream_name);
}

static int start(struct live_stream *stream, const char *events, bool inherited)
{
	const struct recording_plan plan = {
		.name = stream_name,
		.policy = POSIX_TRACE_LOOP,
		.log_policy =
			stream->kept ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND,
		.log_size = stream->kept,
		.size = STREAM_SIZE,
		.orphan = POSIX_TRACE_ORPHAN_STOP_NP,
		.follow = inherited,
		.selection = events,
	};
	int err;

	err = create_log(stream);
	if (err)
		return err;
	err = recording_start(&stream->recording, &stream->target, &stream->log,
			      &plan);
	if (err)
		logfile_close(&stream->log);
	return err;
}

/* The descriptor cannot fail to open. */
static int open_source(struct live_stream *stream)
{
	int status;

	snprintf(stream->path, sizeof(stream->path), "/proc/self/fd/%d",
		 stream->log.fd);
	snprintf(stream->name, sizeof(stream->name), "%s (%d)",
		 stream->target.name, (int)stream->target.pid);
	status = source_log_open(&stream->live.source, stream->path);
	if (status)
		return status;
	stream->live.source->name = stream->name;
	stream->live.log = stream->kept ? stream->path : NULL;
	return EXIT_SUCCESS;
}

static int set_up(struct live_stream *stream, pid_t pid, const char *events,
		  bool inherited)
{
	int status, err;

	err = target_attach(&stream->target, pid);
	if (err)
		return refuse(pid, err);
	stream->silent =
		proc_is_open(pid) && silence_is_foreseen(&stream->target);
	err = start(stream, events, inherited);
	if (err) {
		target_close(&stream->target);
		return refuse(pid, err);
	}
	drain(stream);
	status =
		stream->live.status ? stream->live.status : open_source(stream);
	if (!status)
		return EXIT_SUCCESS;
	end(&stream->live);
	logfile_close(&stream->log);
	target_close(&stream->target);
	return status;
}

int live_stream_open(struct live **live, pid_t pid,
		     const struct live_plan *plan, bool inherited)
{
	struct live_stream *stream = calloc(1, sizeof(*stream));
	int status;

	if (!stream) {
		talk_error("memory", ENOMEM);
		return EXIT_SYSTEM;
	}
	stream->live.class = &class;
	stream->given_back = HEAD;
	stream->kept = plan->kept;
	stream->live.keeps = plan->kept;
	clean_up();
	status = set_up(stream, pid, plan->events, inherited);
	if (status) {
		free(stream);
		return status;
	}
	talk("watching %s, %s, until it ends or Ctrl-C", stream->name,
	     plan->events ? plan->events : "all events");
	*live = &stream->live;
	return EXIT_SUCCESS;
}
