/* opened.c - telling of a file that was opened, or will be closed */
#include "wrap/opened.h"

#include <fcntl.h>

#include "wrap/cut.h"
#include "wrap/objects.h"

/* A handler's stack may be small: what is longer is cut. */
enum { PATH_ROOM = 512 };

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC 4U /* Linux's, where no header tells it */
#endif

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
static const struct {
	const char *kind;
	uint32_t groups; /* 0: whichever */
} kinds[] = {
	{ "fd", 0 },
	{ "socket", WRAP_NET },
	{ "epoll", WRAP_EVENT },
	{ "event", WRAP_EVENT },
	{ "timerfd", WRAP_TIMER },
};

static bool has_kind(size_t i)
{
	const uint32_t groups = atomic_load_explicit(&wrap_groups,
						     memory_order_relaxed);

	return !kinds[i].groups || kinds[i].groups & groups;
}

static void end(int fd)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (has_kind(i))
			wrap_object_end(kinds[i].kind, (uint64_t)fd);
}

void wrap_closing(int fd, const void *caller)
{
	const int32_t number = fd;

	if (wrap_wants(WRAP_IO, caller))
		RECORD(file_close, number, caller);
	end(fd);
}

/* With CLOSE_RANGE_CLOEXEC they stay, until the process executes something. */
void wrap_closing_all(unsigned first, unsigned last, int flags,
		      const void *caller)
{
	const struct wrap_close_range data = { first, last, flags };

	if (wrap_wants(WRAP_IO, caller))
		RECORD(file_close_range, data, caller);
	if (flags & CLOSE_RANGE_CLOEXEC || first > last)
		return;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (has_kind(i))
			wrap_object_end_all(kinds[i].kind, first, last);
}

void wrap_made(int fd)
{
	end(fd);
	wrap_object("fd", (uint64_t)fd, NULL, NULL);
}
