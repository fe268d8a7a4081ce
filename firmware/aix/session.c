/* session.c - sessions that the process has started itself, one per channel */
#include "firmware/aix/session.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "firmware/aix/gate.h"
#include "firmware/aix/hook_types.h"

enum {
	HIGH_FD = 500, /* programs expect the lowest descriptors */
	SELECTION_SIZE = POSIX_TRACE_SELECTION_MAX_NP + 1,
};

static struct session {
	bool is_open;
	bool keeps_log; /* when the stream is cleared */
	trace_id_t trid;
	int fd;
	char path[PATH_MAX]; /* of the log, absolute, */
	struct stat file;    /* and which file it is */
} sessions[CHANNELS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards sessions */

struct guard {
	sigset_t signals;
	int cancel;
};

static void lock(struct guard *guard)
{
	sigset_t all;

	sigfillset(&all);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &guard->cancel);
	pthread_sigmask(SIG_SETMASK, &all, &guard->signals);
	pthread_mutex_lock(&mutex);
}

static void unlock(const struct guard *guard)
{
	pthread_mutex_unlock(&mutex);
	pthread_sigmask(SIG_SETMASK, &guard->signals, NULL);
	pthread_setcancelstate(guard->cancel, NULL);
}

/* The library has dropped the parent's streams. */
static void forget(void)
{
	for (int i = 0; i < CHANNELS; i++)
		if (sessions[i].is_open)
			close(sessions[i].fd);
	memset(sessions, 0, sizeof(sessions));
	gate_reset(GATE_SESSION);
	pthread_mutex_init(&mutex, NULL);
}

__attribute__((constructor)) static void watch_forks(void)
{
	pthread_atfork(NULL, NULL, forget);
}

static struct session *find(int channel)
{
	return sessions[channel].is_open ? &sessions[channel] : NULL;
}

static bool is_log(int fd, const struct session *session)
{
	struct stat about;

	return !fstat(fd, &about) && about.st_dev == session->file.st_dev &&
	       about.st_ino == session->file.st_ino;
}

/* A program that becomes a daemon closes all descriptors, and does not know of
 * this one. Its number may be another file's: that stays. */
