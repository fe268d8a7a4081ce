/*
 * net.c - sockets that are made, bound, connected and shut down
 *
 * Addresses are read after the call: the kernel has checked then that they are
 * memory of the program.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <netdb.h>
#include <sys/socket.h>

#include "wrap/calls/next.h"
#include "wrap/event/address.h"
#include "wrap/event/cut.h"
#include "wrap/event/objects.h"
#include "wrap/event/peek.h"
#include "wrap/event/span.h"

/* Names the socket by its own address or its peer's; reads and writes by
 * descriptor refer to this name. */
static void name(int fd, const struct wrap_address *address)
{
	char room[WRAP_ADDRESS_NAME];
	const char *called = wrap_address_name(address, room);

	if (!address->text[0])
		return;
	wrap_object_name("socket", (uint64_t)fd, called);
	wrap_object_name("fd", (uint64_t)fd, called);
}

static void make(int fd, int type, int protocol)
{
	WRAP_OBJECT("socket", fd, NULL, { "type", .number = type, .hex = true },
		    { "protocol", .number = protocol });
	wrap_object("fd", (uint64_t)fd, NULL, NULL);
}

/* Sockets and calls without addresses */

static void record_socket(enum wrap_event event, int first, int family,
			  int type, int protocol, const void *caller)
{
	const struct wrap_socket data = {
		.first = first,
		.type = type,
		.protocol = protocol,
		.family = (uint16_t)family,
		.transport = protocol,
	};
	const bool is_ip = family == AF_INET || family == AF_INET6;

	wrap_record(event, &data,
		    is_ip ? sizeof(data) : offsetof(struct wrap_socket, hole),
		    caller);
}

static void tell_socket(int fd, int family, int type, int protocol,
			const void *caller)
{
	make(fd, type, protocol);
	record_socket(WRAP_EVENT_socket_create, fd, family, type, protocol,
		      caller);
}

static int tell_no_socket(int family, int type, int protocol,
			  const void *caller)
{
	record_socket(WRAP_EVENT_socket_create_fail, errno, family, type,
		      protocol, caller);
	return -1;
}

WRAPPER int socket(int family, int type, int protocol)
{
	const int fd = NEXT(socket)(family, type, protocol);

	if (!wrap_wants(WRAP_NET, CALLER))
		return fd;
	if (fd < 0)
		return tell_no_socket(family, type, protocol, CALLER);
	tell_socket(fd, family, type, protocol, CALLER);
	return fd;
}

WRAPPER int socketpair(int family, int type, int protocol, int pair[2])
{
	const int result = NEXT(socketpair)(family, type, protocol, pair);

	if (!wrap_wants(WRAP_NET, CALLER))
		return result;
	if (result)
		return tell_no_socket(family, type, protocol, CALLER);
	tell_socket(pair[0], family, type, protocol, CALLER);
	tell_socket(pair[1], family, type, protocol, CALLER);
	return 0;
}

static int tell_failure(int fd, int call, const void *caller)
{
	RECORD_FD_FAILURE(socket_fail, fd, call, errno, caller);
	return -1;
}

WRAPPER int listen(int fd, int backlog)
{
	const struct wrap_fd_value data = { fd, backlog };
	const int result = NEXT(listen)(fd, backlog);

	if (!wrap_wants(WRAP_NET, CALLER))
		return result;
	if (result)
		return tell_failure(fd, WRAP_SOCKET_LISTEN, CALLER);
	RECORD(socket_listen, data, CALLER);
	return 0;
}

/* The event precedes the call: events of the other end follow it. */
WRAPPER int shutdown(int fd, int how)
{
	const struct wrap_fd_value data = { fd, how };
	int result;

	if (!wrap_wants(WRAP_NET, CALLER))
		return NEXT(shutdown)(fd, how);
	RECORD(socket_shutdown, data, CALLER);
	result = NEXT(shutdown)(fd, how);
	if (result)
		tell_failure(fd, WRAP_SOCKET_SHUTDOWN, CALLER);
	return result;
}

/* Addresses */

/* Copies the address of a failed call; returns its size. */
static size_t peek(struct wrap_address *to, const struct sockaddr *from,
		   socklen_t len)
{
	struct sockaddr_storage copy = { 0 };

	if (len > sizeof(copy) || !wrap_peek(&copy, from, len))
		return 0;
	return wrap_address_set(to, (const struct sockaddr *)&copy, len);
}

static int tell_unbound(int fd, const struct sockaddr *address, socklen_t len,
			const void *caller)
{
	struct wrap_socket_failure data = {
		.fd = fd,
		.error = errno,
		.call = WRAP_SOCKET_BIND,
	};

	RECORD_PART(socket_fail, data, address,
		    peek(&data.address, address, len), caller);
	return -1;
}

