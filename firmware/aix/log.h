/*
 * log.h - a log that is read by the functions of libtrace
 */
#ifndef FIRMWARE_AIX_LOG_H
#define FIRMWARE_AIX_LOG_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "firmware/aix/public.h"
#include "template/render.h"

enum { LOG_INFO_MAGIC = 0x7472696e };

/* The parts of an entry that a search compares. */
struct log_entry {
	trc_hookid_t hook;
	pid_t pid, tid;
	struct timespec time;
};

struct __trc_log {
	int magic;
	pthread_mutex_t lock; /* recursive; for all below */
	int fd;
	trace_id_t trid;
	bool is_processed;
	trc_logpos_t position;
	bool has_last;
	struct log_entry last; /* the one read last */
	struct pxt_templates *templates;
	struct pxt_render *render;
};

/* The form in which ids are given: three digits where these suffice. */
static inline trc_hookid_t log_given_id(uint16_t id)
{
	return id % 16 ? id : id >> 4;
}

/* Frees what the facts of a log point to. */
void log_info_free(trc_log_info_t *info);

#endif
