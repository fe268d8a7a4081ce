/* descriptor.c - events of opening and closing files */
#include "wrap/file/descriptor.h"

#include <errno.h>
#include <fcntl.h>

#include "wrap/event/cut.h"
#include "wrap/event/objects.h"
#include "wrap/event/peek.h"

/* Longer texts are cut: a handler's stack may be small. */
enum { PATH_ROOM = 512, MODE_ROOM = 8 };

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC 4U /* Linux's value; no header has it */
#endif

/* Appends the mode; returns the new length. */
static size_t add_mode(void *data, size_t len,
		       const struct wrap_open_call *open_call)
{
	return open_call->flags & O_CREAT ||
			       (open_call->flags & O_TMPFILE) == O_TMPFILE ?
		       wrap_add_word(data, len, open_call->mode) :
		       len;
}

static __attribute__((noinline)) void
tell_failure(const struct wrap_open_call *open_call, int error,
	     const void *caller)
{
	struct {
		int32_t error, at;
		uint32_t flags;
		char path[PATH_ROOM + MODE_ROOM];
	} data = { error, open_call->at, (uint32_t)open_call->flags, { 0 } };
	const size_t len =
		offsetof(__typeof__(data), path) +
		wrap_peek_text(data.path, PATH_ROOM, open_call->path);

	RECORD_BYTES(file_open_fail, &data, add_mode(&data, len, open_call),
		     caller);
}

int wrap_descriptor_opened(int fd, const struct wrap_open_call *open_call,
			   const void *caller)
{
	struct {
		int32_t fd;
		uint32_t flags;
		char path[PATH_ROOM + MODE_ROOM];
	} data;
	size_t len;

	if (fd < 0) {
		tell_failure(open_call, errno, caller);
		return fd;
	}
	data.fd = fd;
	data.flags = (uint32_t)open_call->flags;
	len = offsetof(__typeof__(data), path) +
	      wrap_cut(data.path, PATH_ROOM, open_call->path);
	WRAP_OBJECT("fd", fd, data.path,
		    { "flags", .number = open_call->flags, .hex = true });
	RECORD_BYTES(file_open, &data, add_mode(&data, len, open_call), caller);
	return fd;
}

void wrap_descriptor_failed(int call, int fd, const void *caller)
{
	const struct {
		int32_t call, error, fd;
	} data = { call, errno, fd };

	RECORD(file_fail, data, caller);
}

void wrap_descriptor_init(void)
{
	static const char *const name[] = { "stdin", "stdout", "stderr" };

	for (int fd = 0; fd < 3; fd++)
		if (NEXT(fcntl)(fd, F_GETFD) >= 0)
			wrap_object("fd", (uint64_t)fd, name[fd], NULL);
}

/* Objects exist only for recorded groups. */
static const struct {
	const char *kind;
	uint32_t groups; /* 0: any group */
} kinds[] = {
	{ "fd", 0 },
	{ "socket", WRAP_NET },
	{ "epoll", WRAP_EVENT },
	{ "event", WRAP_EVENT },
	{ "timerfd", WRAP_TIMER },
};

static bool has_kind(size_t i)
{
	const uint32_t groups =
		atomic_load_explicit(&wrap_groups, memory_order_relaxed);

	return !kinds[i].groups || kinds[i].groups & groups;
}

static void end_objects(int fd)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (has_kind(i))
			wrap_object_end(kinds[i].kind, (uint64_t)fd);
}

void wrap_descriptor_close(int fd, const void *caller)
{
	const int32_t number = fd;

	if (wrap_wants(WRAP_IO, caller))
		RECORD(file_close, number, caller);
	end_objects(fd);
}

/* CLOSE_RANGE_CLOEXEC keeps the descriptors until the next exec. */
void wrap_descriptor_close_range(unsigned first, unsigned last, int flags,
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

void wrap_descriptor_renew(int fd)
{
	end_objects(fd);
	wrap_object("fd", (uint64_t)fd, NULL, NULL);
}