static void open_log_again(const struct session *session)
{
	int fd, again;

	if (is_log(session->fd, session))
		return;
	fd = open(session->path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (fd == session->fd && is_log(fd, session))
		return;
	again = fd >= 0 && is_log(fd, session) ?
			fcntl(fd, F_DUPFD_CLOEXEC, session->fd) :
			-1;
	if (again >= 0 && again != session->fd)
		close(again);
	if (fd >= 0)
		close(fd);
}

/* Before the library ends the streams */
__attribute__((destructor)) static void open_logs_again(void)
{
	struct guard guard;

	lock(&guard);
	for (int i = 0; i < CHANNELS; i++)
		if (find(i))
			open_log_again(find(i));
	unlock(&guard);
}

static int free_channel(bool generic, int *channel)
{
	if (!generic) {
		*channel = 0;
		return find(0) ? EBUSY : 0;
	}
	for (*channel = 1; *channel < CHANNELS; ++*channel)
		if (!find(*channel))
			return 0;
	return EAGAIN;
}

int session_default_log(char *path, size_t size, int channel)
{
	const char *directory = getenv("POSIXTRACE_AIX_DIR");
	const char *where = directory && *directory ? directory : ".";
	int len;

	if (channel)
		len = snprintf(path, size, "%s/trcfile.%d", where, channel);
	else
		len = snprintf(path, size, "%s/trcfile", where);
	return len < (int)size ? 0 : ENAMETOOLONG;
}

/* The log of a session that begins, and the file that it replaces */
struct new_log {
	char path[PATH_MAX];
	char aside[PATH_MAX + 16]; /* that file, meanwhile; "": there is none */
	bool is_new;		   /* the path had no file */
	int fd;
};

/* A link is followed. EINVAL: no regular file. */
static int find_file(struct new_log *log, const char *path)
{
	struct stat about;

	if (stat(path, &about)) {
		if (errno != ENOENT)
			return errno;
		log->is_new = true;
		if (strlen(path) >= sizeof(log->path))
			return ENAMETOOLONG;
		strcpy(log->path, path);
		return 0;
	}
	if (!S_ISREG(about.st_mode))
		return EINVAL;
	return realpath(path, log->path) ? 0 : errno;
}

/* Whoever writes to the file that is there goes on with it. Where a directory
 * cannot be changed it is cut instead. */
static void put_aside(struct new_log *log)
{
	snprintf(log->aside, sizeof(log->aside), "%s.%d~", log->path,
		 (int)getpid());
	if (log->is_new || rename(log->path, log->aside))
		*log->aside = '\0';
}

static int open_new(struct new_log *log)
{
	const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK;
	int low, high;

	low = open(log->path, flags, 0666);
	if (low < 0)
		return errno;
	high = fcntl(low, F_DUPFD_CLOEXEC, HIGH_FD);
	if (high >= 0) {
		close(low);
		low = high;
	}
	log->fd = low;
	return 0;
}

/* The session has begun, or has not, and then the file is as it was. */
static void settle(struct new_log *log, bool has_begun)
{
	if (has_begun) {
		if (*log->aside)
			unlink(log->aside);
		return;
	}
	if (*log->aside)
		rename(log->aside, log->path);
	else if (log->is_new)
		unlink(log->path);
}

static int open_log(struct new_log *log, const char *path)
{
	struct stat about;
	int err;

	*log = (struct new_log){ .fd = -1 };
	err = find_file(log, path);
	if (err)
		return err;
	if (!log->is_new && stat(log->path, &about))
		return errno;
	put_aside(log);
	err = open_new(log);
	if (!err && *log->aside)
		(void)!fchmod(log->fd, about.st_mode & 0777);
	if (!err && !log->is_new && !*log->aside && ftruncate(log->fd, 0))
		err = errno;
	if (!err)
		return 0;
	if (log->fd >= 0)
		close(log->fd);
	settle(log, false);
	return err;
}

static int set_policies(trace_attr_t *attr, const struct start_options *options)
{
	const int full = options->until_full ? POSIX_TRACE_UNTIL_FULL :
			 options->loops	     ? POSIX_TRACE_LOOP :
					       POSIX_TRACE_FLUSH;
	const int log_full = options->log_is_full ? POSIX_TRACE_UNTIL_FULL :
			     options->log_size	  ? POSIX_TRACE_LOOP :
						    POSIX_TRACE_APPEND;
	int err;

	err = posix_trace_attr_setstreamfullpolicy(attr, full);
	if (!err)
		err = posix_trace_attr_setlogfullpolicy(attr, log_full);
	if (!err)
		err = posix_trace_attr_setinherited(attr,
						    POSIX_TRACE_INHERITED);
	return err;
}

static int set_sizes(trace_attr_t *attr, const struct start_options *options)
{
	int err;

	err = posix_trace_attr_setmaxdatasize(attr, 2 * sizeof(uint64_t) +
							    HOOK_GENERIC_MAX);
	if (!err && options->stream_size)
		err = posix_trace_attr_setstreamsize(attr,
						     options->stream_size);
	if (!err && options->log_size)
		err = posix_trace_attr_setlogsize(attr, options->log_size);
	return err;
}

static int make_stream(const struct start_options *options, int fd,
		       trace_id_t *trid)
{
	trace_attr_t attr;
	int err;

	err = posix_trace_attr_init(&attr);
	if (err)
		return err;
	err = posix_trace_attr_setname(&attr, "trace");
	if (!err)
		err = set_policies(&attr, options);
	if (!err)
		err = set_sizes(&attr, options);
	if (!err)
		err = posix_trace_create_withlog(0, &attr, fd, trid);
	posix_trace_attr_destroy(&attr);
	return err;
}

/* Makes the stream record what the selection chooses. */
static int set_going(const struct start_options *options, const char *selection,
		     trace_id_t trid)
{
	int err;

	err = posix_trace_select_np(trid, selection);
	if (!err && *options->message)
		err = posix_trace_note_np(trid, "message", options->message);
	if (!err && !options->suspended)
		err = posix_trace_start(trid);
	return err;
}

/* With its log open: the session's stream. */
static int make_session(const struct start_options *options,
			const char *selection, struct session *session)
{
	int err;

	err = make_stream(options, session->fd, &session->trid);
	if (err)
		return err;
	err = set_going(options, selection, session->trid);
	if (err)
		posix_trace_shutdown(session->trid);
	return err;
}

/* The gate is open before the stream, so that no hook is missing. */
static int begin(const struct start_options *options, int channel)
{
	struct session *session = &sessions[channel];
	char path[PATH_MAX], selection[SELECTION_SIZE + 1];
	struct new_log log;
	int err;

	/* Before the log: a file that is there is replaced by a session only. */
	if (start_options_select(options, channel, selection,
				 sizeof(selection)))
		return EINVAL;
	err = session_default_log(path, sizeof(path), channel);
	if (*options->log)
		err = 0;
	if (err)
		return err;
	err = open_log(&log, *options->log ? options->log : path);
	if (err)
		return err;
	session->fd = log.fd;
	if (fstat(log.fd, &session->file) || !realpath(log.path, session->path))
		*session->path = '\0';
	if (!channel)
		gate_set(GATE_SESSION);
	err = make_session(options, selection, session);
	settle(&log, !err);
	if (err) {
		if (!channel)
			gate_reset(GATE_SESSION);
		close(session->fd);
		return err;
	}
	session->keeps_log =
		options->loops || (!options->log_size && !options->log_is_full);
	session->is_open = true;
	return 0;
}

int session_start(const struct start_options *options, int *channel)
{
	struct guard guard;
	int err;

	lock(&guard);
	err = free_channel(options->generic, channel);
	if (!err)
		err = begin(options, *channel);
	unlock(&guard);
	return err;
}

static int on_stream(int channel, int (*act)(trace_id_t))
{
	struct guard guard;
	struct session *session;
	int err = ENXIO;

	lock(&guard);
	session = find(channel);
	if (session) {
		open_log_again(session);
		err = act(session->trid);
	}
	unlock(&guard);
	return err;
}

int session_resume(int channel)
{
	return on_stream(channel, posix_trace_start);
}

int session_suspend(int channel)
{
	return on_stream(channel, posix_trace_stop);
}

/* Clearing a stream clears its log, too, where that has a size. Such a log ends
 * here, with events of the last moment; what is older goes nowhere, what comes
 * to a file that is not seen. */
static void discard(struct session *session)
{
	struct timespec now;
	int fd;

	posix_trace_stop(session->trid);
	if (session->keeps_log) {
		posix_trace_clear(session->trid);
		return;
	}
	fd = memfd_create("discarded", MFD_CLOEXEC);
	if (fd < 0)
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	if (posix_trace_switch_log_np(session->trid, fd, &now)) {
		close(fd);
		return;
	}
	close(session->fd);
	session->fd = fd;
}

static int end(struct session *session, bool discards)
{
	int err;

	open_log_again(session);
	if (discards)
		discard(session);
	err = posix_trace_shutdown(session->trid);
	session->is_open = false; /* first: a child closes what is open */
	close(session->fd);
	return err;
}

int session_stop(int channel, bool discards)
{
	struct guard guard;
	struct session *session;
	int err = ENXIO;

	lock(&guard);
	session = find(channel);
	if (session) {
		if (!channel)
			gate_reset(GATE_SESSION);
		err = end(session, discards);
	}
	unlock(&guard);
	return err;
}

unsigned session_count(void)
{
	struct guard guard;
	unsigned count = 0;

	lock(&guard);
	for (int i = 0; i < CHANNELS; i++)
		count += sessions[i].is_open;
	unlock(&guard);
	return count;
}
