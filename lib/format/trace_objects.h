/*
 * trace_objects.h - the objects of a trace, by their addresses and kinds
 *
 * An address may serve one object after another, and an object may be renamed:
 * every version is kept with the time at which it begins, as in a log
 * (log/log_objects.h), and found by the same rules. A version of the same kind
 * that begins no later than the last replaces it; versions at an address begin
 * at different times. So a log that gets them in another order finds the same
 * ones.
 */
#ifndef PXT_FORMAT_TRACE_OBJECTS_H
#define PXT_FORMAT_TRACE_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

enum {
	PXT_TRACE_OBJECTS_MAX = 64 << 20
}; /* bytes; a log's reader has the same
					    * limit */

struct pxt_trace_object;

/* Zero at first. */
struct pxt_trace_objects {
	void *places;
	struct pxt_trace_object **object; /* in order of arrival */
	size_t count, room;
	size_t bytes;
};

void pxt_trace_objects_fini(struct pxt_trace_objects *objects);

/* Sets the object at an address from object->since on. ENOMEM. ENOSPC: the
 * table is full. */
int pxt_trace_objects_set(struct pxt_trace_objects *objects,
			  const struct posix_trace_object_np *object);

/* Finds the object of a kind at a time, or the first one if all begin later;
 * without one of that kind, the object of any kind at that time. kind "": any
 * kind. when NULL: at the end. ESRCH. The texts are borrowed. */
int pxt_trace_objects_get(const struct pxt_trace_objects *objects, pid_t pid,
			  uint64_t address, const char *kind,
			  const struct timespec *when,
			  struct posix_trace_object_np *object);

/* Lists the objects: 0, 1, 2... ESRCH: no more. */
int pxt_trace_objects_list(const struct pxt_trace_objects *objects,
			   size_t index, struct posix_trace_object_np *object);

#endif
