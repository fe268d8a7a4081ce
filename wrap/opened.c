/* opened.c - telling of a file that was opened, in whichever way */
#include "wrap/opened.h"

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
