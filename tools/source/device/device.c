/*
 * device.c - lines to devices
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/major.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "common/command.h"
#include "source/device/device.h"
#include "source/device/serial.h"
#include "source/device/tcp.h"

struct kind {
	const char *prefix;
	int (*open)(const char *name, const char *rest, int *fd);
};

static const struct kind kinds[] = {
	{ "tcp:", device_tcp_connect },
	{ "tcp-listen:", device_tcp_listen },
	{ "serial:", device_serial_open },
};

enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

static const struct kind *kind_of(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (!strncmp(name, kinds[i].prefix, strlen(kinds[i].prefix)))
			return &kinds[i];
	return NULL;
}

bool device_is_name(const char *name)
{
	return kind_of(name);
}

int device_open(const char *name, int *fd)
{
	const struct kind *kind = kind_of(name);

	return kind->open(name, name + strlen(kind->prefix), fd);
}

/* A closed socket must not raise a signal. */
static ssize_t send_some(int fd, const char *data, size_t len)
{
	const ssize_t sent = send(fd, data, len, MSG_NOSIGNAL);

	return sent < 0 && errno == ENOTSOCK ? write(fd, data, len) : sent;
}

int device_send(int fd, const void *data, size_t len)
{
	const char *at = data;

	while (len) {
		const ssize_t sent = send_some(fd, at, len);

		if (sent < 0 && errno != EINTR)
			return errno;
		if (sent > 0) {
			at += sent;
			len -= (size_t)sent;
		}
	}
	return 0;
}

static bool is_pseudo_terminal(dev_t device)
{
	return major(device) >= UNIX98_PTY_SLAVE_MAJOR &&
	       major(device) < UNIX98_PTY_SLAVE_MAJOR + UNIX98_PTY_MAJOR_COUNT;
}

/* Linux hangs up a terminal that loses its other side: reading gives EIO for an
 * instant, and the end of the file from then on. The other side of a pseudo
 * terminal is a program that closes it; a serial line has no end, and loses its
 * device. */
int device_cut(int fd, int err)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISCHR(st.st_mode))
		return err;
	if (is_pseudo_terminal(st.st_rdev))
		return err == EIO ? 0 : err;
	return err ? err : EIO;
}
