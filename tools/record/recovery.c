/*
 * recovery.c - completing the log of an orphan
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/out.h"
#include "common/proc.h"
#include "common/talk.h"
#include "common/text.h"
#include "record/recovery.h"
#include "write/logfile.h"

enum {
	BLOCK = 1 << 16,
	NAMES_MAX = 1000, /* limit of file names to try */
};

/* Reports */

/* Fit for the name of a file, and a terminal. */
static const char *name_of(const struct recovery *recovery, char *name,
			   size_t size)
{
	if (!text_tame(name, size, recovery->orphan.name))
		snprintf(name, size, "process");
	for (char *c = name; *c; c++)
		if (*c == '/')
			*c = '_';
	return name;
}

static void tell_stream(const struct recovery *recovery)
{
	const struct posix_trace_orphan_np *orphan = &recovery->orphan;
	char name[TRACE_NAME_MAX];

	talk_plain("stream %d of %s (%d, %s), controller %d gone",
		   recovery->number, name_of(recovery, name, sizeof(name)),
		   (int)orphan->target,
		   orphan->target_lives ? "still running" : "ended",
		   (int)orphan->controller);
}

/* A flight recorder's log that was not saved yet had no name, and no events: it
 * is gone with the recorder, and missed by nobody. */
static bool has_log(const struct recovery *recovery)
{
	return recovery->orphan.has_log &&
	       (recovery->log || !proc_is_unnamed(recovery->orphan.log));
}

static const char *log_of(const struct recovery *recovery)
{
	return recovery->log ? recovery->log : recovery->orphan.log;
}

/* with_log: the contents of the old log are included. */
static void tell_totals(const struct recovery *recovery, const char *path,
			bool with_log,
			const struct posix_trace_recovered_np *result)
{
	const unsigned long long logged = result->events - result->from_memory;
	char log[TEXT_MAX], memory[TEXT_MAX], events[TEXT_MAX], lost[TEXT_MAX];

	if (recovery->verbose && result->cut_bytes)
		talk("%s: %llu bytes at its end were not finished, and are "
		     "written anew",
		     log_of(recovery), result->cut_bytes);
	if (recovery->quiet && !result->lost)
		return;
	text_count(memory, result->from_memory);
	if (with_log)
		talk_plain("  %s: %s event%s in the log, %s only in memory",
			   log_of(recovery), text_count(log, logged),
			   text_plural(logged), memory);
	else
		talk_plain("  %s event%s only in memory", memory,
			   text_plural(result->from_memory));
	talk_plain("  -> %s  %s event%s  %s lost", path,
		   text_count(events, result->events),
		   text_plural(result->events), text_count(lost, result->lost));
}

static int cannot_recover(const struct recovery *recovery, const char *path,
			  int err)
{
	switch (err) {
	case ENOENT:
		talk("stream %d: another process has recovered it",
		     recovery->number);
		return EXIT_NOTHING;
	case EBUSY:
		talk("stream %d: another process is recovering it",
		     recovery->number);
		return EXIT_NOTHING;
	case EBADMSG:
		talk("stream %d: it is damaged", recovery->number);
		return EXIT_DAMAGED;
	case ESTALE:
		talk("%s: the log is gone; -o FILE writes the events that "
		     "were only in memory",
		     path);
		return EXIT_DAMAGED;
	}
	talk("%s: %s; all events are still in memory: try again, or write "
	     "another file with -o FILE",
	     path, strerror(err));
	return command_error_status(err);
}

/* In place */

/* A log named by the user may have been moved. */
static int recover_named(const struct recovery *recovery,
			 struct posix_trace_recovered_np *result)
{
	int fd, err;

