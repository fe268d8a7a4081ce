/*
 * fleet_log.h - what is known of a log of a fleet without opening it
 *
 * It comes from the heads of the log's sections, or from the index that keeps
 * it. A log that grows is read on from where the last reading ended.
 */
#ifndef FLEET_LOG_H
#define FLEET_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/source.h"

enum {
	FLEET_NAME = 65,	/* name of a program, with its null */
	FLEET_PROCESSES = 4096, /* bytes of the list of processes */
	FLEET_SPANS = 1024,	/* spans of a log */
};

/* Chunks that follow each other in the file. */
struct fleet_span {
	int64_t first_ns; /* the log's own times */
	int64_t last_ns;
	uint64_t at; /* place of the first of them */
};

struct fleet_log {
	char *path; /* below the fleet's folder */

	/* The file when it was read */
	uint64_t size, inode;
	int64_t mtime_ns;

	int problem; /* error number: why it cannot be read; 0: it can */
	struct source_origin origin;
	char program[FLEET_NAME]; /* trace-name, or that of the folder */
	bool appends;
	bool has_ended;
	bool has_origins; /* made of others: of several hosts, maybe */
	bool has_times;
	bool is_timeless; /* a chunk's time is not known */
	bool is_damaged;
	bool knows_processes; /* the list is whole */
	int64_t first_ns, last_ns;
	uint64_t events, lost;
	uint64_t walked, number; /* end of the last section read, its number */

	char *processes; /* "PID NAME", each with its null */
	size_t processes_len;

	struct fleet_span *span; /* NULL: see spans_kept */
	size_t spans, span_room;
	unsigned chunks;     /* in the last span */
	bool has_spans_kept; /* the index has them */
};

void fleet_log_fini(struct fleet_log *log);

/* Reads the log, or what was added since the last reading. fd: borrowed.
 * Whatever is wrong with the log is in log->problem. ENOMEM. */
int fleet_log_read(struct fleet_log *log, int fd);

/* True if the file is as it was when it was read. */
bool fleet_log_is_fresh(const struct fleet_log *log, const struct stat *st);

#endif
