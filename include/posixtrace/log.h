/* log.h - facts about a log, and its damage */
#ifndef _POSIXTRACE_LOG_H
#define _POSIXTRACE_LOG_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Clocks of events. */
enum {
	POSIX_TRACE_CLOCK_MONOTONIC_NP = 1, /* CLOCK_MONOTONIC */
	POSIX_TRACE_CLOCK_TSC_NP = 2,	    /* the time stamp counter */
	POSIX_TRACE_CLOCK_MADE_NP = 3	    /* no clock: see
					     * posix_trace_writer_np(3) */
};

/* Synchronization of a machine's clock, as by NTP. */
enum {
	POSIX_TRACE_SYNC_UNKNOWN_NP = 0,
	POSIX_TRACE_SYNC_NONE_NP = 1, /* not synchronized */
	POSIX_TRACE_SYNC_KEPT_NP = 2
};

/* The attribute logcompression. */
enum {
	POSIX_TRACE_LOG_PLAIN_NP = 0, /* no compression */
	POSIX_TRACE_LOG_ZSTD_NP = 1   /* events are compressed by zstd */
};

/* The attribute logcompression, PLAIN by default: how events are compressed in
 * a log. It is that of a log that a stream, or posix_trace_writer_open_np(),
 * writes; and of one that was opened. log-max-size counts compressed events.
 * EINVAL: an invalid object or value, or a null pointer. ENOTSUP: this library
 * cannot compress so, as libzstd is not there; neither can it read such a
 * log. */
int posix_trace_attr_getlogcompression_np(const trace_attr_t *attr,
					  int *compression);
int posix_trace_attr_setlogcompression_np(trace_attr_t *attr, int compression);

/* The newest version of the log format. This library reads all from 1 on. */
enum { POSIX_TRACE_LOG_VERSION_NP = 4 };

/* Facts about a log. */
struct posix_trace_log_np {
	unsigned version; /* version of the format; 0: an early one without it
			   * in the header */
	unsigned char uuid[16];
	pid_t target;	/* the process that the stream was created for */
	int clock;	/* POSIX_TRACE_CLOCK_..._NP */
	double tick_ns; /* nanoseconds per tick, as measured at the beginning */
	int complete;	/* the log has its end, as far as it was read */
	char host[65];
	char system[128];	/* example: "Linux 6.1.0 x86_64" */
	unsigned char boot[16]; /* random id of the machine's boot: logs with
				 * the same one share a clock; zero: unknown */
	int clock_sync;		/* POSIX_TRACE_SYNC_..._NP, at the beginning */
	long long clock_offset_ns;	   /* KEPT: correction to true time, by
					    * the kernel's estimate */
	unsigned long long clock_error_ns; /* KEPT: maximum error */
};

/* Gets facts about a pre-recorded stream besides its attributes. EINVAL: trid
 * is not a pre-recorded stream. */
int posix_trace_get_log_np(trace_id_t trid, struct posix_trace_log_np *log);

/* Contents of a log, by the heads of its sections. */
struct posix_trace_count_np {
	unsigned long long chunks;
	unsigned long long events; /* including the stream's own. A few of an
				    * overwritten log are not delivered any
				    * more */
	unsigned long long lost;   /* events that are missing */
	unsigned long long event_bytes;	 /* bytes of events as recorded */
	unsigned long long stored_bytes; /* bytes of these in the file */
	unsigned long long overwritten;	 /* events that the log had, and has
					  * overwritten as it was full */
	int has_end; /* the log has its end, which tells the rest */
	unsigned long long events_in_all; /* events that the log ever had */
	unsigned long long lost_in_all;	  /* events that are missing in all, in
					   * what was overwritten, too */
};

/* Counts the contents of a pre-recorded stream by the sections of its log,
 * without reading events. The position of reading is unchanged. EINVAL: trid is
 * not a pre-recorded stream. */
int posix_trace_count_np(trace_id_t trid, struct posix_trace_count_np *count);

/* The damage met while reading a log. */
struct posix_trace_damage_np {
	unsigned count;		   /* damaged places met so far */
	unsigned long long offset; /* offset of the first one in the file, in
				    * bytes */
	char what[96];		   /* description of the damage, one line */
};

/* Gets the damage met so far in a pre-recorded stream. After the last event it
 * is complete: a count of 0 then means an intact log. EINVAL: trid is not a
 * pre-recorded stream. */
int posix_trace_get_damage_np(trace_id_t trid,
			      struct posix_trace_damage_np *damage);

#ifdef __cplusplus
}
#endif

#endif
