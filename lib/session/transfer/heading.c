/* heading.c - log headers */
#include "session/transfer/heading.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

void pxt_heading_describe(const struct pxt_controller *controller,
			  struct pxt_log_header *header)
{
	const struct pxt_stream *stream = &controller->stream;
	struct utsname name;

	memset(header, 0, sizeof(*header));
	header->attr = controller->attr;
	header->clock = stream->clock;
	header->target_pid = stream->family;
	header->start_ticks = stream->origin.ticks;
	header->rate = stream->rate;
	if (getrandom(header->uuid, sizeof(header->uuid), 0) < 0)
		memcpy(header->uuid, &stream->nonce, sizeof(stream->nonce));
	pxt_machine_read(&header->machine);
	if (uname(&name))
		return;
	snprintf(header->host, sizeof(header->host), "%s", name.nodename);
	snprintf(header->system, sizeof(header->system), "%.40s %.40s %.40s",
		 name.sysname, name.release, name.machine);
}

static bool is_deleted(const char *path, size_t len)
{
	static const char mark[] = " (deleted)";
	const size_t size = sizeof(mark) - 1;

	return len >= size && !memcmp(path + len - size, mark, size);
}

/* A log that has no name any more keeps the one it had. */
void pxt_heading_tell_path(struct pxt_controller *controller, int fd)
{
	struct pxt_stream_log *log = &controller->stream.shared->log;
	char path[sizeof(log->path)] = "";
	char link[32];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, sizeof(path) - 1);
	if (len <= 0 || (log->path[0] && is_deleted(path, (size_t)len)))
		return;
	if (memcmp(log->path, path, sizeof(path)))
		memcpy(log->path, path, sizeof(path));
}

void pxt_heading_tell_where(struct pxt_controller *controller, int fd,
			    const uint8_t *uuid)
{
	struct pxt_stream_log *log = &controller->stream.shared->log;
	struct stat st;

	if (fstat(fd, &st))
		return;
	log->device = st.st_dev;
	log->inode = st.st_ino;
	pxt_heading_tell_path(controller, fd);
	memcpy(log->uuid, uuid, sizeof(log->uuid));
}
