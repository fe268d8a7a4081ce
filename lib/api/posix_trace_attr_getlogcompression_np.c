/* posix_trace_attr_getlogcompression_np.c - the attribute logcompression */
#include <errno.h>
#include <trace_np.h>

#include "base/zstd.h"
#include "model/attr.h"

int posix_trace_attr_getlogcompression_np(const trace_attr_t *object,
					  int *compression)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !compression)
		return EINVAL;

	*compression = (int)attr->log_compression;
	return 0;
}

/* Tools tell what is missing before they make anything. */
int posix_trace_attr_setlogcompression_np(trace_attr_t *object, int compression)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || !pxt_attr_is_log_compression(compression))
		return EINVAL;
	if (compression == POSIX_TRACE_LOG_ZSTD_NP && !pxt_zstd_is_there())
		return ENOTSUP;

	attr->log_compression = (uint32_t)compression;
	return 0;
}
