/*
 * objects.h - objects and notes of all logs
 */
#ifndef SOURCE_MERGE_OBJECTS_H
#define SOURCE_MERGE_OBJECTS_H

#include "source/merge/merge.h"

int merge_objects_get(struct source *source, unsigned origin, pid_t pid,
		      unsigned long long address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object);
int merge_objects_list(struct source *source, unsigned origin,
		       source_object *visit, void *argument);

#endif
