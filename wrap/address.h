/*
 * address.h - addresses of sockets, as data of events
 *
 * Nothing is allocated, and nothing is called that a signal handler may not.
 */
#ifndef WRAP_ADDRESS_H
#define WRAP_ADDRESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* Of a local socket's path 108 bytes, "@" before one that is no file, and the
 * end; of IPv6 39 bytes, and "%" with a number. */
enum { WRAP_ADDRESS_ROOM = 112 };

/* The last part of an event's data, as ADDRESS in event_list.h. */
struct wrap_address {
	uint32_t ip;	 /* of IPv4, or 0 */
	uint16_t family; /* AF_INET and its kin; 0: there is no address */
	uint16_t port;	 /* or 0 */
	char text[WRAP_ADDRESS_ROOM];
};

/* How many bytes of the struct there are without text. */
enum { WRAP_ADDRESS_LEAST = offsetof(struct wrap_address, text) + 1 };

/* Set it, and give how many bytes it has: the text needs not all room. The
 * address may be NULL, and is cut if len says so. */
size_t wrap_address_set(struct wrap_address *address,
			const struct sockaddr *from, socklen_t len);

/* Both, as a name: gives name. */
enum { WRAP_ADDRESS_NAME = WRAP_ADDRESS_ROOM + 8 };
const char *wrap_address_name(const struct wrap_address *address,
			      char name[WRAP_ADDRESS_NAME]);

#endif
