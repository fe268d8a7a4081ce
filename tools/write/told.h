/*
 * told.h - which objects a log was told of
 */
#ifndef TOLD_H
#define TOLD_H

#include <stdbool.h>

#include <trace_np.h>

/* Zeroes at first. */
struct told {
	void *tree; /* of tsearch() */
};

/* Whether a log is told of it for the first time; it is not any more. Without
 * memory it is, each time. */
bool told_first(struct told *told, unsigned origin,
		const struct posix_trace_object_np *object);

void told_fini(struct told *told);

#endif
