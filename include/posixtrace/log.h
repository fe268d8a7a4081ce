/* log.h - what a log tells of itself, and its damage */
#ifndef _POSIXTRACE_LOG_H
#define _POSIXTRACE_LOG_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The clocks that events are timed with. */
enum {
	POSIX_TRACE_CLOCK_MONOTONIC_NP = 1, /* CLOCK_MONOTONIC */
	POSIX_TRACE_CLOCK_TSC_NP = 2,	    /* the time stamp counter */
	POSIX_TRACE_CLOCK_MADE_NP = 3	    /* none: see posix_trace_writer_np(3) */
};

/* Whether something kept the clock of a machine right, as NTP does. */
enum {
	POSIX_TRACE_SYNC_UNKNOWN_NP = 0,
	POSIX_TRACE_SYNC_NONE_NP = 1, /* nothing */
	POSIX_TRACE_SYNC_KEPT_NP = 2
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
	unsigned char boot[16]; /* random, of the machine since it booted: logs
				 * with the same had one clock; zero: not
				 * known */
	int clock_sync; /* POSIX_TRACE_SYNC_..._NP, at the beginning */
	long long clock_offset_ns;	   /* KEPT: to be added for the true
					    * time, as the kernel knew it */
	unsigned long long clock_error_ns; /* KEPT: right to that much */
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

#ifdef __cplusplus
}
#endif

#endif
