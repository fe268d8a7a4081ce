/*
 * serial.c - a serial line
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/device/blocking.h"
#include "source/device/serial.h"
#include "source/logs.h"

struct rate {
	unsigned long baud;
	speed_t speed;
};

static const struct rate rates[] = {
	{ 1200, B1200 },       { 2400, B2400 },	      { 4800, B4800 },
	{ 9600, B9600 },       { 19200, B19200 },     { 38400, B38400 },
	{ 57600, B57600 },     { 115200, B115200 },   { 230400, B230400 },
	{ 460800, B460800 },   { 500000, B500000 },   { 576000, B576000 },
	{ 921600, B921600 },   { 1000000, B1000000 }, { 1152000, B1152000 },
	{ 1500000, B1500000 }, { 2000000, B2000000 }, { 2500000, B2500000 },
	{ 3000000, B3000000 }, { 3500000, B3500000 }, { 4000000, B4000000 },
};

enum { RATES = sizeof(rates) / sizeof(*rates) };

static bool find_rate(const char *text, speed_t *speed)
{
	unsigned long baud;
	char *end;

	baud = strtoul(text, &end, 10);
	if (end == text || *end)
		return false;
	for (size_t i = 0; i < RATES; i++)
		if (rates[i].baud == baud) {
			*speed = rates[i].speed;
			return true;
		}
	return false;
}

/* Settings are read back: a driver may silently use another rate. */
static int set_up(int fd, speed_t speed)
{
	struct termios line;

	if (ioctl(fd, TIOCEXCL) || tcgetattr(fd, &line))
		return errno;
	cfmakeraw(&line);
	line.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
	line.c_cflag |= CLOCAL | CREAD;
	line.c_cc[VMIN] = 1;
	line.c_cc[VTIME] = 0;
	if (cfsetspeed(&line, speed) || tcsetattr(fd, TCSANOW, &line) ||
	    tcgetattr(fd, &line))
		return errno;
	return cfgetispeed(&line) == speed && cfgetospeed(&line) == speed ?
		       0 :
		       ENOTSUP;
}

/* Opening does not wait for a carrier. */
static int open_line(const char *path, speed_t speed, int *fd)
{
	int err;

	*fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (*fd < 0)
		return errno;
	err = isatty(*fd) ? set_up(*fd, speed) : ENOTTY;
	if (!err)
		err = device_make_blocking(*fd);
	if (err)
		close(*fd);
	return err;
}

static int refuse(const char *name, int err)
{
	switch (err) {
	case ENOTTY:
		talk("%s: not a serial line", name);
		return EXIT_MISUSE;
	case ENOTSUP:
		talk("%s: the line does not have this baud rate", name);
		return EXIT_MISUSE;
	case EBUSY:
		talk("%s: another process has it open", name);
		return EXIT_SYSTEM;
	}
	return logs_cannot_open(name, err);
}

int device_serial_open(const char *name, const char *rest, int *fd)
{
	const char *comma = strrchr(rest, ',');
	speed_t speed = B115200;
	char *path;
	int err;

	if (comma && !find_rate(comma + 1, &speed)) {
		talk("%s: no baud rate, as 9600, 115200 or 921600", name);
		return EXIT_MISUSE;
	}
	path = comma ? strndup(rest, (size_t)(comma - rest)) : strdup(rest);
	err = path ? open_line(path, speed, fd) : ENOMEM;
	free(path);
	return err ? refuse(name, err) : EXIT_SUCCESS;
}
