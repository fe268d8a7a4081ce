/* types.c - event types that are opened and described at their first use */
#include "firmware/common/types.h"

#include <errno.h>

trace_event_id_t firmware_type_open(struct firmware_type *type,
				    const char *name, const char *description)
{
	trace_event_id_t id = firmware_type_id(type);
	const int saved = errno;

	if (id)
		return id;
	if (posix_trace_eventid_open(name, &id))
		id = POSIX_TRACE_UNNAMED_USEREVENT;
	else if (description)
		posix_trace_eventid_describe_np(id, description);
	atomic_store_explicit(&type->id, id, memory_order_release); /* T1 */
	errno = saved;
	return id;
}
