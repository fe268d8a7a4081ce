/*
 * spool.c - copying a log from a pipe
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/temporary.h"
#include "common/command.h"
#include "common/talk.h"
#include "source/logs.h"
#include "source/source_log.h"
#include "source/spool.h"

enum { START = 8, PIECE = 1 << 16 };

static const char name[] = "-";

/* The first bytes of a pipe, which are not consumed. */
static ssize_t peek_pipe(char start[START])
{
	int copy[2];
	ssize_t len;

	if (pipe2(copy, O_CLOEXEC))
		return -1;
	len = tee(STDIN_FILENO, copy[1], START, 0);
	if (len > 0)
		len = read(copy[0], start, (size_t)len);
	close(copy[0]);
	close(copy[1]);
	return len;
}

static ssize_t peek(char start[START])
{
	const ssize_t len = pread(STDIN_FILENO, start, START, 0);

	if (len >= 0 || errno != ESPIPE)
		return len;
	if (recv(STDIN_FILENO, NULL, 0, MSG_PEEK | MSG_DONTWAIT) < 0 &&
	    errno == ENOTSOCK)
		return peek_pipe(start);
	return recv(STDIN_FILENO, start, START, MSG_PEEK);
}

/* True at the end of the pipe. */
static bool has_ended(void)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLRDHUP };

	return poll(&in, 1, 0) != 0;
}

bool spool_is_log(void)
{
	const struct timespec moment = { .tv_nsec = 10000000 };
	char start[START];
	ssize_t len;
	bool ended;

	/* The writer may have written fewer bytes so far. */
	for (;;) {
		ended = has_ended();
		len = peek(start);
		if (len <= 0 || len == START || ended ||
		    !logs_have_magic(start, (size_t)len))
			break;
		nanosleep(&moment, NULL);
	}
	return len == START && logs_have_magic(start, START);
}

static int write_all(int fd, const char *at, size_t len)
{
	while (len) {
		const ssize_t done = write(fd, at, len);

		if (done < 0 && errno != EINTR)
			return errno;
		if (done > 0) {
			at += done;
			len -= (size_t)done;
		}
	}
	return 0;
}

static int copy(int fd)
{
	static char piece[PIECE];
	ssize_t len;
	int err = 0;

	do {
		len = read(STDIN_FILENO, piece, sizeof(piece));
		if (len > 0)
			err = write_all(fd, piece, (size_t)len);
		else if (len < 0 && errno != EINTR)
			err = errno;
	} while (len && !err);
	return err;
}

int spool_open(struct source **source)
{
	char path[32];
	int status, err;
	int fd = -1;

	err = pxt_temporary_open(&fd);
	if (!err)
		err = copy(fd);
	if (err) {
		talk_error("a temporary file for standard input", err);
		status = command_error_status(err);
	} else {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		status = source_log_open(source, path);
		if (!status)
			(*source)->name = name;
	}
	if (fd >= 0)
		close(fd);
	return status;
}
