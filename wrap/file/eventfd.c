/* eventfd.c - counters of eventfd() */
#include <errno.h>
#include <sys/eventfd.h>

#include "wrap/event/objects.h"
#include "wrap/event/span.h"
#include "wrap/file/descriptor.h"

static int tell_failure(struct wrap_eventfd_create *data, const void *caller)
{
	data->fd = errno;
	RECORD(eventfd_fail, *data, caller);
	return -1;
}

WRAPPER int eventfd(unsigned value, int flags)
{
	struct wrap_eventfd_create data = { .value = value, .flags = flags };

	data.fd = NEXT(eventfd)(value, flags);
	if (!wrap_wants(WRAP_EVENT, CALLER))
		return data.fd;
	if (data.fd < 0)
		return tell_failure(&data, CALLER);
	wrap_descriptor_renew(data.fd);
	WRAP_OBJECT("event", data.fd, NULL, { "value", .number = value },
		    { "flags", .number = flags, .hex = true });
	RECORD(eventfd_create, data, CALLER);
	return data.fd;
}

WRAPPER int eventfd_read(int fd, eventfd_t *value)
{
	struct wrap_eventfd data = { fd, ECANCELED, 0 };
	struct wrap_span span = WRAP_SPAN(eventfd_read, data);
	int result;

	if (!wrap_wants(WRAP_EVENT, CALLER))
		return NEXT(eventfd_read)(fd, value);
	RECORD(eventfd_read_wait, data.fd, CALLER);
	WRAP_DURING(&span, result = NEXT(eventfd_read)(fd, value);
		    data.error = result ? errno : 0;
		    data.value = result ? 0 : *value);
	return result;
}

/* eventfd_write() waits while the counter has no room. */
WRAPPER int eventfd_write(int fd, eventfd_t value)
{
	struct wrap_eventfd data = { fd, ECANCELED, value };
	const struct wrap_transfer_wait wait = { .fd = fd, .size = value };
	struct wrap_span span = WRAP_SPAN(eventfd_write, data);
	int result;

	if (!wrap_wants(WRAP_EVENT, CALLER))
		return NEXT(eventfd_write)(fd, value);
	RECORD(eventfd_write_wait, wait, CALLER);
	WRAP_DURING(&span, result = NEXT(eventfd_write)(fd, value);
		    data.error = result ? errno : 0);
	return result;
}
