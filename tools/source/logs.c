/*
 * logs.c - opening logs, and reporting their damage
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trace_np.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/logs.h"

int logs_cannot_open(const char *file, int err)
{
	talk_error(file, err);
	if (err == ENOENT || err == ENOTDIR)
		return EXIT_MISUSE;
	return command_error_status(err);
}

/* Magic bytes of compressed files. */
struct squeezer {
	const char *name;
	size_t len;
	char start[8];
};

static const struct squeezer squeezers[] = {
	{ "gzip", 2, "\x1f\x8b" },
	{ "xz", 6,
	  "\xfd"
	  "7zXZ" },
	{ "zstd", 4, "\x28\xb5\x2f\xfd" },
	{ "bzip2", 3, "BZh" },
};

enum { SQUEEZERS = sizeof(squeezers) / sizeof(*squeezers) };

static const struct squeezer *squeezer_of(const void *start, size_t len)
{
	for (size_t i = 0; i < SQUEEZERS; i++)
		if (len >= squeezers[i].len &&
		    !memcmp(start, squeezers[i].start, squeezers[i].len))
			return &squeezers[i];
	return NULL;
}

int logs_are_squeezed(const char *file, const char *how)
{
	talk("%s: compressed by %s: unpack it first", file, how);
	return EXIT_DAMAGED;
}

int logs_are_not(const char *file, const void *start, size_t len)
{
	const struct squeezer *squeezer = squeezer_of(start, len);

	if (squeezer)
		return logs_are_squeezed(file, squeezer->name);
	if (!len)
		talk("%s: is empty", file);
	else
		talk("%s: not a posixtrace log, nor another trace that is "
		     "known",
		     file);
	return EXIT_DAMAGED;
}

static const char magic[8] = "\x89PTL\r\n\x1a\n";

/* The beginning of a log: the same in all versions. */
struct preamble {
	char magic[sizeof(magic)];
	unsigned char version[2]; /* little endian */
};

static unsigned version_of(const struct preamble *start)
{
	return start->version[0] | (unsigned)start->version[1] << 8;
}

static bool is_of_newer_version(const struct preamble *start, size_t len)
{
	return len == sizeof(*start) &&
	       !memcmp(start->magic, magic, sizeof(magic)) &&
	       version_of(start) > POSIX_TRACE_LOG_VERSION_NP;
}

static int is_no_log(const char *file, int fd)
{
	struct preamble start;
	const ssize_t len = pread(fd, &start, sizeof(start), 0);

	if (len < 0) {
		talk_error(file, errno);
		return command_error_status(errno);
	}
	if (!is_of_newer_version(&start, (size_t)len))
		return logs_are_not(file, &start, (size_t)len);
	talk("%s: a log of version %u, and this posixtrace reads versions 1 to "
	     "%d: a newer one is needed",
	     file, version_of(&start), POSIX_TRACE_LOG_VERSION_NP);
	return EXIT_SYSTEM;
}

int logs_open(const char *file, int *fd, trace_id_t *trid)
{
	int status, err;

	*fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (*fd < 0)
		return logs_cannot_open(file, errno);

	err = posix_trace_open(*fd, trid);
	if (!err)
		return EXIT_SUCCESS;

	if (err == EINVAL) {
		status = is_no_log(file, *fd);
	} else if (err == ENOTSUP) {
		talk("%s: is compressed, and libzstd is not there, or was not "
		     "when posixtrace was built",
		     file);
		status = EXIT_SYSTEM;
	} else {
		talk_error(file, err);
		status = EXIT_SYSTEM;
	}
	close(*fd);
	return status;
}

bool logs_have_magic(const void *start, size_t len)
{
	return !memcmp(start, magic, len < sizeof(magic) ? len : sizeof(magic));
}

bool logs_is_log(int fd)
{
	char start[sizeof(magic)];
	const ssize_t len = pread(fd, start, sizeof(start), 0);

	return len >= 0 && logs_have_magic(start, (size_t)len);
}

void logs_close(int fd, trace_id_t trid)
{
	posix_trace_close(trid);
	close(fd);
}

/* The missing end is a damaged place, once reading has come to it. */
static bool has_no_end(trace_id_t trid)
{
	struct posix_trace_log_np log;

	return !posix_trace_get_log_np(trid, &log) && !log.complete;
}

struct look {
	struct stat st;
	bool found;
	bool in_memory; /* the log gets its events later */
};

static void look_at(const struct posix_trace_stream_np *stream, void *argument)
{
	struct look *look = argument;
	struct stat st;

	if (!stream->has_log || !*stream->log || !stream->controller_lives ||
	    stat(stream->log, &st))
		return;
	if (st.st_dev != look->st.st_dev || st.st_ino != look->st.st_ino)
		return;
	look->found = true;
	look->in_memory = stream->policy != POSIX_TRACE_FLUSH;
}

/* A live process will write the end. */
static bool tell_recording(int fd, const char *file)
{
	struct look look = { .found = false };

	if (fstat(fd, &look.st) ||
	    posix_trace_list_streams_np(0, look_at, &look) || !look.found)
		return false;
	if (look.in_memory)
		talk("%s: is being recorded in memory, and gets its events "
		     "when that ends, or by posixtrace flush",
		     file);
	else
		talk("%s: is being recorded, and this is what it has by now",
		     file);
	return true;
}

int logs_tell_damage(int fd, trace_id_t trid,
		     const struct posix_trace_damage_np *damage,
		     const char *file, bool growing)
{
	if (!damage->count)
		return EXIT_SUCCESS;
	if (growing && damage->count == 1 && has_no_end(trid))
		return EXIT_SUCCESS;
	if (damage->count == 1 && has_no_end(trid) && tell_recording(fd, file))
		return EXIT_SUCCESS;

	if (damage->count == 1)
		talk("%s: at byte %llu: %s", file, damage->offset,
		     damage->what);
	else
		talk("%s: at byte %llu: %s (and %u more place%s)", file,
		     damage->offset, damage->what, damage->count - 1,
		     damage->count == 2 ? "" : "s");
	return EXIT_DAMAGED;
}

static bool is_newer(const struct stat *a, const struct stat *b)
{
	if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
		return a->st_mtim.tv_sec > b->st_mtim.tv_sec;
	return a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

char *logs_find_newest(void)
{
	struct stat newest = { 0 };
	char *name = NULL;
	glob_t found;

	if (glob("*.ptl", 0, NULL, &found))
		return NULL;

	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct stat st;

		if (stat(found.gl_pathv[i], &st) || !S_ISREG(st.st_mode) ||
		    (name && !is_newer(&st, &newest)))
			continue;
		newest = st;
		free(name);
		name = strdup(found.gl_pathv[i]);
	}
	globfree(&found);
	return name;
}
