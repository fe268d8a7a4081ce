/*
 * own_time.h - what does not know the time, beside what does
 */
#ifndef SOURCE_MERGE_OWN_TIME_H
#define SOURCE_MERGE_OWN_TIME_H

#include "source/source.h"

/* Of a source of source_merge.h: traces of their own time, see own_time.h, begin
 * where the first log begins that knows the time. Without such a log several of
 * them stay where they are. Tells so. An error number of reading. */
int merge_own_time(struct source *source);

#endif
