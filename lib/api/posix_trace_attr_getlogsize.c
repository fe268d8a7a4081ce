/*
 * posix_trace_attr_getlogsize.c - sizes of streams, logs and events
 *
 * The setters accept sizes below the lower limits; a stream made from the
 * object has larger ones.
 */
#include <errno.h>

#include <trace.h>

#include "model/attr.h"

int posix_trace_attr_getlogsize(const trace_attr_t *restrict object,
				size_t *restrict logsize)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !logsize)
		return EINVAL;

	*logsize = (size_t)attr->log_size;
	return 0;
}

int posix_trace_attr_getmaxdatasize(const trace_attr_t *restrict object,
				    size_t *restrict maxdatasize)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !maxdatasize)
		return EINVAL;

	*maxdatasize = (size_t)attr->max_data;
	return 0;
}

int posix_trace_attr_getmaxsystemeventsize(const trace_attr_t *restrict object,
					   size_t *restrict eventsize)
{
	if (!pxt_attr_of_const(object) || !eventsize)
		return EINVAL;

	*eventsize = pxt_attr_system_event_size();
	return 0;
}

int posix_trace_attr_getmaxusereventsize(const trace_attr_t *restrict object,
					 size_t data_len,
					 size_t *restrict eventsize)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !eventsize)
		return EINVAL;

	*eventsize = pxt_attr_user_event_size(attr, data_len);
	return 0;
}

int posix_trace_attr_getstreamsize(const trace_attr_t *restrict object,
				   size_t *restrict streamsize)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !streamsize)
		return EINVAL;

	*streamsize = (size_t)attr->stream_size;
	return 0;
}

int posix_trace_attr_setlogsize(trace_attr_t *object, size_t logsize)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr)
		return EINVAL;

	attr->log_size = logsize;
	return 0;
}

int posix_trace_attr_setmaxdatasize(trace_attr_t *object, size_t maxdatasize)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || maxdatasize > PXT_ATTR_DATA_MAX)
		return EINVAL;

	attr->max_data = maxdatasize;
	return 0;
}

int posix_trace_attr_setstreamsize(trace_attr_t *object, size_t streamsize)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr)
		return EINVAL;

	attr->stream_size = streamsize;
	return 0;
}
