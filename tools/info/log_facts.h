/*
 * log_facts.h - what there is to know of a log as a whole
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
	trace_id_t trid;       /* likewise */
	struct posix_trace_log_np log;
	struct posix_trace_count_np count; /* verified: as delivered */
	struct posix_trace_damage_np damage;
	char comm[64];		   /* of the target, or "" */
	char command[512];	   /* its arguments, as far as they go */
	char name[TRACE_NAME_MAX]; /* of the stream */
	char generation[TRACE_NAME_MAX];
	struct timespec created;
	struct timespec first; /* if has_events */
	struct timespec last;
	bool has_events;
	bool verified;		   /* all was read */
	unsigned long long losses; /* verified: places where some are missing */
	unsigned long long uncounted; /* those that do not say how many */
	int stream_policy;
	int log_policy;
	int inheritance;
	size_t stream_size;
	size_t log_size; /* at most; 0: no limit */
	size_t max_data;
	uint64_t bytes; /* of the file */
};

/* Gather them. source: a log, borrowed. verify: read all of it. An error number
 * of reading. */
int log_facts_gather(struct log_facts *facts, struct source *source,
		     bool verify);

/* What a policy, an inheritance or a clock is called. */
const char *log_facts_stream_policy(const struct log_facts *facts);
const char *log_facts_log_policy(const struct log_facts *facts);
const char *log_facts_inheritance(const struct log_facts *facts);
const char *log_facts_clock(const struct log_facts *facts);

/* Whether its clock was kept right, behind that; "" if nobody knows. */
const char *log_facts_sync(const struct log_facts *facts);

/* One of the logs that it was made of, counted from 1; false: there are not as
 * many. Its texts are fit to be shown. */
bool log_facts_origin(const struct log_facts *facts, unsigned number,
		      struct posix_trace_origin_np *origin);

/* The log's UUID, as in "01234567-89ab-...". */
enum { LOG_FACTS_UUID = 37 };
void log_facts_uuid(const unsigned char uuid[16], char text[LOG_FACTS_UUID]);

/* Print them to stdout. all: or else some of what there are many of. */
void log_facts_print(const struct log_facts *facts, const char *file, bool all,
		     bool utc);

/* The same as one JSON object on a line. An error number; ENOTSUP: there is no
 * JSON in this build. */
int log_facts_print_json(const struct log_facts *facts, const char *file);

#endif
