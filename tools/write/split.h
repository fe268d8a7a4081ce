/*
 * split.h - a log in several parts
 *
 * Each item that is wanted goes to one part, and each part is a whole log.
 */
#ifndef SPLIT_H
#define SPLIT_H

#include <stdint.h>

#include "common/digest.h"
#include "common/filename.h"
#include "select/selection.h"
#include "source/source.h"
#include "write/to_log.h"

enum split_by { SPLIT_BY_NOTHING, SPLIT_BY_PROCESS, SPLIT_BY_THREAD,
		SPLIT_BY_EVENT };

struct split {
	/* What the user asked for. */
	const char *pattern; /* of the parts' names */
	enum split_by by;
	uint64_t bytes;	 /* of a part, about; 0: any */
	int64_t time_ns; /* of a part; 0: any */
	struct to_log to;

	struct source *source;
	struct selection *selection;
	struct digest digest; /* of both */
	unsigned parts;	      /* so far */
};

/* One part for each process, thread or type of events. Gives the exit status,
 * and has told what was wrong. */
int split_by(struct split *split);

/* When an item comes: a loss at its end. */
struct timespec split_time(const struct posix_trace_item_np *item);

/* What the source knows of a process, for names of parts. program: 64 bytes. */
void split_tell_process(const struct split *split, unsigned origin, pid_t pid,
			char *program, struct filename_facts *facts);

/* The UUID of a part that has the number. */
void split_uuid(const struct split *split, unsigned number,
		unsigned char uuid[16]);

#endif
