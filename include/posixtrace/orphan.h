/* orphan.h - streams whose controller is gone, and the directory of streams */
#ifndef _POSIXTRACE_ORPHAN_H
#define _POSIXTRACE_ORPHAN_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What becomes of a stream whose controller has ended without shutting it
 * down: killed, by _exit(), or by executing another program. */
enum {
	/* It stops, at the latest with the first event 10 ms after that. */
	POSIX_TRACE_ORPHAN_STOP_NP = 0,
	/* It runs on, as a flight recorder. */
	POSIX_TRACE_ORPHAN_RUN_NP = 1
};

/* The attribute orphan, STOP by default. A stream that runs on does so as
 * its policy says: one of the policy LOOP has the newest events when it is
 * recovered, the others stop when they are full. EINVAL: no valid object, no
 * such value, a null pointer. */
int posix_trace_attr_getorphan_np(const trace_attr_t *attr, int *orphan);
int posix_trace_attr_setorphan_np(trace_attr_t *attr, int orphan);

/*
 * A stream whose controller is gone, without having shut it down: it was
 * killed, or executed another program. What its log does not have yet is in
 * memory, until somebody recovers it.
 */
struct posix_trace_orphan_np {
	char name[TRACE_NAME_MAX]; /* the stream's, as its attributes say */
	pid_t target;		   /* the process that was traced */
	int target_lives;	   /* it has not ended */
	pid_t controller;	   /* the process that is gone */
	int has_log;
	char log[4096]; /* where that was when the stream was made; "" where
			 * nobody knows */
};

/* Numbers of streams: those that could not be ended by the way, as their log is
 * gone, are set aside, and have numbers from {TRACE_SYS_MAX} on. */
#define POSIX_TRACE_NUMBERS_NP (2 * TRACE_SYS_MAX)

/* Tell what a stream is that no controller has any more. number: from 0 to
 * POSIX_TRACE_NUMBERS_NP - 1, of those of the caller's user. ENOENT: no stream has
 * the number. EBUSY: its controller lives. EBADMSG: it is damaged, or of
 * another version of posixtrace. EPERM: they are another user's. */
int posix_trace_get_orphan_np(int number, struct posix_trace_orphan_np *orphan);

/* Which of these has the file fd for its log: that file, not a copy. EALREADY:
 * the log is complete. ENOENT: nothing of it is in memory. EBUSY: it is being
 * recorded. EINVAL: it is no log. */
int posix_trace_find_orphan_np(int fd, int *number);

/* What a log has that was recovered. */
struct posix_trace_recovered_np {
	unsigned long long events;	/* in the log, ours included */
	unsigned long long from_memory; /* of these, only there before */
	unsigned long long lost;	/* events that found no room */
	unsigned long long cut_bytes;	/* of the log: what was begun last, and
					 * not finished */
	unsigned long long log_bytes;	/* length of the log */
};

/*
 * End such a stream: what is in memory goes to the log, STOP last, and the log
 * gets its end, as if the controller had shut the stream down just now.
 *
 * fd -1: the log itself is completed, where it was when the stream was made.
 * fd of a copy of the log, with all that it has so far: that one is completed
 * in its place. fd of an empty file: it becomes a log of what is in memory,
 * as far as this is known to be in no other log. fd has to be open for reading
 * and writing.
 *
 * After an error nothing is lost: all that was in memory is there, and can be
 * recovered again, also with another file. A stream that ran on records no
 * more then. What such an attempt wrote to a log that it completes stays, and
 * is not written twice; a file that was empty is of no use.
 *
 * ENOENT, EBADMSG, EPERM: as above. EBUSY: likewise, or somebody else recovers
 * it at the moment. EINVAL: fd is -1, and the stream has no log; or it is a
 * file that is none of the three. ESTALE: the log is not there any more, or is
 * another file by now. Else the error of opening or writing the log, as
 * ENOSPC.
 */
int posix_trace_recover_np(int number, int fd,
			   struct posix_trace_recovered_np *result);

/* Remove what processes have left in memory that are gone, and that no stream
 * needs. So do the function above and posix_trace_create(). */
int posix_trace_sweep_np(void);

/* The directory where streams of the caller's user are. */
struct posix_trace_directory_np {
	char path[4096];
	char refusal[128]; /* why it is not used; "": it is */
};

/* EPERM: it is refused. That it does not exist is told, but no error: it is made
 * when it is needed. */
int posix_trace_get_directory_np(struct posix_trace_directory_np *directory);

#ifdef __cplusplus
}
#endif

#endif