	fd = open(recovery->log, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return errno == ENOENT ? ESTALE : errno;
	err = posix_trace_recover_np(recovery->number, fd, result);
	close(fd);
	return err;
}

static int complete(const struct recovery *recovery)
{
	struct posix_trace_recovered_np result = { 0 };
	int err;

	err = recovery->log ?
		      recover_named(recovery, &result) :
		      posix_trace_recover_np(recovery->number, -1, &result);
	if (err)
		return cannot_recover(recovery, log_of(recovery), err);
	tell_totals(recovery, log_of(recovery), true, &result);
	return EXIT_SUCCESS;
}

/* In another file */

static const int ending[] = { SIGHUP, SIGINT, SIGTERM };
enum { ENDING_COUNT = sizeof(ending) / sizeof(ending[0]) };

/* The stream is gone before its log is finished, which is the only copy then:
 * signals have to wait. */
static void hold_signals(sigset_t *before)
{
	sigset_t held;

	sigemptyset(&held);
	for (size_t i = 0; i < ENDING_COUNT; i++)
		sigaddset(&held, ending[i]);
	sigprocmask(SIG_BLOCK, &held, before);
}

/* Opens the stream's log, read-only, and no other file. */
static int open_log(const struct recovery *recovery, int *fd)
{
	int number, err;

	*fd = open(log_of(recovery), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (*fd < 0)
		return errno == ENOENT ? ESTALE : errno;
	err = posix_trace_find_orphan_np(*fd, &number);
	if (!err && number == recovery->number)
		return 0;
	close(*fd);
	return err && err != EINVAL ? err : ESTALE;
}

static bool is_blank(const char *block, size_t len)
{
	return !block[0] && !memcmp(block, block + 1, len - 1);
}

/* Zeroes may be the beginning of a hole of terabytes: known holes are neither
 * read nor written. */
static int skip_blank(int from, int to, size_t len)
{
	const off_t at = lseek(from, 0, SEEK_CUR);
	off_t next = lseek(from, at, SEEK_DATA);

	if (next < 0)
		next = lseek(from, 0, errno == ENXIO ? SEEK_END : SEEK_CUR);
	if (lseek(to, (off_t)len + next - at, SEEK_CUR) < 0)
		return errno;
	return ftruncate(to, next) ? errno : 0;
}

static int put_block(int from, int to, const char *block, size_t len)
{
	return is_blank(block, len) ? skip_blank(from, to, len) :
				      out_whole(to, block, len);
}

/* *reading: the error was one of reading. */
static int copy(int from, int to, bool *reading)
{
	static char block[BLOCK];
	ssize_t len;
	int err;

	for (;;) {
		len = read(from, block, sizeof(block));
		*reading = len < 0;
		if (len < 0 && errno == EINTR)
			continue;
		if (len <= 0)
			return len ? errno : 0;
		err = put_block(from, to, block, (size_t)len);
		if (err)
			return err;
	}
}

static const char *why_not(int err)
{
	return err == ESTALE ? "the log is gone" : strerror(err);
}

/* Unreadable parts of the log make all of it missing. */
static int do_without(const struct recovery *recovery,
		      const struct logfile *file, int err)
{
	talk("%s: %s; %s has only the events in memory", log_of(recovery),
	     why_not(err), file->path);
	return ftruncate(file->fd, 0) ? errno : 0;
}

/* *copied: completely. */
static int copy_log(const struct recovery *recovery, struct logfile *file,
		    bool *copied)
{
	bool reading = true;
	int err, fd;

	err = open_log(recovery, &fd);
	if (!err) {
		err = copy(fd, file->fd, &reading);
		close(fd);
	}
	*copied = !err;
	if (!err || !reading)
		return err;
	return do_without(recovery, file, err);
}

static int give_up(const struct recovery *recovery, struct logfile *file,
		   int err)
{
	const int status = cannot_recover(recovery, file->path, err);

	logfile_drop(file);
	return status;
}

static int keep(const struct recovery *recovery, struct logfile *file,
		bool with_log, const struct posix_trace_recovered_np *result)
{
	int status =
		has_log(recovery) && !with_log ? EXIT_DAMAGED : EXIT_SUCCESS;
	int err;

	err = logfile_keep(file);
	if (err) {
		talk("%s: %s; the log is %s", file->path, strerror(err),
		     file->beside);
		status = EXIT_SYSTEM;
	}
	tell_totals(recovery, file->path, with_log, result);
	logfile_close(file);
	return status;
}

static int fill(const struct recovery *recovery, struct logfile *file)
{
	struct posix_trace_recovered_np result;
	bool with_log = false;
	int err = 0, status;
	sigset_t before;

	if (has_log(recovery))
		err = copy_log(recovery, file, &with_log);
	hold_signals(&before);
	if (!err)
		err = posix_trace_recover_np(recovery->number, file->fd,
					     &result);
	status = err ? give_up(recovery, file, err) :
		       keep(recovery, file, with_log, &result);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return status;
}

/* Finds an unused name: several streams may be of one process. */
static int create_named(const struct recovery *recovery, struct logfile *file,
			char *path, size_t size)
{
	char name[TRACE_NAME_MAX];
	int err = EEXIST;

	name_of(recovery, name, sizeof(name));
	for (int i = 1; i <= NAMES_MAX && err == EEXIST; i++) {
		snprintf(path, size,
			 i == 1 ? "%s-%d.recovered.ptl" :
				  "%s-%d.recovered-%d.ptl",
			 name, (int)recovery->orphan.target, i);
		err = logfile_create(file, path, false);
	}
	return err;
}

static int move(const struct recovery *recovery)
{
	char path[TRACE_NAME_MAX + 64];
	struct logfile file;
	int err;

	err = recovery->output ?
		      logfile_create(&file, recovery->output, recovery->force) :
		      create_named(recovery, &file, path, sizeof(path));
	if (err)
		return logfile_refuse(
			recovery->output ? recovery->output : path, err);
	logfile_guard(&file);
	return fill(recovery, &file);
}

static bool goes_elsewhere(const struct recovery *recovery)
{
	return recovery->output || !has_log(recovery);
}

static void foretell_completion(const struct recovery *recovery)
{
	int fd, err;

	err = open_log(recovery, &fd);
	if (!err)
		close(fd);
	talk_plain("  %s: %s", log_of(recovery),
		   err ? why_not(err) : "would be completed");
}

void recovery_foretell(const struct recovery *recovery)
{
	char name[TRACE_NAME_MAX];

	if (recovery->quiet)
		return;
	tell_stream(recovery);
	if (recovery->output)
		talk_plain("  would be recovered to %s", recovery->output);
	else if (goes_elsewhere(recovery))
		talk_plain("  would be recovered to %s-%d.recovered.ptl",
			   name_of(recovery, name, sizeof(name)),
			   (int)recovery->orphan.target);
	else
		foretell_completion(recovery);
}

int recovery_run(const struct recovery *recovery)
{
	if (!recovery->quiet)
		tell_stream(recovery);
	return goes_elsewhere(recovery) ? move(recovery) : complete(recovery);
}
