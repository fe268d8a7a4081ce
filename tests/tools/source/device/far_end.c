/*
 * far_end.c - the far end of a line, for tests: what a device would be
 *
 *	far_end listen NAME		waits for somebody to connect
 *	far_end connect PORT	connects to one of this machine
 *	far_end pty NAME		a serial line
 *
 * To the file NAME it writes where it is to be found: a port, or the path of a
 * device. What comes on standard input goes over the line, and what comes over
 * the line goes to standard output. The end of standard input is the end of the
 * line, and a line that is cut if the first of the arguments is -r.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

static void die(const char *what)
{
	perror(what);
	exit(99);
}

/* It is there as a whole, or not at all. */
static void tell(const char *name, const char *text)
{
	char beside[4096];
	FILE *file;

	snprintf(beside, sizeof(beside), "%s.new", name);
	file = fopen(beside, "w");
	if (!file || fprintf(file, "%s\n", text) < 0 || fclose(file) ||
	    rename(beside, name))
		die(name);
}

static struct sockaddr_in here(unsigned port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
}

static int listen_at(const char *name)
{
	struct sockaddr_in address = here(0);
	socklen_t len = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM, 0), line;
	char port[16];

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, len) ||
	    listen(fd, 1) || getsockname(fd, (struct sockaddr *)&address, &len))
		die("listen");
	snprintf(port, sizeof(port), "%u", ntohs(address.sin_port));
	tell(name, port);
	line = accept(fd, NULL, NULL);
	if (line < 0)
		die("accept");
	close(fd);
	return line;
}

static int connect_to(const char *port)
{
	struct sockaddr_in address = here((unsigned)atoi(port));
	int line = socket(AF_INET, SOCK_STREAM, 0);

	if (line < 0 ||
	    connect(line, (struct sockaddr *)&address, sizeof(address)))
		die("connect");
	return line;
}

/* Somebody else has it open all the time, until it is closed here: there is no
 * end before. */
static int open_pty(const char *name)
{
	int line = posix_openpt(O_RDWR | O_NOCTTY);
	struct termios raw;

	if (line < 0 || grantpt(line) || unlockpt(line) ||
	    tcgetattr(line, &raw))
		die("pty");
	cfmakeraw(&raw);
	if (tcsetattr(line, TCSANOW, &raw))
		die("pty");
	tell(name, ptsname(line));
	return line;
}

/* False: there is no more. */
static bool pass(int from, int to)
{
	char bytes[4096];
	const ssize_t len = read(from, bytes, sizeof(bytes));

	if (len <= 0)
		return false;
	for (ssize_t done = 0; done < len;) {
		const ssize_t now =
			write(to, bytes + done, (size_t)(len - done));

		if (now < 0)
			return false;
		done += now;
	}
	return true;
}

/* A line that nobody has opened so far is none to be ended. */
static void relay(int line)
{
	struct pollfd fds[] = {
		{ .fd = STDIN_FILENO, .events = POLLIN },
		{ .fd = line, .events = POLLIN },
	};

	while (poll(fds, 2, -1) >= 0) {
		if (fds[0].revents && !pass(STDIN_FILENO, line))
			return;
		if (fds[1].revents & POLLIN && !pass(line, STDOUT_FILENO))
			return;
		if (fds[1].revents & POLLHUP)
			usleep(10000);
	}
}

static void cut(int line)
{
	const struct linger now = { .l_onoff = 1 };

	setsockopt(line, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
}

int main(int argc, char **argv)
{
	const bool is_cut = argc > 1 && !strcmp(argv[1], "-r");
	int line;

	argv += is_cut;
	if (argc - is_cut != 3)
		return 99;
	if (!strcmp(argv[1], "listen"))
		line = listen_at(argv[2]);
	else if (!strcmp(argv[1], "connect"))
		line = connect_to(argv[2]);
	else
		line = open_pty(argv[2]);
	relay(line);
	if (is_cut)
		cut(line);
	close(line);
	return 0;
}
