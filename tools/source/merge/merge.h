/*
 * merge.h - what the parts of a merge share
 *
 * Several logs are one source in parts that each know one thing: merge_input
 * a log, merge_types and merge_origins the numbers, merge_processes what is
 * known of processes, merge_threads of threads, merge_objects of objects,
 * merge_reopened of logs that are closed, merge_notes what is noted,
 * merge_items the order, merge_attributes what the logs are as one, merge_admit how a
 * log comes in, and merge_grow when, if it was not there at the beginning.
 * source_merge is made of them.
 *
 * Functions that take a source are as those of struct source_class.
 */
#ifndef SOURCE_MERGE_MERGE_H
#define SOURCE_MERGE_MERGE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "source/merge/heap.h"
#include "source/origins.h"
#include "source/processes.h"
#include "source/source.h"
#include "source/source_as.h"
#include "source/types.h"

#define MERGE_NOBODY UINT_MAX /* an origin without items */

enum {
	MERGE_OPEN = 64,     /* limit of open logs */
	MERGE_REOPENED = 64, /* limit of those that are open for a question */
};

enum merge_state {
	MERGE_AHEAD,   /* in the heap, not begun */
	MERGE_READING, /* in the heap, with an item */
	MERGE_WAITING, /* waits for more to be recorded */
	MERGE_OVER,
};

struct merge_thread_key {
	unsigned origin;
	pid_t pid, tid;
};

/* A merged log. */
struct merge_input {
	char *name;
	struct source *source; /* NULL: closed at present */
	struct stat file;
	unsigned char uuid[16];
	enum merge_state state;
	bool is_complete;
	bool is_told;	  /* damage was reported */
	bool is_reopened; /* open for questions, not to be read */
	bool is_gone;	  /* could not be opened again */
	bool has_times;
	struct timespec first, last;
	struct clock_shift shift;
	struct posix_trace_status_info status; /* if complete */

	unsigned *origins; /* numbers by those in the log */
	size_t origin_count, origin_room;
	trace_event_id_t *types; /* numbers by those in the log; 0: none so
				  * far */
	size_t type_room;
	pid_t process; /* known process, of this origin there */
	unsigned process_origin;
	struct merge_thread_key thread; /* known thread, there */

	struct posix_trace_item_np item; /* READING */
	trace_event_set_t sets[2];	 /* data of an item with sets of
					  * types */
};

struct merge_note {
	unsigned origin;
	char *key, *value;
};

struct merge_notes {
	struct merge_note *note;
	size_t count, room;
};

/* Names of threads, kept when their log is closed. */
struct merge_threads {
	struct pxt_map numbers; /* + 1, by origin, process and thread */
	char **name;		/* NULL: none */
	size_t count, room;
};

struct merge {
	struct source source;
	char *name;
	struct source_as as; /* settings of all inputs */
	struct merge_input *input;
	size_t count;
	char *const *given; /* names that may match further logs, or NULL */
	size_t given_count;
	bool follows; /* follow logs without an end */
	int status;   /* worst damage of closed logs */

	bool has_span; /* logs that are not opened have these times */
	int64_t span_first_ns, span_last_ns;
	struct pxt_map
		uuids; /* UUIDs of all logs, and of what they were made of */

	struct heap heap;
	struct merge_input *current; /* log of the last delivered item */
	bool is_sought;
	int64_t from_ns; /* start time, if set */

	struct origins origins;
	struct processes processes;
	struct merge_threads threads;
	struct merge_notes notes;
	size_t *newest; /* number of the last log of each origin */
	size_t newest_room;
	/* Numbers of logs, the one that was asked last at the end. */
	size_t reopened[MERGE_REOPENED];
	unsigned reopened_count;
	struct pxt_map unknown; /* questions that closed logs do not answer */
	struct types types;
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];

	size_t max_data;	 /* maximum over all streams */
	struct timespec created; /* earliest, if known */
};

static inline struct merge *merge_of(struct source *source)
{
	return (struct merge *)source;
}

/* Under a lack of memory or descriptors, logs are closed early. */
static inline bool merge_is_crowded(const struct merge *merge)
{
	return merge->count > MERGE_OPEN;
}

#endif
