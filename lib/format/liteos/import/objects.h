/*
 * objects.h - the objects of LiteOS that are no tasks: queues, mutexes
 *
 * No trace tells of them. Each kind has numbers of its own, which may be those
 * of tasks, too, or addresses: so it is told what a value is, when it is met,
 * and that its name is its number.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_OBJECTS_H
#define PXT_FORMAT_LITEOS_IMPORT_OBJECTS_H

#include <stdint.h>

#include "base/map.h"
#include "format/trace.h"

enum { PXT_LITEOS_RECENT = 32 };

/* Zeroes at first. */
struct pxt_liteos_objects {
	struct pxt_map met;

	/* Some that were: most are met again and again. */
	struct pxt_liteos_met {
		pid_t pid;
		const char *kind;
		uint64_t value;
	} recent[PXT_LITEOS_RECENT];
};

void pxt_liteos_objects_fini(struct pxt_liteos_objects *objects);

/* A value that is an object of that kind, a constant, of a process. */
void pxt_liteos_objects_meet(struct pxt_liteos_objects *objects,
			     struct pxt_trace *trace, pid_t pid,
			     const char *kind, uint64_t value);

#endif
