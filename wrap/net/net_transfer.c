/*
 * net_transfer.c - sending and receiving by socket
 *
 * Bytes and messages are counted after the call: vectors are read only when the
 * kernel has accepted them.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "wrap/calls/next.h"
#include "wrap/event/address.h"
#include "wrap/event/pieces.h"
#include "wrap/event/span.h"

static void begin(enum wrap_event wait, int fd, size_t size, const void *caller)
{
	const struct wrap_transfer_wait data = { .fd = fd, .size = size };

	wrap_record(wait, &data, sizeof(data), caller);
}

static void tell_peer(struct wrap_message *data, struct wrap_span *span,
		      const struct sockaddr *peer, socklen_t len)
{
	if (!data->error && peer && len)
		span->len = offsetof(struct wrap_message, address) +
			    wrap_address_set(&data->address, peer, len);
}

/* The room that the program gave is no longer known: no more is told of a local
 * address than fits any other. */
static void tell_from(struct wrap_message *data, struct wrap_span *span,
		      const struct sockaddr *peer, const socklen_t *len)
{
	const socklen_t most = sizeof(struct sockaddr_in6);

	if (!data->error && peer)
		tell_peer(data, span, peer, *len < most ? *len : most);
}

static void finish(struct wrap_message *data, ssize_t result)
{
	data->result = result;
	data->error = result < 0 ? errno : 0;
	data->messages = result >= 0;
}

/* behind: members that follow the result. */
#define MESSAGE(kind, size, flags, behind, name, ...)                         \
	do {                                                                  \
		struct wrap_message data = {                                  \
			fd, ECANCELED, size, -1, (uint32_t)(flags), 0, { 0 }, \
		};                                                            \
		struct wrap_span span = WRAP_SPAN(socket_##kind, data);       \
		ssize_t result;                                               \
                                                                              \
		if (!wrap_wants(WRAP_NET, CALLER))                            \
			return NEXT(name)(__VA_ARGS__);                       \
		span.len = offsetof(struct wrap_message, address);            \
		begin(WRAP_EVENT_socket_##kind##_wait, fd, size, CALLER);     \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__);          \
			    finish(&data, result); behind);                   \
		return result;                                                \
	} while (0)

#define NOTHING ((void)0)

WRAPPER ssize_t send(int fd, const void *from, size_t size, int flags)
{
	MESSAGE(send, size, flags, NOTHING, send, fd, from, size, flags);
}

WRAPPER ssize_t recv(int fd, void *to, size_t size, int flags)
{
	MESSAGE(recv, size, flags, NOTHING, recv, fd, to, size, flags);
}

WRAPPER ssize_t sendto(int fd, const void *from, size_t size, int flags,
		       __CONST_SOCKADDR_ARG peer, socklen_t len)
{
	MESSAGE(send, size, flags,
		tell_peer(&data, &span, peer.__sockaddr__, len), sendto, fd,
		from, size, flags, peer, len);
}

WRAPPER ssize_t recvfrom(int fd, void *restrict to, size_t size, int flags,
			 __SOCKADDR_ARG peer, socklen_t *restrict len)
{
	MESSAGE(recv, size, flags,
		tell_from(&data, &span, peer.__sockaddr__, len), recvfrom, fd,
		to, size, flags, peer, len);
}

/* Pieces */

static void tell_pieces(struct wrap_message *data, const struct msghdr *message)
{
	if (!data->error)
		data->size =
			wrap_pieces_size(message->msg_iov, message->msg_iovlen);
}

static void tell_sent(struct wrap_message *data, struct wrap_span *span,
		      const struct msghdr *message)
{
	tell_pieces(data, message);
	if (!data->error)
		tell_peer(data, span, message->msg_name, message->msg_namelen);
}

static void tell_received(struct wrap_message *data, struct wrap_span *span,
			  const struct msghdr *message)
{
	tell_pieces(data, message);
	if (!data->error)
		tell_from(data, span, message->msg_name, &message->msg_namelen);
}

WRAPPER ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	MESSAGE(send, 0, flags, tell_sent(&data, &span, message), sendmsg, fd,
		message, flags);
}

WRAPPER ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	MESSAGE(recv, 0, flags, tell_received(&data, &span, message), recvmsg,
		fd, message, flags);
}

/* Several messages at once: bytes is their sum. */
static void tell_messages(struct wrap_message *data,
			  const struct mmsghdr *messages)
{
	const int64_t count = data->result;

	if (count < 0)
		return;
	data->messages = (uint32_t)count;
	data->result = 0;
	for (int64_t i = 0; i < count; i++) {
		data->size += wrap_pieces_size(messages[i].msg_hdr.msg_iov,
					       messages[i].msg_hdr.msg_iovlen);
		data->result += messages[i].msg_len;
	}
}

WRAPPER int sendmmsg(int fd, struct mmsghdr *messages, unsigned count,
		     int flags)
{
	MESSAGE(send, 0, flags, tell_messages(&data, messages), sendmmsg, fd,
		messages, count, flags);
}

WRAPPER int recvmmsg(int fd, struct mmsghdr *messages, unsigned count,
		     int flags, struct timespec *timeout)
{
	MESSAGE(recv, 0, flags, tell_messages(&data, messages), recvmmsg, fd,
		messages, count, flags, timeout);
}

/* Called by programs compiled with _FORTIFY_SOURCE. */

ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags);
ssize_t __recvfrom_chk(int fd, void *restrict to, size_t size, size_t room,
		       int flags, __SOCKADDR_ARG peer, socklen_t *restrict len);

WRAPPER ssize_t __recv_chk(int fd, void *to, size_t size, size_t room,
			   int flags)
{
	MESSAGE(recv, size, flags, NOTHING, __recv_chk, fd, to, size, room,
		flags);
}

WRAPPER ssize_t __recvfrom_chk(int fd, void *restrict to, size_t size,
			       size_t room, int flags, __SOCKADDR_ARG peer,
			       socklen_t *restrict len)
{
	MESSAGE(recv, size, flags,
		tell_from(&data, &span, peer.__sockaddr__, len), __recvfrom_chk,
		fd, to, size, room, flags, peer, len);
}
