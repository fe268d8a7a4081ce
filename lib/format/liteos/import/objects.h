/*
 * objects.h - objects of LiteOS besides tasks: queues, mutexes
 *
 * Traces do not describe them. Each kind has its own numbers, which may equal
 * those of tasks, or addresses: so a value is announced as an object at its
 * first use, named by its number.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_OBJECTS_H
#define PXT_FORMAT_LITEOS_IMPORT_OBJECTS_H

#include <stdint.h>

#include "base/map.h"
#include "format/trace.h"

enum { PXT_LITEOS_RECENT = 32 };

/* Zero at first. */
struct pxt_liteos_objects {
	struct pxt_map announced;

	/* A small cache: most values occur again and again. */
	struct pxt_liteos_recent_object {
		pid_t pid;
		const char *kind;
		uint64_t value;
	} recent[PXT_LITEOS_RECENT];
};

void pxt_liteos_objects_fini(struct pxt_liteos_objects *objects);

/* Announces a value as an object of a kind, a constant, in a process. */
void pxt_liteos_objects_meet(struct pxt_liteos_objects *objects,
			     struct pxt_trace *trace, pid_t pid,
			     const char *kind, uint64_t value);

#endif
