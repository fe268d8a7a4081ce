/*
 * live_log.c - following the log of an existing stream
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/command.h"
#include "common/talk.h"
#include "live/live_log.h"
#include "inventory/inventory.h"
#include "source/follow.h"
#include "source/source_log.h"

enum { PERIOD_MS = 200 };

struct live_log {
	struct live live;
	const char *name;
	struct posix_trace_stream_np stream;
	bool asks;  /* the controller writes on request */
	bool gone;  /* the stream is gone */
	bool ended; /* ended by the user */
};

static struct live_log *log_of(struct live *live)
{
	return (struct live_log *)live;
}

static const char *why_not(int err)
{
	switch (err) {
	case ENOTSUP:
		return "its controller takes no requests";
	case ETIMEDOUT:
	case EINPROGRESS:
		return "its controller does not answer";
	case EINVAL:
		return "its controller is of an older posixtrace";
	}
	return strerror(err);
}

/* Requests a flush. Failing that, events come when the controller writes
 * them. */
static void ask(struct live_log *log)
{
	int err;

	if (!log->asks)
		return;
	err = posix_trace_steer_np(log->stream.user, log->stream.number,
				   POSIX_TRACE_STEER_DRAIN_NP);
	if (!err)
		return;
	log->asks = false;
	log->gone = err == ENOENT || err == ESRCH;
	if (!log->gone)
		talk("stream %s: %s; its events are shown when they are "
		     "written",
		     log->name, why_not(err));
}

static void look(const struct posix_trace_stream_np *stream, void *argument)
{
	const struct live_log *log = argument;

	if (stream->user != log->stream.user ||
	    stream->number != log->stream.number ||
	    stream->controller != log->stream.controller ||
	    memcmp(&stream->created, &log->stream.created,
		   sizeof(stream->created)))
		return;
	talk("stream %s goes on in another log, %s", log->name, stream->log);
}

/* A log may be complete while its stream still runs. */
static void tell_end(struct live_log *log)
{
	if (source_is_complete(log->live.source))
		posix_trace_list_streams_np(0, look, log);
	else
		talk("stream %s: its controller is gone; posixtrace recover "
		     "completes the log",
		     log->name);
}

static bool read_more(struct live *live)
{
	struct live_log *log = log_of(live);

	if (log->ended)
		return false;
	if (log->gone || source_is_complete(live->source)) {
		tell_end(log);
		return false;
	}
	if (!follow_pause(PERIOD_MS))
		log->ended = true;
	ask(log);
	source_follow(live->source, !log->ended && !log->gone);
	return true;
}

static void keep_log(struct live *live)
{
	(void)live;
}

static void end(struct live *live)
{
	log_of(live)->ended = true;
}

static void close_log(struct live *live)
{
	source_close(live->source);
	free(live);
}

static const struct live_class class = {
	.more = read_more,
	.done = keep_log,
	.end = end,
	.close = close_log,
};

/* True if that path is the log of a current recording. */
static bool is_being_recorded(const char *path, uid_t user)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	int number;
	int err = EINVAL;

	if (fd < 0)
		return false;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		err = posix_trace_find_orphan_np(fd, &number);
	close(fd);
	/* Streams of other users are not found. */
	return err == EBUSY || (err == ENOENT && user != geteuid());
}

static bool has_log(const struct posix_trace_stream_np *stream)
{
	return stream->has_log && stream->policy == POSIX_TRACE_FLUSH &&
	       *stream->log && is_being_recorded(stream->log, stream->user);
}

static void tell_begin(const struct live_log *log)
{
	char target[INVENTORY_NAME];

	inventory_command(log->stream.target, target, sizeof(target));
	talk("stream %s of %s (%d), as it goes to %s", log->name, target,
	     (int)log->stream.target, log->stream.log);
}

bool live_log_open(struct live **live, const char *name,
		   const struct posix_trace_stream_np *stream, bool follow)
{
	struct live_log *log;

	if (!has_log(stream))
		return false;
	log = malloc(sizeof(*log));
	if (!log)
		return false;
	*log = (struct live_log){
		.live.class = &class,
		.name = name,
		.stream = *stream,
		.asks = true,
	};
	/* Before reading: the log's names are then complete. */
	ask(log);
	if (source_log_open(&log->live.source, log->stream.log) ||
	    !log->live.source) {
		free(log);
		return false;
	}
	source_follow(log->live.source, follow);
	log->ended = !follow;
	tell_begin(log);
	log->live.log = log->stream.log;
	*live = &log->live;
	return true;
}

bool live_log_update(const char *name,
		     const struct posix_trace_stream_np *stream)
{
	struct live_log log = { .name = name, .stream = *stream, .asks = true };

	if (!has_log(stream))
		return false;
	ask(&log);
	tell_begin(&log);
	return true;
}
