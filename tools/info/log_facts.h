/*
 * log_facts.h - facts about a log
 */
#ifndef INFO_LOG_FACTS_H
#define INFO_LOG_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "source/source.h"

struct log_facts {
	struct source *source; /* borrowed */
	trace_id_t trid;       /* borrowed */
	struct posix_trace_log_np log;
	struct posix_trace_count_np count; /* verified: delivered events */
	struct posix_trace_damage_np damage;
	char comm[64];		   /* name of the target, or "" */
	char command[512];	   /* arguments of the target, cut */
	char name[TRACE_NAME_MAX]; /* name of the stream */
	char generation[TRACE_NAME_MAX];
	struct timespec created;
	struct timespec first; /* if has_events */
	struct timespec last;
	bool has_events;
	bool verified;		      /* all was read */
	unsigned long long losses;    /* verified: number of gaps */
	unsigned long long uncounted; /* gaps of unknown size */
	int stream_policy;
	int log_policy;
	int compression; /* POSIX_TRACE_LOG_..._NP */
	int inheritance;
	size_t stream_size;
	size_t log_size; /* limit; 0: none */
	size_t max_data;
	uint64_t bytes; /* size of the file */
};

/* Gathers facts. source: a log, borrowed. verify: read all of it. Returns an
 * error number of reading. */
int log_facts_gather(struct log_facts *facts, struct source *source,
		     bool verify);

/* Names of a policy, an inheritance or a clock. */
const char *log_facts_stream_policy(const struct log_facts *facts);
const char *log_facts_log_policy(const struct log_facts *facts);
const char *log_facts_inheritance(const struct log_facts *facts);
const char *log_facts_clock(const struct log_facts *facts);
const char *log_facts_compression(const struct log_facts *facts);

/* Compression made the events so many times smaller; 0: unknown. */
double log_facts_ratio(const struct log_facts *facts);

/* The synchronization of its clock, for appending; "" if unknown. */
const char *log_facts_sync(const struct log_facts *facts);

/* Returns one of the merged logs, counted from 1; false: no more. Texts are fit
 * to be shown. */
bool log_facts_origin(const struct log_facts *facts, unsigned number,
		      struct posix_trace_origin_np *origin);

/* False: the log tells nothing of this one. */
bool log_facts_knows(const struct posix_trace_origin_np *origin);

/* The log's UUID, as in "01234567-89ab-...". */
enum { LOG_FACTS_UUID = 37 };
void log_facts_uuid(const unsigned char uuid[16], char text[LOG_FACTS_UUID]);

/* Prints facts to stdout. all: otherwise long lists are cut. */
void log_facts_print(const struct log_facts *facts, const char *file, bool all,
		     bool utc);

/* Same as one JSON object on a line. Returns an error number; ENOTSUP: built
 * without JSON. */
int log_facts_print_json(const struct log_facts *facts, const char *file);

#endif
