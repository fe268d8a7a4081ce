/*
 * kill_stream.h - a stream of the lab, with or without log
 */
#ifndef TESTS_SOAK_KILL_STREAM_H
#define TESTS_SOAK_KILL_STREAM_H

#include <trace.h>

#include "kill_audit.h"

/* How a stream is made. */
struct stream_plan {
	int policy;	/* POSIX_TRACE_LOOP ... */
	int log_policy; /* 0: no log */
	size_t size, log_size;
	size_t max_data;
	bool inherited;
};

/* Make a folder for logs. It is gone when the process ends, unless by SIGKILL;
 * which it has to do by exit() or quick_exit(). */
void stream_keep_logs(void);

/* An empty file for a log, with a name while the lab runs. */
int stream_make_log(unsigned number);

/* Make and start it; fd: for the log. */
trace_id_t stream_make(pid_t pid, const struct stream_plan *plan, int fd);

/* What is to be found of such a stream. */
void stream_expect(const struct stream_plan *plan, struct audit *audit);

void stream_tell(const struct stream_plan *plan);

/* The longest data that two streams both take whole is the shorter one's: any
 * plan may be drawn, but for max_data. */
void stream_draw(struct stream_plan *plan, size_t max_data, bool with_log);

#endif
