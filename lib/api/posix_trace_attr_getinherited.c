/*
 * posix_trace_attr_getinherited.c - behaviour of a stream and its log
 */
#include <errno.h>

#include <trace.h>

#include "model/attr.h"

int posix_trace_attr_getinherited(const trace_attr_t *restrict object,
				  int *restrict inheritancepolicy)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !inheritancepolicy)
		return EINVAL;

	*inheritancepolicy = (int)attr->inherited;
	return 0;
}

int posix_trace_attr_getlogfullpolicy(const trace_attr_t *restrict object,
				      int *restrict logpolicy)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !logpolicy)
		return EINVAL;

	*logpolicy = (int)attr->log_policy;
	return 0;
}

/* The default depends on the presence of a log, which the object does not know:
 * until the stream is created it shows the one without. */
int posix_trace_attr_getstreamfullpolicy(const trace_attr_t *restrict object,
					 int *restrict streampolicy)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !streampolicy)
		return EINVAL;

	*streampolicy = attr->stream_policy ? (int)attr->stream_policy :
					      POSIX_TRACE_LOOP;
	return 0;
}

int posix_trace_attr_setinherited(trace_attr_t *object, int inheritancepolicy)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || !pxt_attr_is_inheritance(inheritancepolicy))
		return EINVAL;

	attr->inherited = (uint32_t)inheritancepolicy;
	return 0;
}

int posix_trace_attr_setlogfullpolicy(trace_attr_t *object, int logpolicy)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || !pxt_attr_is_log_policy(logpolicy))
		return EINVAL;

	attr->log_policy = (uint32_t)logpolicy;
	return 0;
}

int posix_trace_attr_setstreamfullpolicy(trace_attr_t *object, int streampolicy)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || !pxt_attr_is_stream_policy(streampolicy))
		return EINVAL;

	attr->stream_policy = (uint32_t)streampolicy;
	return 0;
}
