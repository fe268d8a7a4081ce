/*
 * trace_objects.h - the objects of a trace, by their addresses and kinds
 */
#ifndef PXT_FORMAT_TRACE_OBJECTS_H
#define PXT_FORMAT_TRACE_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

struct pxt_trace_object;

/* Zeroes at first. */
struct pxt_trace_objects {
	void *tree; /* the one of each address that was told last */
	struct pxt_trace_object **object;
	size_t count, room;
};

void pxt_trace_objects_fini(struct pxt_trace_objects *objects);

/* A new one, or what is known of it anew; as much of the texts as a log may
 * hold. ENOMEM. */
int pxt_trace_objects_set(struct pxt_trace_objects *objects,
			  const struct posix_trace_object_np *object);

/* The one of that kind, else the one that was told last; kind NULL or "": any.
 * ESRCH. The texts are borrowed. */
int pxt_trace_objects_get(const struct pxt_trace_objects *objects, pid_t pid,
			  uint64_t address, const char *kind,
			  struct posix_trace_object_np *object);

/* One after another: 0, 1, 2... ESRCH: there are not as many. */
int pxt_trace_objects_list(const struct pxt_trace_objects *objects,
			   size_t index, struct posix_trace_object_np *object);

#endif
