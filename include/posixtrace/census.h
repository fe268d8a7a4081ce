/* census.h - the processes that can be traced, and the active streams */
#ifndef _POSIXTRACE_CENSUS_H
#define _POSIXTRACE_CENSUS_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What is there: of the caller's user; for root, of all users.
 *
 * The functions call visit once for each of what they look at, with a
 * description that is good until visit returns, and with the argument. What
 * they tell is of the moment they look, and nothing is stopped for it. visit
 * may call any function but these.
 */

/* A process that has asked the library for something, or is traced. */
struct posix_trace_traceable_np {
	pid_t pid;
	uid_t user;
	unsigned events;  /* types of events that its program has opened */
	unsigned streams; /* that it is traced into */
	int unreached;	  /* why it cannot map one of them, an error number, and
			   * its events are lost; 0: nothing is known of that */
};

/* Tell which processes can be traced. EPERM: the directory of streams is not
 * safe to use. */
int posix_trace_list_processes_np(
	void (*visit)(const struct posix_trace_traceable_np *process,
		      void *argument),
	void *argument);

/* An active stream. */
struct posix_trace_stream_np {
	int number;   /* no other stream of the user's has it */
	uid_t user;
	char name[TRACE_NAME_MAX];
	pid_t target; /* the process that it was made for */
	int target_lives;
	pid_t controller; /* the process that made it */
	int controller_lives;
	int policy;    /* POSIX_TRACE_LOOP, ..._UNTIL_FULL, ..._FLUSH */
	int inherited; /* POSIX_TRACE_INHERITED, ..._CLOSE_FOR_CHILD */
	int status;    /* POSIX_TRACE_RUNNING, ..._SUSPENDED */
	int full;      /* POSIX_TRACE_FULL, ..._NOT_FULL */
	struct timespec created;
	unsigned long long size;	/* bytes, as its attributes say */
	unsigned long long used;	/* bytes of chunks, may be more */
	unsigned long long events;	/* recorded so far, ours included;
					 * about */
	unsigned long long lost;	/* events that found no room */
	unsigned long long overwritten; /* events, unread, by LOOP */
	unsigned filtered; /* event types that are not recorded */
	int has_log;
	char log[4096]; /* where that was when the stream was made; "" where
			 * nobody knows */
	unsigned long long unreached; /* events, told as lost, of processes that
				       * could not map it for a while */
};

/* Tell which streams are active: into which a process is traced, or, with 0,
 * all. EPERM: as above, or the process is another user's. ESRCH: there is no
 * such process. */
int posix_trace_list_streams_np(
	pid_t pid,
	void (*visit)(const struct posix_trace_stream_np *stream,
		      void *argument),
	void *argument);

/* Tell the types of events that a process's program has opened, in that order.
 * EPERM, ESRCH: as above. */
int posix_trace_list_events_np(pid_t pid,
			       void (*visit)(trace_event_id_t event,
					     const char *name, void *argument),
			       void *argument);

/* Tell the descriptions of these, also those that were refused: see
 * posix_trace_description_check_np(). EPERM, ESRCH: as above. */
int posix_trace_list_descriptions_np(
	pid_t pid,
	void (*visit)(trace_event_id_t event, const char *name,
		      const char *description, void *argument),
	void *argument);

#ifdef __cplusplus
}
#endif

#endif