WRAPPER int bind(int fd, __CONST_SOCKADDR_ARG address, socklen_t len)
{
	struct wrap_bind data = { .fd = fd };
	const int result = NEXT(bind)(fd, address, len);
	size_t used;

	if (!wrap_wants(WRAP_NET, CALLER))
		return result;
	if (result)
		return tell_unbound(fd, address.__sockaddr__, len, CALLER);
	used = wrap_address_set(&data.address, address.__sockaddr__, len);
	name(fd, &data.address);
	RECORD_PART(socket_bind, data, address, used, CALLER);
	return 0;
}

static void finish_connect(struct wrap_connect *data, struct wrap_span *span,
			   int error, const struct sockaddr *address,
			   socklen_t len)
{
	data->error = error;
	span->len = offsetof(struct wrap_connect, address) +
		    (error ? peek(&data->address, address, len) :
			     wrap_address_set(&data->address, address, len));
	if (!error || error == EINPROGRESS)
		name(data->fd, &data->address);
}

WRAPPER int connect(int fd, __CONST_SOCKADDR_ARG address, socklen_t len)
{
	struct wrap_connect data = { .fd = fd, .error = ECANCELED };
	struct wrap_span span = WRAP_SPAN(socket_connect, data);
	const int32_t number = fd;
	int result;

	if (!wrap_wants(WRAP_NET, CALLER))
		return NEXT(connect)(fd, address, len);
	span.len = offsetof(struct wrap_connect, address);
	RECORD(socket_connect_wait, number, CALLER);
	WRAP_DURING(&span, result = NEXT(connect)(fd, address, len);
		    finish_connect(&data, &span, result ? errno : 0,
				   address.__sockaddr__, len));
	return result;
}

/* The peer's address is queried, as the program may not want it, or have too
 * little room. */
static void finish_accept(struct wrap_accept *data, struct wrap_span *span,
			  int accepted)
{
	const int saved_errno = errno;
	struct sockaddr_storage peer;
	socklen_t len = sizeof(peer);

	data->accepted = accepted;
	data->error = accepted < 0 ? saved_errno : 0;
	if (accepted < 0)
		return;
	wrap_object("socket", (uint64_t)accepted, NULL, NULL);
	wrap_object("fd", (uint64_t)accepted, NULL, NULL);
	if (!getpeername(accepted, (struct sockaddr *)&peer, &len)) {
		span->len =
			offsetof(struct wrap_accept, address) +
			wrap_address_set(&data->address,
					 (const struct sockaddr *)&peer, len);
		name(accepted, &data->address);
	}
	errno = saved_errno;
}

#define ACCEPT(name, ...)                                               \
	do {                                                            \
		struct wrap_accept data = { fd, ECANCELED, -1, { 0 } }; \
		struct wrap_span span = WRAP_SPAN(socket_accept, data); \
		const int32_t number = fd;                              \
		int accepted;                                           \
                                                                        \
		if (!wrap_wants(WRAP_NET, CALLER))                      \
			return NEXT(name)(__VA_ARGS__);                 \
		span.len = offsetof(struct wrap_accept, address);       \
		RECORD(socket_accept_wait, number, CALLER);             \
		WRAP_DURING(&span, accepted = NEXT(name)(__VA_ARGS__);  \
			    finish_accept(&data, &span, accepted));     \
		return accepted;                                        \
	} while (0)

WRAPPER int accept(int fd, __SOCKADDR_ARG address, socklen_t *restrict len)
{
	ACCEPT(accept, fd, address, len);
}

WRAPPER int accept4(int fd, __SOCKADDR_ARG address, socklen_t *restrict len,
		    int flags)
{
	ACCEPT(accept4, fd, address, len, flags);
}

/* Names */

WRAPPER int getaddrinfo(const char *restrict host, const char *restrict service,
			const struct addrinfo *restrict hints,
			struct addrinfo **restrict found)
{
	struct {
		int32_t result, error;
	} data = { EAI_SYSTEM, ECANCELED };
	struct wrap_span span = WRAP_SPAN(resolved, data);
	char texts[NI_MAXHOST / 2];

	if (!wrap_wants(WRAP_NET, CALLER))
		return NEXT(getaddrinfo)(host, service, hints, found);
	RECORD_BYTES(resolve, texts,
		     wrap_cut_two(texts, sizeof(texts), host ? host : "",
				  service ? service : ""),
		     CALLER);
	WRAP_DURING(&span, data.result = NEXT(getaddrinfo)(host, service, hints,
							   found);
		    data.error = data.result == EAI_SYSTEM ? errno : 0);
	return data.result;
}
