/*
 * open_logs.h - the handles of logs that are open
 *
 * A handle is a number that no other log gets, not an address: one that was
 * closed is known as such, whoever still uses it. Threads take turns at a log, and
 * its end waits for the call that is in the middle of it.
 */
#ifndef FIRMWARE_AIX_OPEN_LOGS_H
#define FIRMWARE_AIX_OPEN_LOGS_H

#include <pthread.h>
#include <stdbool.h>

#include <trace_np.h>

#include "firmware/aix/public.h"
#include "template/render.h"

/* The parts of an entry that a search compares. */
struct log_entry {
	trc_hookid_t hook;
	pid_t pid, tid;
	struct timespec time;
};

struct __trc_log {
	/* open_logs.c alone uses these. */
	struct __trc_log *next;
	trc_log_handle_t handle;
	unsigned users;
	pthread_mutex_t lock; /* for all below */
	bool is_closed;

	int fd;
	trace_id_t trid;
	bool is_processed;
	trc_logpos_t position;
	bool has_last;
	struct log_entry last; /* the one read last */
	struct pxt_templates *templates;
	struct pxt_render *render;
};

/* Gives the log, which is made by malloc(), a handle. */
trc_log_handle_t open_logs_add(struct __trc_log *log);

/* The log, for the caller alone until it is put. NULL: the handle is not open. */
struct __trc_log *open_logs_get(trc_log_handle_t handle);
void open_logs_put(struct __trc_log *log);

/* The same, and the handle is closed. Putting the log frees it. */
struct __trc_log *open_logs_take(trc_log_handle_t handle);

#endif
