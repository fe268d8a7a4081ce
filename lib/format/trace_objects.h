/*
 * trace_objects.h - the objects of a trace, by their addresses and kinds
 *
 * An address may be that of one object after another, and an object may get
 * another name: each of these is kept, with the time since when it holds, as a
 * log keeps them (log/log_objects.h), and is found by the same rules. What is
 * told of a kind for a time that is not later than before replaces what was
 * told; of an address each begins at a time of its own. So a log which is told
 * of them in another order finds the same.
 */
#ifndef PXT_FORMAT_TRACE_OBJECTS_H
#define PXT_FORMAT_TRACE_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

enum { PXT_TRACE_OBJECTS_MAX = 64 << 20 }; /* bytes, as a log's reader keeps */

struct pxt_trace_object;

/* Zeroes at first. */
struct pxt_trace_objects {
	void *places;
	struct pxt_trace_object **object; /* as they were told */
	size_t count, room;
	size_t bytes;
};

void pxt_trace_objects_fini(struct pxt_trace_objects *objects);

/* Set the object that is at an address from object->since on. ENOMEM. ENOSPC:
 * there are too many. */
int pxt_trace_objects_set(struct pxt_trace_objects *objects,
			  const struct posix_trace_object_np *object);

/* The one of that kind that was there at a time, the first if that is before
 * all of them. Where there is none of that kind, one of any kind that was there
 * then. kind "": any, or the first. when NULL: in the end. ESRCH. The texts are
 * borrowed. */
int pxt_trace_objects_get(const struct pxt_trace_objects *objects, pid_t pid,
			  uint64_t address, const char *kind,
			  const struct timespec *when,
			  struct posix_trace_object_np *object);

/* One after another: 0, 1, 2... ESRCH: there are not as many. */
int pxt_trace_objects_list(const struct pxt_trace_objects *objects,
			   size_t index, struct posix_trace_object_np *object);

#endif
