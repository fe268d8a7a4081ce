/*
 * address.h - addresses of sockets, as data of events
 *
 * Nothing is allocated, and nothing is called that a signal handler may not.
 */
#ifndef WRAP_EVENT_ADDRESS_H
#define WRAP_EVENT_ADDRESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* Room for 108 bytes of a local path, "@" before an abstract name, and the null
 * character. An IPv6 address needs 39 bytes, "%" and a number. */
enum { WRAP_ADDRESS_ROOM = 112 };

/* The last part of an event's data, as ADDRESS in event_list.h. */
struct wrap_address {
	uint32_t ip;	 /* the IPv4 address, or 0 */
	uint16_t family; /* AF_INET and so on; 0: no address */
	uint16_t port;	 /* the port, or 0 */
	char text[WRAP_ADDRESS_ROOM];
};

/* Bytes of the struct without the text. */
enum { WRAP_ADDRESS_LEAST = offsetof(struct wrap_address, text) + 1 };

/* Fills *address and returns its size: the text may be shorter than its array.
 * from may be NULL; len is what the kernel says of it. */
size_t wrap_address_set(struct wrap_address *address,
			const struct sockaddr *from, socklen_t len);

/* Address and port in one text; returns name. */
enum { WRAP_ADDRESS_NAME = WRAP_ADDRESS_ROOM + 8 };
const char *wrap_address_name(const struct wrap_address *address,
			      char name[WRAP_ADDRESS_NAME]);

#endif
