/* opened.c - telling of a file that was opened, or will be closed */
#include "wrap/opened.h"

#include <fcntl.h>

#include "wrap/cut.h"
#include "wrap/objects.h"

/* A handler's stack may be small: what is longer is cut. */
enum { PATH_ROOM = 512 };

int wrap_opened(int fd, int flags, const char *path, const void *caller)
{
	struct {
		int32_t fd;
		uint32_t flags;
		char path[PATH_ROOM];
	} data;
	size_t len;

	if (fd < 0)
		return fd;
	data.fd = fd;
	data.flags = (uint32_t)flags;
	len = wrap_cut(data.path, sizeof(data.path), path);
	WRAP_OBJECT("fd", fd, data.path,
		    { "flags", .number = flags, .hex = true });
	RECORD_PART(file_open, data, path, len, caller);
	return fd;
}

void wrap_opened_init(void)
{
	static const char *const name[] = { "stdin", "stdout", "stderr" };

	for (int fd = 0; fd < 3; fd++)
		if (NEXT(fcntl)(fd, F_GETFD) >= 0)
			wrap_object("fd", (uint64_t)fd, name[fd], NULL);
}

/* Of the groups that are recorded, as others have made none. */
static void end(int fd)
{
	const uint32_t groups = atomic_load_explicit(&wrap_groups,
						     memory_order_relaxed);

	wrap_object_end("fd", (uint64_t)fd);
	if (groups & WRAP_NET)
		wrap_object_end("socket", (uint64_t)fd);
	if (groups & WRAP_EVENT) {
		wrap_object_end("epoll", (uint64_t)fd);
		wrap_object_end("event", (uint64_t)fd);
	}
	if (groups & WRAP_TIMER)
		wrap_object_end("timerfd", (uint64_t)fd);
}

void wrap_closing(int fd, const void *caller)
{
	const int32_t number = fd;

	if (wrap_wants(WRAP_IO, caller))
		RECORD(file_close, number, caller);
	end(fd);
}

void wrap_made(int fd)
{
	end(fd);
	wrap_object("fd", (uint64_t)fd, NULL, NULL);
}
