/*
 * target.h - what is to be reached, and whether it was
 */
#ifndef TARGET_H
#define TARGET_H

#include <stdbool.h>

#include "result.h"

enum target {
	TARGET_NOTHING,
	TARGET_SUSPENDED,
	TARGET_FILTERED,
	TARGET_LOOP,
	TARGET_TWO_THREADS,
	TARGET_SIZES,
	TARGET_SMALL_STREAM,
	TARGET_LONG_DATA,
	TARGET_WORST,
	TARGET_SECOND_STREAM,
	TARGET_THREADS,
	TARGET_PROCESSES,
	TARGET_CHUNKS,
	TARGET_LINKING,
	TARGET_ATTACHING,
	TARGET_IDLE_MEMORY,
	TARGET_CREATING,
	TARGET_SUSTAINED,
	TARGET_LOSSES,
	TARGET_LOG_THREAD,
	TARGET_PACKED_RATE,
	TARGET_PACKED_SIZE,
	TARGET_PART,
	TARGET_GETNEXT,
	TARGET_SEEK,
	TARGET_READER_MEMORY,
	TARGET_WALK,
	TARGET_WALK_TWO,
	TARGET_STAT,
	TARGET_SHOW,
	TARGET_SHOW_JSON,
	TARGET_EXPORT_MEMORY,
	TARGET_THREADX,
	TARGET_LITEOS,
	TARGET_LITEOS_STREAM,
	TARGET_RKH_STREAM,
	TARGET_AIX_EVENT,
	TARGET_AIX_OFF,
	TARGET_LITEOS_EVENT,
	TARGET_LITEOS_OFF,
	TARGET_RKH_EVENT,
	TARGET_RKH_OFF,
	TARGET_THREADX_EVENT,
	TARGET_THREADX_OFF,
	TARGET_TEMPLATES,
	TARGET_WRAP_LOCK,
	TARGET_WRAP_MASKED,
	TARGET_WRAP_FILTERED,
	TARGET_WRAP_START,
	TARGET_LTTNG,
	TARGET_BABELTRACE,
	TARGET_SCALE_SEEK,
	TARGET_SCALE_STAT,
	TARGET_SCALE_MEMORY,
	TARGETS,
};

struct targets {
	double measured[TARGETS];
};

void targets_init(struct targets *targets);

/* Several measurements of one target: the worst counts. */
void targets_measured(struct targets *targets, enum target target,
		      double value);

/* All targets of a section go into the results. */
void targets_conclude(const struct targets *targets, const char *section,
		      struct results *results);

#endif
