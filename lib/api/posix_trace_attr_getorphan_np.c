/* posix_trace_attr_getorphan_np.c - the attribute orphan */
#include <errno.h>
#include <trace_np.h>

#include "model/attr.h"

int posix_trace_attr_getorphan_np(const trace_attr_t *object, int *orphan)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !orphan)
		return EINVAL;

	*orphan = (int)attr->orphan;
	return 0;
}

int posix_trace_attr_setorphan_np(trace_attr_t *object, int orphan)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || !pxt_attr_is_orphan(orphan))
		return EINVAL;

	attr->orphan = (uint32_t)orphan;
	return 0;
}
