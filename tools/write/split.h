/*
 * split.h - splitting a log into parts
 *
 * Each selected item goes to one part, and each part is a complete log.
 */
#ifndef SPLIT_H
#define SPLIT_H

#include <stdint.h>

#include "common/digest.h"
#include "common/filename.h"
#include "select/selection.h"
#include "source/source.h"
#include "write/to_log.h"

enum split_by {
	SPLIT_BY_NOTHING,
	SPLIT_BY_PROCESS,
	SPLIT_BY_THREAD,
	SPLIT_BY_EVENT
};

struct split {
	/* The user's options. */
	const char *pattern; /* pattern of the parts' names */
	enum split_by by;
	uint64_t bytes;	 /* approximate size of a part; 0: any */
	int64_t time_ns; /* duration of a part; 0: any */
	struct to_log to;

	struct source *source;
	struct selection *selection;
	struct digest digest; /* digest of source and selection */
	unsigned parts;	      /* number of parts so far */
};

/* Splits by process, thread or event type. Returns the exit status, after
 * reporting errors. */
int split_by(struct split *split);

/* The time of an item: for a loss, its end. */
struct timespec split_time(const struct posix_trace_item_np *item);

/* Facts about a process, for names of parts. program: 64 bytes. */
void split_tell_process(const struct split *split, unsigned origin, pid_t pid,
			char *program, struct filename_facts *facts);

/* The UUID of the part with that number. */
void split_uuid(const struct split *split, unsigned number,
		unsigned char uuid[16]);

#endif
