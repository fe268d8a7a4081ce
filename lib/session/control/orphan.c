/* orphan.c - finding orphans, and their logs */
#include "session/control/orphan.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number_space.h"
#include "base/proc.h"
#include "base/text.h"
#include "log/log_file.h"
#include "stream/process.h"

/* Before the lock was taken, the file may have been removed, and the number
 * reused. */
static bool is_removed(int file)
{
	struct stat st;

	return fstat(file, &st) || !st.st_nlink;
}

int pxt_orphan_open(int dir, unsigned number, bool wait,
		    struct pxt_orphan *orphan)
{
	int err;

	orphan->dir = dir;
	orphan->budget = NULL;
	orphan->number = number;
	err = pxt_stream_lock(dir, number, wait, &orphan->file);
	if (err)
		return err;
	err = pxt_stream_open_dead(dir, number, &orphan->stream);
	if (!err && is_removed(orphan->file)) {
		pxt_stream_close(&orphan->stream);
		err = ENOENT;
	}
	if (err)
		pxt_stream_unlock(orphan->file);
	return err;
}

void pxt_orphan_close(struct pxt_orphan *orphan)
{
	pxt_stream_close(&orphan->stream);
	pxt_stream_unlock(orphan->file);
}

bool pxt_orphan_is_ours(int dir)
{
	struct stat st;

	return !fstat(dir, &st) && st.st_uid == geteuid();
}

static bool target_lives(int dir, const struct pxt_stream *stream)
{
	struct pxt_process_id target;

	pxt_stream_target(stream->shared, &target);
	return pxt_process_id_lives(dir, &target);
}

bool pxt_orphan_runs_on(int dir, const struct pxt_stream *stream)
{
	return stream->attr.orphan == POSIX_TRACE_ORPHAN_RUN_NP &&
	       target_lives(dir, stream);
}

bool pxt_orphan_has_log(const struct pxt_stream *stream)
{
	static const uint8_t none[sizeof(stream->shared->log.uuid)];

	return memcmp(stream->shared->log.uuid, none, sizeof(none));
}

static void copy_path(const struct pxt_stream *stream, char *path)
{
	const size_t size = sizeof(stream->shared->log.path);

	memcpy(path, stream->shared->log.path, size);
	path[size - 1] = '\0';
}

/* The number in its own namespace, where the target has no other here. */
static pid_t number_of_target(const struct pxt_stream_shared *shared)
{
	pid_t here;

	if (pxt_space_find(shared->target_space, shared->target, &here) ||
	    !pxt_proc_is_still(here, shared->target_start))
		return shared->target;
	return here;
}

void pxt_orphan_describe(int dir, const struct pxt_stream *stream,
			 struct posix_trace_orphan_np *out)
{
	const struct pxt_stream_shared *shared = stream->shared;

	_Static_assert(sizeof(out->log) == sizeof(shared->log.path),
		       "a path fits");
	_Static_assert(sizeof(out->name) == sizeof(stream->attr.name),
		       "a name fits");
	memset(out, 0, sizeof(*out));
	memcpy(out->name, stream->attr.name, sizeof(out->name));
	out->target = number_of_target(shared);
	out->target_lives = target_lives(dir, stream);
	out->controller = pxt_stream_controller(stream);
	if (!out->controller)
		out->controller = shared->controller;
	out->has_log = pxt_orphan_has_log(stream);
	if (out->has_log)
		copy_path(stream, out->log);
}

/* The beginning of the file suffices: the rest may be long. */
bool pxt_orphan_is_copy(const struct pxt_stream *stream, int fd)
{
	uint8_t uuid[sizeof(stream->shared->log.uuid)];

	return pxt_orphan_has_log(stream) &&
	       !pxt_log_file_read_uuid(fd, uuid) &&
	       !memcmp(uuid, stream->shared->log.uuid, sizeof(uuid));
}

bool pxt_orphan_is_log(const struct pxt_stream *stream, int fd)
{
	return pxt_stream_logs_to(stream, fd) && pxt_orphan_is_copy(stream, fd);
}

/* The file may have been replaced, and damaged memory may contain any path:
 * opening a device may do harm. */
static int open_named_log(const struct pxt_stream *stream, const char *path,
			  int *fd)
{
	const int place = open(path, O_PATH | O_CLOEXEC);
	char self[32];
	int err = 0;

	if (place < 0)
		return errno == ENOENT || errno == ENOTDIR ? ESTALE : errno;
	if (!pxt_stream_logs_to(stream, place)) {
		close(place);
		return ESTALE;
	}
	pxt_text_decimal(pxt_text_copy(self, "/proc/self/fd/"),
			 (uint64_t)place);
	*fd = open(self, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (*fd < 0)
		err = errno;
	close(place);
	return err;
}

int pxt_orphan_open_log(const struct pxt_stream *stream, const char *path,
			int *fd)
{
	char told[sizeof(stream->shared->log.path)];
	int err;

	if (!pxt_orphan_has_log(stream))
		return EINVAL;
	copy_path(stream, told);
	err = open_named_log(stream, path ? path : told, fd);
	if (!err && !pxt_orphan_is_copy(stream, *fd)) {
		close(*fd);
		err = ESTALE;
	}
	return err;
}
