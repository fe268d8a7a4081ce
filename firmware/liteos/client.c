/* client.c - the line to a client that reads messages of LiteOS */
#include "firmware/liteos/client.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ADDRESS_MAX = 256, NONE = -1 };

static _Atomic int line = NONE;
static bool is_socket, is_pipe; /* set before the line */
static _Atomic bool tried;
static const char prefix[] = "tcp:";

static void tell(const char *name, const char *why)
{
	fprintf(stderr, "posixtrace: POSIXTRACE_LITEOS_CLIENT=%s: %s\n", name,
		why);
}

/* Takes HOST:PORT apart; brackets around the host protect its colons. */
static bool split(char *text, char **host, char **port)
{
	char *colon = strrchr(text, ':');

	if (!colon || colon == text || !colon[1])
		return false;
	*colon = '\0';
	*port = colon + 1;
	*host = text;
	if (*text == '[' && colon[-1] == ']') {
		colon[-1] = '\0';
		*host = text + 1;
	}
	return true;
}

static int connect_to(const struct addrinfo *address)
{
	const int fd =
		socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC,
		       address->ai_protocol);

	if (fd < 0 || !connect(fd, address->ai_addr, address->ai_addrlen))
		return fd;
	close(fd);
	return NONE;
}

static int open_tcp(const char *name)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *list;
	char text[ADDRESS_MAX], *host, *port;
	int fd = NONE, err;

	if (snprintf(text, sizeof(text), "%s", name + sizeof(prefix) - 1) >=
		    (int)sizeof(text) ||
	    !split(text, &host, &port)) {
		tell(name, "tcp:HOST:PORT was expected");
		return NONE;
	}
	err = getaddrinfo(host, port, &hints, &list);
	if (err) {
		tell(name, gai_strerror(err));
		return NONE;
	}
	for (const struct addrinfo *at = list; at && fd < 0; at = at->ai_next)
		fd = connect_to(at);
	freeaddrinfo(list);
	if (fd < 0)
		tell(name, "no connection");
	return fd;
}

static int open_path(const char *name)
{
	const int fd =
		open(name, O_WRONLY | O_APPEND | O_CREAT | O_NOCTTY | O_CLOEXEC,
		     0666);

	if (fd < 0)
		tell(name, strerror(errno));
	return fd;
}

static void look_at(int fd)
{
	struct stat status;

	if (fd < 0 || fstat(fd, &status))
		return;
	is_socket = S_ISSOCK(status.st_mode);
	is_pipe = S_ISFIFO(status.st_mode);
}

bool liteos_client_open(void)
{
	const char *name = getenv("POSIXTRACE_LITEOS_CLIENT");
	int fd;

	if (!name || !*name ||
	    atomic_exchange_explicit(&tried, true, memory_order_relaxed))
		return atomic_load_explicit(&line, memory_order_acquire) >= 0;
	fd = strncmp(name, prefix, sizeof(prefix) - 1) ? open_path(name) :
							 open_tcp(name);
	look_at(fd);
	atomic_store_explicit(&line, fd, memory_order_release);
	return fd >= 0;
}

bool liteos_client_is_open(void)
{
	return atomic_load_explicit(&line, memory_order_relaxed) >= 0;
}

/* Writes to a pipe: the signal of one that nobody reads is taken
 * away before the program sees it, unless one was pending already. */
static ssize_t write_quietly(int fd, const void *bytes, size_t len)
{
	const struct timespec now = { 0 };
	sigset_t pipe_signal, pending, before;
	ssize_t written;
	int err;

	sigemptyset(&pipe_signal);
	sigaddset(&pipe_signal, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
	written = write(fd, bytes, len);
	err = written < 0 ? errno : 0;
	if (err == EPIPE && !sigismember(&pending, SIGPIPE))
		sigtimedwait(&pipe_signal, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = err;
	return written;
}

static ssize_t send_some(int fd, const void *bytes, size_t len)
{
	if (is_socket)
		return send(fd, bytes, len, MSG_NOSIGNAL);
	if (is_pipe)
		return write_quietly(fd, bytes, len);
	return write(fd, bytes, len);
}

void liteos_client_send(const void *bytes, size_t len)
{
	const int saved = errno;
	const char *at = bytes;
	int fd = atomic_load_explicit(&line, memory_order_acquire);

	while (fd >= 0 && len) {
		const ssize_t sent = send_some(fd, at, len);

		if (sent >= 0) {
			at += sent;
			len -= (size_t)sent;
		} else if (errno != EINTR) {
			/* The descriptor stays open: others may use it. */
			fd = NONE;
			atomic_store_explicit(&line, NONE,
					      memory_order_release);
		}
	}
	errno = saved;
}
