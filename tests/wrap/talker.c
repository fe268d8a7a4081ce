/*
 * talker.c - a program that talks to itself by sockets, and knows nothing of
 * tracing
 *
 *	talker
 *
 * Each thing happens in a fixed way, so that its events can be counted. What
 * the functions give is compared with what POSIX says, and so is errno. It
 * prints "fine" and exits with 42.
 */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "wrap/expectation.h"

enum { NO_FD = 1 << 20 };

/* No address of anything, as far as the compiler knows. */
static void *volatile nowhere = (void *)16;

/* A pair */

static void send_to_each_other(void)
{
	char to[8] = "";
	int pair[2];

	errno = NONSENSE;
	MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
	MUST(send(pair[0], "abcdef", 6, 0) == 6);
	MUST(recv(pair[1], to, sizeof(to), MSG_PEEK) == 6);
	MUST(recv(pair[1], to, 4, 0) == 4 && !memcmp(to, "abcd", 4));
	MUST(recvfrom(pair[1], to, sizeof(to), 0, NULL, NULL) == 2);
	MUST(errno == NONSENSE);
	MUST(recv(pair[1], to, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
	MUST(!shutdown(pair[0], SHUT_WR));
	MUST(recv(pair[1], to, sizeof(to), 0) == 0);
	MUST(send(pair[0], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
	MUST(!close(pair[0]) && !close(pair[1]));
}

static void send_pieces(void)
{
	char to[8] = "", more[8] = "";
	struct iovec out[] = { { "ab", 2 }, { "cde", 3 } };
	struct iovec in[] = { { to, 1 }, { more, 7 } };
	struct mmsghdr messages[2] = {
		{ .msg_hdr = { .msg_iov = out, .msg_iovlen = 2 } },
		{ .msg_hdr = { .msg_iov = out, .msg_iovlen = 1 } },
	};
	struct msghdr message = { .msg_iov = in, .msg_iovlen = 2 };
	int pair[2];

	MUST(!socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
	MUST(sendmsg(pair[0], &messages[0].msg_hdr, 0) == 5);
	MUST(recvmsg(pair[1], &message, 0) == 5);
	MUST(to[0] == 'a' && !memcmp(more, "bcde", 4));
	MUST(sendmmsg(pair[0], messages, 2, 0) == 2);
	MUST(messages[0].msg_len == 5 && messages[1].msg_len == 2);
	messages[0].msg_hdr.msg_iov = in;
	messages[1].msg_hdr.msg_iov = in;
	messages[1].msg_hdr.msg_iovlen = 2;
	MUST(recvmmsg(pair[1], messages, 2, MSG_DONTWAIT, NULL) == 2);
	MUST(messages[0].msg_len == 5 && messages[1].msg_len == 2);
	MUST(!close(pair[0]) && !close(pair[1]));
}

/* Connections */

static int listen_at(struct sockaddr_in *at)
{
	socklen_t len = sizeof(*at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	MUST(fd >= 0);
	*at = (struct sockaddr_in){ .sin_family = AF_INET };
	at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	MUST(!bind(fd, (struct sockaddr *)at, sizeof(*at)));
	MUST(!listen(fd, 5));
	MUST(!getsockname(fd, (struct sockaddr *)at, &len));
	return fd;
}

static void be_connected(void)
{
	struct sockaddr_in at, peer;
	socklen_t len = sizeof(peer);
	int fd = listen_at(&at), there, here;

	there = socket(AF_INET, SOCK_STREAM, 0);
	errno = NONSENSE;
	MUST(!connect(there, (struct sockaddr *)&at, sizeof(at)));
	here = accept(fd, (struct sockaddr *)&peer, &len);
	MUST(here >= 0 && len == sizeof(peer) &&
	     peer.sin_addr.s_addr == at.sin_addr.s_addr);
	MUST(errno == NONSENSE);
	MUST(!close(there) && !close(here));

	there = socket(AF_INET, SOCK_STREAM, 0);
	MUST(!connect(there, (struct sockaddr *)&at, sizeof(at)));
	here = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
	MUST(here >= 0 && !close(there) && !close(here));
	MUST(!close(fd));
	there = socket(AF_INET, SOCK_STREAM, 0);
	MUST(connect(there, (struct sockaddr *)&at, sizeof(at)) == -1 &&
	     errno == ECONNREFUSED);
	MUST(!close(there));
}

/* Messages that know where they go to */

static struct sockaddr_un local(const char *name, socklen_t *len)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };

	snprintf(at.sun_path + 1, sizeof(at.sun_path) - 1,
		 "posixtrace-talker-%d-%s", (int)getpid(), name);
	*len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
			   strlen(at.sun_path + 1));
	return at;
}

static void post(void)
{
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	struct sockaddr_un at, from;
	socklen_t len, from_len = sizeof(from);
	char to[8];

	at = local("post", &len);
	MUST(!bind(fd, (struct sockaddr *)&at, len));
	MUST(sendto(fd, "letter", 6, 0, (struct sockaddr *)&at, len) == 6);
	MUST(recvfrom(fd, to, sizeof(to), 0, (struct sockaddr *)&from,
		      &from_len) == 6);
	MUST(from_len == len && !memcmp(&at, &from, len));
	MUST(!close(fd));
}

/* What is refused, is refused as ever. */
static void misuse(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	char byte;

	MUST(socket(AF_INET, 99, 0) == -1 && errno == EINVAL);
	MUST(socketpair(AF_INET, SOCK_STREAM, 0, nowhere) == -1);
	MUST(bind(fd, nowhere, sizeof(at)) == -1 && errno == EFAULT);
	MUST(connect(fd, nowhere, sizeof(at)) == -1 && errno == EFAULT);
	MUST(connect(NO_FD, nowhere, sizeof(at)) == -1 && errno == EBADF);
	MUST(accept(NO_FD, nowhere, nowhere) == -1 && errno == EBADF);
	MUST(listen(NO_FD, 1) == -1 && errno == EBADF);
	MUST(shutdown(fd, 99) == -1 && errno == EINVAL);
	MUST(sendto(fd, "", 1, 0, nowhere, sizeof(at)) == -1 &&
	     errno == EFAULT);
	MUST(recvfrom(NO_FD, &byte, 1, 0, nowhere, nowhere) == -1 &&
	     errno == EBADF);
	MUST(sendmsg(fd, nowhere, 0) == -1 && errno == EFAULT);
	MUST(recvmsg(fd, nowhere, 0) == -1 && errno == EFAULT);
	MUST(sendmmsg(fd, nowhere, 2, 0) == -1 && errno == EFAULT);
	MUST(recvmmsg(fd, nowhere, 2, MSG_DONTWAIT, NULL) == -1 &&
	     errno == EFAULT);
	MUST(!close(fd));
}

static void *accept_cancelled(void *fd)
{
	MUST(!pthread_cancel(pthread_self()));
	MUST(accept(*(int *)fd, NULL, NULL) >= 0);
	MUST(!"a cancellation point");
	return NULL;
}

static void be_cancelled(void)
{
	struct sockaddr_in at;
	pthread_t thread;
	void *value;
	int fd = listen_at(&at);

	MUST(!pthread_create(&thread, NULL, accept_cancelled, &fd));
	MUST(!pthread_join(thread, &value));
	MUST(value == PTHREAD_CANCELED);
	MUST(!close(fd));
}

static void resolve(void)
{
	const struct addrinfo hints = {
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
		.ai_socktype = SOCK_STREAM,
	};
	struct addrinfo *found;

	MUST(!getaddrinfo("127.0.0.1", "80", &hints, &found));
	freeaddrinfo(found);
	MUST(getaddrinfo("nonsense", NULL, &hints, &found) == EAI_NONAME);
}

int main(void)
{
	send_to_each_other();
	send_pieces();
	be_connected();
	post();
	misuse();
	be_cancelled();
	resolve();
	puts("fine");
	return STATUS;
}
