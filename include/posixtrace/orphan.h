/* orphan.h - streams whose controller is gone, and the runtime directory */
#ifndef _POSIXTRACE_ORPHAN_H
#define _POSIXTRACE_ORPHAN_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The fate of a stream whose controller ends without shutting it down: killed,
 * by _exit(), or by executing another program. */
enum {
	/* Recording stops, at the latest with the first event 10 ms after
	 * that. */
	POSIX_TRACE_ORPHAN_STOP_NP = 0,
	/* Recording goes on, as in a flight recorder. */
	POSIX_TRACE_ORPHAN_RUN_NP = 1
};

/* The attribute orphan, STOP by default. A stream that runs on follows its
 * policy: with LOOP it has the newest events when it is recovered, otherwise
 * it stops when it is full. EINVAL: an invalid object or value, or a null
 * pointer. */
int posix_trace_attr_getorphan_np(const trace_attr_t *attr, int *orphan);
int posix_trace_attr_setorphan_np(trace_attr_t *attr, int orphan);

/*
 * An orphan: a stream whose controller is gone without having shut it down,
 * killed, or executing another program. Events that its log does not have are
 * in memory, until it is recovered.
 */
struct posix_trace_orphan_np {
	char name[TRACE_NAME_MAX]; /* name of the stream, from its attributes */
	pid_t target;		   /* the process that was traced */
	int target_lives;	   /* the target has not ended */
	pid_t controller;	   /* the process that is gone */
	int has_log;
	char log[4096]; /* path of the log when the stream was created; "" if
			 * unknown */
};

/* Numbers of streams: orphans that could not be ended in passing, as their log
 * is gone, are set aside, with numbers from {TRACE_SYS_MAX} on. */
#define POSIX_TRACE_NUMBERS_NP (2 * TRACE_SYS_MAX)

/* Gets a description of an orphan. number: from 0 to POSIX_TRACE_NUMBERS_NP -
 * 1, for the caller's user. ENOENT: no such stream. EBUSY: its controller
 * lives. EBADMSG: damaged, or of another version of posixtrace. EPERM: another
 * user's. */
int posix_trace_get_orphan_np(int number, struct posix_trace_orphan_np *orphan);

/* Finds the orphan whose log is the file fd: that file, not a copy. EALREADY:
 * the log is complete. ENOENT: nothing of it is in memory. EBUSY: it is being
 * recorded. EINVAL: not a log. */
int posix_trace_find_orphan_np(int fd, int *number);

/* Contents of a recovered log. */
struct posix_trace_recovered_np {
	unsigned long long events;	/* in the log, including the stream's
					 * own */
	unsigned long long from_memory; /* part of these that came from
					 * memory */
	unsigned long long lost;	/* events without room, in the stream or
					 * in the log */
	unsigned long long cut_bytes;	/* bytes cut from the log: an unfinished
					 * section */
	unsigned long long log_bytes;	/* length of the log */
};

/*
 * Ends an orphan: its events go from memory to the log, STOP last, and the log
 * gets its end, as if the controller had shut the stream down just now.
 *
 * fd -1: the log itself is completed, at its path when the stream was created.
 * fd of a complete copy of the log: the copy is completed in its place. fd of
 * an empty file: it becomes a log of the events in memory, as far as these are
 * known to be in no other log. fd has to be open for reading and writing.
 *
 * After an error nothing is lost: memory is unchanged, and can be recovered
 * again, also with another file. A stream that ran on records no more then.
 * Events already written to a log that is being completed stay, and are not
 * written twice; a file that was empty is useless.
 *
 * ENOENT, EBADMSG, EPERM: as above. EBUSY: likewise, or another process is
 * recovering it. EINVAL: fd is -1, and the stream has no log; or the file is
 * none of the three. ESTALE: the log is missing, or another file. Otherwise the
 * error of opening or writing the log, as ENOSPC.
 */
int posix_trace_recover_np(int number, int fd,
			   struct posix_trace_recovered_np *result);

/* Removes files of ended processes that no stream needs. The function above and
 * posix_trace_create() do so, too. */
int posix_trace_sweep_np(void);

/* The runtime directory of the caller's user. */
struct posix_trace_directory_np {
	char path[4096];
	char refusal[128]; /* reason for not using it, or "" */
};

/* EPERM: it is refused. A missing directory is reported, but no error: it is
 * made when needed. */
int posix_trace_get_directory_np(struct posix_trace_directory_np *directory);

#ifdef __cplusplus
}
#endif

#endif
