/*
 * source_open.c - opening what a user names as a source
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/command.h"
#include "common/talk.h"
#include "format/formats.h"
#include "source/ctf/folder.h"
#include "source/device/device.h"
#include "source/logs.h"
#include "source/source_foreign.h"
#include "source/source_log.h"
#include "source/source_open.h"
#include "source/spool.h"

/* Bytes that cannot begin a log. */
static bool is_of_a_format(int fd)
{
	uint8_t start[4096];
	const ssize_t len = pread(fd, start, sizeof(start), 0);
	struct stat st;
	unsigned sure = PXT_PROBE_NO;

	if (len > 0 && !fstat(fd, &st))
		pxt_format_guess(
			&(struct pxt_probe){
				.start = start,
				.len = (size_t)len,
				.size = (uint64_t)st.st_size,
				.name = "",
			},
			&sure);
	return sure == PXT_PROBE_SURE;
}

/* Files whose later parts are a log's. */
static bool is_damaged_log(int fd)
{
	trace_id_t trid;
	const int err = posix_trace_open(fd, &trid);

	if (!err)
		posix_trace_close(trid);
	return err != EINVAL;
}

/* Errors of opening are reported later. A pipe is not opened for a look: the
 * bytes would be lost. */
static bool is_foreign(const char *name, const struct source_as *as)
{
	struct stat st;
	bool found;
	int fd;

	if (device_is_name(name))
		return true;
	if (stat(name, &st))
		return as->format || !strcmp(name, "-");
	if (S_ISDIR(st.st_mode))
		return ctf_folder_is_trace(name);
	if (!S_ISREG(st.st_mode))
		return true;
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	found = !logs_is_log(fd) &&
		(as->format || is_of_a_format(fd) || !is_damaged_log(fd));
	close(fd);
	return found;
}

/* A pipe is never followed as a log: logs are read from both ends. */
static bool is_piped_log(const char *name, const struct source_as *as)
{
	return !strcmp(name, "-") && !as->format && access(name, F_OK) &&
	       spool_is_log();
}

static int open_log(struct source **source, const char *name,
		    const struct source_as *as)
{
	const int status = source_log_open(source, name);

	if (!status)
		source_log_read_ahead(*source, as);
	return status;
}

int source_open(struct source **source, const char *name,
		const struct source_as *as)
{
	if (is_piped_log(name, as)) {
		if (!as->grows)
			return spool_open(source);
		talk("-: a log in a pipe is shown when all of it has come; "
		     "leave out -F, or follow a file");
		return EXIT_MISUSE;
	}
	return is_foreign(name, as) ? source_foreign_open(source, name, as) :
				      open_log(source, name, as);
}
