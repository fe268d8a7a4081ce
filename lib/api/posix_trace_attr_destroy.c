/*
 * posix_trace_attr_destroy.c - the life of an attributes object
 *
 * The object owns no memory: only its magic shows that it is alive.
 */
#include <errno.h>
#include <string.h>

#include <trace.h>

#include "model/attr.h"

int posix_trace_attr_destroy(trace_attr_t *object)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr)
		return EINVAL;

	attr->magic = 0;
	return 0;
}

int posix_trace_attr_init(trace_attr_t *object)
{
	if (!object)
		return EINVAL;

	/* The spare room too: a later library may find attributes there. */
	memset(object, 0, sizeof(*object));
	pxt_attr_init((struct pxt_attr *)object);
	return 0;
}
