/* census.h - the processes that can be traced, and the active streams */
#ifndef _POSIXTRACE_CENSUS_H
#define _POSIXTRACE_CENSUS_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Processes and streams of the caller's user; for root, of all users.
 *
 * The functions call visit once for each, with a description that is valid
 * until visit returns, and with the argument. The description is a snapshot;
 * nothing is stopped for it. visit may call any function but these.
 */

/* A process that has used the library, or is traced. */
struct posix_trace_traceable_np {
	pid_t pid;
	uid_t user;
	unsigned events;  /* types of events that its program has opened */
	unsigned streams; /* streams that trace it */
	int unreached;	  /* error number of mapping one of them, whose events
			   * are lost; 0: none known */
	pid_t own_pid;	  /* its number in its own PID namespace. Of a process
			   * that is not seen from here, pid is a number above
			   * those of the kernel, which all functions take */
	unsigned long long space; /* that namespace, as /proc/PID/ns/pid has it;
				   * 0: unknown */
	char program[16];	  /* of a process that is not seen from here:
				   * the beginning of its program's name */
};

/* Visits processes that can be traced. EPERM: the runtime directory is not safe
 * to use. */
int posix_trace_list_processes_np(
	void (*visit)(const struct posix_trace_traceable_np *process,
		      void *argument),
	void *argument);

/* An active stream. */
struct posix_trace_stream_np {
	int number; /* unique among the user's streams, or those beside it */
	uid_t user;
	char name[TRACE_NAME_MAX];
	pid_t target; /* the process that it was created for */
	int target_lives;
	pid_t controller; /* the process that created it */
	int controller_lives;
	int policy;    /* POSIX_TRACE_LOOP, ..._UNTIL_FULL, ..._FLUSH */
	int inherited; /* POSIX_TRACE_INHERITED, ..._CLOSE_FOR_CHILD */
	int status;    /* POSIX_TRACE_RUNNING, ..._SUSPENDED, and */
	int full;      /* POSIX_TRACE_FULL, ..._NOT_FULL, both as of
			* posix_trace_get_status() */
	struct timespec created;
	unsigned long long size;	/* bytes, from its attributes */
	unsigned long long used;	/* bytes of chunks, may be more */
	unsigned long long events;	/* recorded so far, including the
					 * stream's own; approximate */
	unsigned long long lost;	/* events that found no room */
	unsigned long long overwritten; /* events overwritten before they were
					 * read, and others of the same time,
					 * which a reader left out */
	unsigned filtered;		/* event types that are not recorded */
	int has_log;
	char log[4096]; /* path of the log when the stream was created; "" if
			 * unknown */
	unsigned long long unreached; /* events, reported as lost, of processes
				       * that could not map it for a while, or
				       * told them by posix_trace_lose_np() */
	pid_t beside; /* a process in whose root, or with whose users, the
		       * runtime directory of the stream is; 0: the user's */
};

/* Visits active streams: those that trace a process, or, with pid 0, all.
 * EPERM: as above, or the process is another user's. ESRCH: no such process.
 * ENOMEM, EMFILE, ENFILE: some were left out for want of memory, address space or
 * descriptors; the others were visited. */
int posix_trace_list_streams_np(
	pid_t pid,
	void (*visit)(const struct posix_trace_stream_np *stream,
		      void *argument),
	void *argument);

/* Visits the event types that a process's program has opened, in that order.
 * EPERM, ESRCH: as above. */
int posix_trace_list_events_np(pid_t pid,
			       void (*visit)(trace_event_id_t event,
					     const char *name, void *argument),
			       void *argument);

/* Visits their descriptions, including refused ones: see
 * posix_trace_description_check_np(). EPERM, ESRCH: as above. */
int posix_trace_list_descriptions_np(pid_t pid,
				     void (*visit)(trace_event_id_t event,
						   const char *name,
						   const char *description,
						   void *argument),
				     void *argument);

#ifdef __cplusplus
}
#endif

#endif
