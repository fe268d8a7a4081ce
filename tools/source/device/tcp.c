/*
 * tcp.c - lines over TCP, in either direction
 */
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/device/blocking.h"
#include "source/device/tcp.h"
#include "source/follow.h"

enum { HOST_MAX = 256, PORT_MAX = 32, MOMENT_MS = 100 };

struct address {
	char host[HOST_MAX]; /* "" if none was given */
	char port[PORT_MAX];
};

static int refuse(const char *name, int err)
{
	talk_error(name, err);
	return command_error_status(err);
}

static bool take(char *to, size_t size, const char *from, size_t len)
{
	if (len >= size)
		return false;
	memcpy(to, from, len);
	to[len] = '\0';
	return true;
}

/* Names of services are valid, too. Numbers that are too large would be taken
 * for others. */
static bool is_port(const char *text)
{
	return *text && (strspn(text, "0123456789") != strlen(text) ||
			 strtoul(text, NULL, 10) <= UINT16_MAX);
}

/* Brackets around either part protect the colons of an address. */
static bool split(struct address *address, const char *text)
{
	const char *colon = strrchr(text, ':');
	const char *port = colon ? colon + 1 : text;
	size_t len = colon ? (size_t)(colon - text) : 0;

	if (len >= 2 && *text == '[' && text[len - 1] == ']') {
		text++;
		len -= 2;
	} else if (memchr(text, ':', len)) {
		return false;
	}
	return is_port(port) &&
	       take(address->host, sizeof(address->host), text, len) &&
	       take(address->port, sizeof(address->port), port, strlen(port));
}

static int misuse(const char *name, const char *wanted)
{
	talk("%s: not as in %s", name, wanted);
	return EXIT_MISUSE;
}

/* found: to be freed by freeaddrinfo(). */
static int find(const char *name, const struct address *address, int flags,
		struct addrinfo **found)
{
	const struct addrinfo hints = {
		.ai_flags = flags,
		.ai_socktype = SOCK_STREAM,
	};
	const int err = getaddrinfo(*address->host ? address->host : NULL,
				    address->port, &hints, found);

	if (!err)
		return EXIT_SUCCESS;
	if (err == EAI_SYSTEM)
		return refuse(name, errno);
	talk("%s: %s", name, gai_strerror(err));
	return EXIT_SYSTEM;
}

static int make(const struct addrinfo *address, int *fd)
{
	*fd = socket(address->ai_family,
		     address->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
		     address->ai_protocol);
	return *fd < 0 ? errno : 0;
}

/* EINTR: the user has quit. */
static int wait_for(int fd, short events)
{
	while (!follow_pause_on(fd, events, MOMENT_MS))
		if (!follow_is_wanted())
			return EINTR;
	return 0;
}

static int finish_connecting(int fd)
{
	socklen_t len = sizeof(int);
	int err = wait_for(fd, POLLOUT);
	int result = 0;

	if (err)
		return err;
	return getsockopt(fd, SOL_SOCKET, SO_ERROR, &result, &len) ? errno :
								     result;
}

static int connect_address(const struct addrinfo *address, int *fd)
{
	int err = make(address, fd);

	if (err)
		return err;
	if (connect(*fd, address->ai_addr, address->ai_addrlen))
		err = errno == EINPROGRESS ? finish_connecting(*fd) : errno;
	if (!err)
		err = device_make_blocking(*fd);
	if (err)
		close(*fd);
	return err;
}

int device_tcp_connect(const char *name, const char *rest, int *fd)
{
	struct address address;
	struct addrinfo *found;
	int status, err = 0;

	if (!split(&address, rest) || !*address.host)
		return misuse(name, "tcp:board:5000");
	status = find(name, &address, 0, &found);
	if (status)
		return status;
	for (struct addrinfo *at = found; at; at = at->ai_next) {
		err = connect_address(at, fd);
		if (!err || err == EINTR)
			break;
	}
	freeaddrinfo(found);
	return err ? refuse(name, err) : EXIT_SUCCESS;
}

/* The port is reusable at once after a restart. */
static int listen_at(const struct addrinfo *address, int *fd)
{
	const int yes = 1;
	int err = make(address, fd);

	if (err)
		return err;
	setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(*fd, address->ai_addr, address->ai_addrlen) || listen(*fd, 1))
		err = errno;
	if (err)
		close(*fd);
	return err;
}

/* Port 0 becomes a free one. */
static void tell_address(int fd)
{
	char host[HOST_MAX], port[PORT_MAX];
	struct sockaddr_storage address;
	socklen_t len = sizeof(address);

	if (getsockname(fd, (struct sockaddr *)&address, &len) ||
	    getnameinfo((struct sockaddr *)&address, len, host, sizeof(host),
			port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV))
		return;
	talk(strchr(host, ':') ? "waiting for a connection to [%s]:%s" :
				 "waiting for a connection to %s:%s",
	     host, port);
}

static int accept_connection(int listening, int *fd)
{
	for (;;) {
		int err = wait_for(listening, POLLIN);

		if (err)
			return err;
		*fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
		if (*fd >= 0)
			return 0;
		if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR)
			return errno;
	}
}

/* A single client is accepted; others are turned away. */
static int accept_client(const char *name, int listening, int *fd)
{
	int err;

	tell_address(listening);
	err = accept_connection(listening, fd);
	close(listening);
	if (err != EINTR)
		return err ? refuse(name, err) : EXIT_SUCCESS;
	talk("%s: no connection came", name);
	return EXIT_NOTHING;
}

int device_tcp_listen(const char *name, const char *rest, int *fd)
{
	struct address address;
	struct addrinfo *found;
	int listening = -1, status, err = 0;

	if (!split(&address, rest))
		return misuse(name, "tcp-listen:5000");
	status = find(name, &address, AI_PASSIVE, &found);
	if (status)
		return status;
	for (struct addrinfo *at = found; at; at = at->ai_next) {
		err = listen_at(at, &listening);
		if (!err)
			break;
	}
	freeaddrinfo(found);
	return err ? refuse(name, err) : accept_client(name, listening, fd);
}
