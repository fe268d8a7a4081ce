/* device.c - a program that traces itself by way of the control device */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sys/trcctl.h>
#include <sys/trchkid.h>
#include <sys/trcmacros.h>

#define DEVICE "/dev/systrctl"

static const char *device = DEVICE;
static int flags = O_RDONLY;

static void tell(const char *what, int result)
{
	if (result < 0)
		printf("%s: -1 %s\n", what, strerrorname_np(errno));
	else
		printf("%s: %d\n", what, result);
	errno = 0;
}

static void sample(void)
{
	char start[] = "-ad";
	int fd, i;

	tell("trcstart", trcstart(start));
	fd = open(DEVICE, 0);
	for (i = 0; i < 3; i++)
		TRCHKL1T(HKWD_USER1, i);
	tell("TRCON", ioctl(fd, TRCON, 0));
	for (i = 0; i < 10; i++)
		TRCHKL1T(HKWD_USER1, i);
	tell("TRCOFF", ioctl(fd, TRCOFF, 0));
	TRCHKL1T(HKWD_USER1, 10);
	tell("TRCSTOP", ioctl(fd, TRCSTOP, 0));
	tell("trcstop", trcstop(0));
	tell("TRCON", ioctl(fd, TRCON, 0));
	tell("TRCON", ioctl(fd, TRCON, 8));
	tell("FIONREAD", ioctl(fd, FIONREAD, &i));
	tell("close", close(fd));
	tell("TRCON", ioctl(fd, TRCON, 0));
}

static void other_files(void)
{
	struct stat about;
	int fd, many = -1;

	fd = open("made", O_CREAT | O_WRONLY, 0640);
	tell("write", (int)write(fd, "some", 4));
	tell("TRCON", ioctl(fd, TRCON, 0));
	fstat(fd, &about);
	printf("mode %o\n", about.st_mode & 0777);
	close(fd);
	fd = open("made", flags);
	tell("FIONREAD", ioctl(fd, FIONREAD, &many));
	printf("%d bytes\n", many);
	tell("creat", creat("made", 0600));
	tell("none", open("/dev/systrctl-8", O_RDONLY));
	tell("none", open("/dev/systrctl-", flags));
	tell("none", open("/dev/systrctlx", O_RDONLY));
	tell("fcntl", fcntl(open("/dev/systrctl-3", flags), F_GETFD));
	flags |= O_CLOEXEC;
	tell("fcntl", fcntl(open(device, flags), F_GETFD));
	tell("epoll", ioctl(epoll_create1(0), TRCON, 0));
	tell("eventfd", ioctl(eventfd(0, 0), TRCOFF, 0));
	tell("memfd", ioctl(memfd_create("other", 0), TRCSTOP, 0));
	tell("dup", ioctl(dup(open(device, flags)), TRCON, 0));
}

int main(void)
{
	umask(0);
	sample();
	other_files();
	return 0;
}
