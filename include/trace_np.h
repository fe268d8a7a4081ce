/*
 * trace_np.h - what posixtrace adds to <trace.h>
 *
 * Every name ends in _np or _NP and is ours: no standard knows it. The
 * functions return zero or an error number and leave errno alone.
 */
#ifndef _TRACE_NP_H
#define _TRACE_NP_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What posix_trace_getnext_item_np() delivers. */
enum {
	POSIX_TRACE_ITEM_EVENT_NP = 0, /* an event */
	POSIX_TRACE_ITEM_LOSS_NP = 1   /* events that were not recorded */
};

/*
 * One item of a trace: an event, or a place where events are missing.
 *
 * For a loss, info.posix_timestamp is its beginning, info.posix_pid and tid
 * say who lost them (0 where nobody in particular is known to have), and the
 * other members of info mean nothing.
 */
struct posix_trace_item_np {
	int kind;			    /* POSIX_TRACE_ITEM_..._NP */
	pid_t tid;			    /* the kernel's thread id */
	struct posix_trace_event_info info; /* as getnext_event gives it */
	const void *data;	/* borrowed until the next read of the stream */
	size_t data_len;	/* bytes in data */
	unsigned long long lost;  /* a loss: how many events */
	struct timespec lost_end; /* a loss: the end of its interval */
};

/* Deliver the next item of a pre-recorded stream, as
 * posix_trace_getnext_event() does, but with losses in their place, with the
 * kernel's thread id, and without copying the data. One thread at a time may
 * read a stream this way. EINVAL: trid is no pre-recorded stream. */
int posix_trace_getnext_item_np(trace_id_t trid,
				struct posix_trace_item_np *item,
				int *unavailable);

/*
 * Go to a time in a pre-recorded stream, forwards or backwards: what is
 * delivered next is the first event whose timestamp is not before *time, or
 * the first loss whose interval ends not before it. Behind the last event
 * that is none; if the log grows, reading goes on from there. What follows,
 * and the timestamps, are as without seeking.
 *
 * It takes about as long in a long log as in a short one. If the clock was
 * set back while the log was recorded, it may have *time twice; then either
 * place may be found.
 *
 * EINVAL: trid is no pre-recorded stream, or *time no time. After an error of
 * reading the log, the stream is as after posix_trace_rewind().
 */
int posix_trace_seek_np(trace_id_t trid, const struct timespec *time);

/* Tell when the first item of a pre-recorded stream is, which is where a loss
 * begins, and when the last one is. It takes about as long in a long log as in
 * a short one. Afterwards, and after an error of reading the log, the stream
 * is as after posix_trace_rewind(). ENODATA: it has none. EINVAL: trid is no
 * pre-recorded stream. */
int posix_trace_get_times_np(trace_id_t trid, struct timespec *first,
			     struct timespec *last);

/* The clocks that events are timed with. */
enum {
	POSIX_TRACE_CLOCK_MONOTONIC_NP = 1, /* CLOCK_MONOTONIC */
	POSIX_TRACE_CLOCK_TSC_NP = 2	    /* the time stamp counter */
};

/* What a log tells of itself. */
struct posix_trace_log_np {
	unsigned version; /* of the format; 0: the log is of the first ones,
			   * which do not say it in their header */
	unsigned char uuid[16];
	pid_t target;	/* the process the stream was made for */
	int clock;	/* POSIX_TRACE_CLOCK_..._NP */
	double tick_ns; /* nanoseconds per tick, as known at the beginning */
	int complete;	/* the log has its end, as far as it has been read */
	char host[65];
	char system[128]; /* as in "Linux 6.1.0 x86_64" */
};

/* Tell what a pre-recorded stream tells of itself besides its attributes.
 * EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_log_np(trace_id_t trid, struct posix_trace_log_np *log);

/* What the sections of a log have, as they say themselves. */
struct posix_trace_count_np {
	unsigned long long chunks;
	unsigned long long events; /* ours included. In a log that was
				    * overwritten a few of them are not
				    * delivered any more */
	unsigned long long lost;   /* events that are missing */
};

/* Count what a pre-recorded stream has, by a look at each section of the log,
 * without reading the events. Where one reads goes on as before. EINVAL: trid
 * is no pre-recorded stream. */
int posix_trace_count_np(trace_id_t trid, struct posix_trace_count_np *count);

/* What a stream with log has taken so far. */
struct posix_trace_totals_np {
	unsigned long long events;    /* events in the log, ours included */
	unsigned long long lost;      /* events that found no room, in the
				       * stream or, for now, in the log */
	unsigned long long log_bytes; /* length of the log */
	unsigned threads;	      /* different threads with events */
};

/* Tell the totals of an active stream with log. They are complete after
 * posix_trace_flush(). EINVAL: trid is no active stream with log. */
int posix_trace_get_totals_np(trace_id_t trid,
			      struct posix_trace_totals_np *totals);

/* A process that a log speaks of. The strings are borrowed until the log is
 * closed. */
struct posix_trace_process_np {
	pid_t pid;
	const char *name;    /* the program's name, without its path */
	const char *command; /* its arguments, separated by spaces */
};

/* Tell what a pre-recorded stream knows of one process. ESRCH: nothing.
 * EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_process_np(trace_id_t trid, pid_t pid,
			       struct posix_trace_process_np *process);

/* The first damage met while reading a log. */
struct posix_trace_damage_np {
	unsigned count;		   /* damaged places met so far */
	unsigned long long offset; /* of the first one, in bytes */
	char what[96];		   /* what was found there, one line */
};

/* Tell which damage reading a pre-recorded stream has met so far. After the
 * last event that is all there is: a count of 0 then says the log is whole.
 * EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_damage_np(trace_id_t trid,
			      struct posix_trace_damage_np *damage);

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

/* Tell what a stream is that no controller has any more. number: from 0 to
 * {TRACE_SYS_MAX} - 1, of those of the caller's user. ENOENT: no stream has
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

/* The version of the library, as in "1.2.3". The string is static. */
const char *posix_trace_version_np(void);

#ifdef __cplusplus
}
#endif

#endif
