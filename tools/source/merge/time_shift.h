/*
 * time_shift.h - aligning traces without real time
 */
#ifndef SOURCE_MERGE_TIME_SHIFT_H
#define SOURCE_MERGE_TIME_SHIFT_H

#include "source/source.h"

/* For a source of source_merge.h: traces of their own time, see own_time.h, are
 * shifted to the begin of the first log with real time. Without such a log they
 * are not. Reports that. Returns an error number of reading. */
int merge_time_shift(struct source *source);

#endif
