/* rescue.c - ending streams and logs of controllers that have died */
#include "session/rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shm.h"
#include "session/control.h"
#include "session/steer.h"
#include "session/transfer.h"

static bool has_log(const struct pxt_stream *stream)
{
	static const uint8_t none[sizeof(stream->shared->log.uuid)];

	return memcmp(stream->shared->log.uuid, none, sizeof(none));
}

/* The file may have been replaced since, and whoever can write to the stream
 * may have put any path there: it has to be the log itself. */
static bool is_log(const struct pxt_stream *stream, int fd)
{
	const struct pxt_stream_log *log = &stream->shared->log;
	struct pxt_log_reader *reader;
	struct stat st;
	bool same;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) ||
	    st.st_dev != log->device || st.st_ino != log->inode ||
	    pxt_log_open(fd, &reader))
		return false;
	same = !memcmp(pxt_log_reader_header(reader)->uuid, log->uuid,
		       sizeof(log->uuid));
	pxt_log_reader_close(reader);
	return same;
}

static int open_log(const struct pxt_stream *stream, const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd >= 0 && !is_log(stream, fd)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* The stream as its controller had it. */
static int take_over(int dir, const struct pxt_stream *stream,
		     struct pxt_session **out)
{
	const pid_t target = stream->shared->target;
	struct pxt_session *session;
	int err;

	err = pxt_session_new(PXT_ACTIVE, &session);
	if (err)
		return err;
	session->attr = stream->attr;
	session->dir = fcntl(dir, F_DUPFD_CLOEXEC, 0);
	err = session->dir < 0 ? errno : 0;
	if (!err)
		err = pxt_process_open(session->dir, target,
				       stream->shared->target_start,
				       &session->process);
	session->stream = *stream;
	if (!err)
		err = pxt_live_create(&session->stream, &session->live);
	if (err) {
		session->stream.shared = NULL;
		pxt_session_free(session);
		return err;
	}
	pxt_live_disown(session->live);
	pxt_writer_init(&session->control, &session->stream);
	*out = session;
	return 0;
}

/* What cannot be written for want of room has to be given up with the
 * stream. */
static void complete(struct pxt_session *session, int fd)
{
	struct pxt_transfer *transfer;

	pxt_live_bury(session->live);
	if (pxt_transfer_resume(session, fd, &transfer))
		return;
	pxt_transfer_finish(transfer, 0);
	pxt_transfer_close(transfer);
}

/* fd: of the log; -1: there is none. The stream is closed. */
static void end(int dir, struct pxt_stream *stream, int fd)
{
	struct pxt_session *session;

	if (take_over(dir, stream, &session)) {
		pxt_stream_remove(dir, stream);
		pxt_stream_close(stream);
		return;
	}
	pxt_steer_stop(session, 0);
	if (fd >= 0)
		complete(session, fd);
	pxt_control_let_go(session);
	pxt_session_free(session);
}

/* One at a time may do it: the lock goes with the stream's file. */
static int lock_dead(int dir, unsigned number, bool wait, int *lock,
		     struct pxt_stream *stream)
{
	int err;

	err = pxt_stream_lock(dir, number, wait, lock);
	if (err)
		return err;
	err = pxt_stream_open_dead(dir, number, stream);
	if (err)
		close(*lock);
	return err;
}

/* In another user's directory nothing is to be believed. */
static bool is_ours(int dir)
{
	struct stat st;

	return !fstat(dir, &st) && st.st_uid == geteuid();
}

static void rescue(int dir, unsigned number, bool by_force)
{
	struct pxt_stream stream;
	int lock, fd = -1;

	if (lock_dead(dir, number, false, &lock, &stream))
		return;
	if (has_log(&stream) && is_ours(dir)) {
		stream.shared->log.path[sizeof(stream.shared->log.path) - 1] =
			'\0';
		fd = open_log(&stream, stream.shared->log.path);
	}
	/* A log that has no name may still be opened by somebody who has a
	 * descriptor of it. */
	if (fd < 0 && has_log(&stream) && !by_force)
		pxt_stream_close(&stream);
	else
		end(dir, &stream, fd);
	if (fd >= 0)
		close(fd);
	close(lock);
}

void pxt_rescue_all(int dir, bool by_force)
{
	if (!by_force && !is_ours(dir))
		return;
	for (unsigned n = 0; n < TRACE_SYS_MAX; n++)
		rescue(dir, n, by_force);
}

static void rescue_log(int dir, unsigned number, int log)
{
	struct pxt_stream stream;
	char path[32];
	int lock, fd;

	if (lock_dead(dir, number, true, &lock, &stream))
		return;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", log);
	fd = open_log(&stream, path);
	if (fd < 0) {
		pxt_stream_close(&stream);
	} else {
		end(dir, &stream, fd);
		close(fd);
	}
	close(lock);
}

void pxt_rescue_log(const uint8_t *uuid, int log)
{
	unsigned number;
	int dir;

	if (pxt_shm_directory(0, &dir))
		return;
	if (!pxt_stream_find_log(dir, uuid, &number))
		rescue_log(dir, number, log);
	close(dir);
}
