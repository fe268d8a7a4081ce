/* address.c - addresses of sockets, as data of events */
#include "wrap/event/address.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/un.h>

enum { GROUPS = 8 }; /* 16-bit groups of an IPv6 address */

static char *put_number(char *at, uint32_t number, unsigned base)
{
	char digits[10];
	unsigned count = 0;

	do {
		digits[count++] = "0123456789abcdef"[number % base];
		number /= base;
	} while (number);
	while (count)
		*at++ = digits[--count];
	return at;
}

static char *put_ip(char *at, const uint8_t *byte)
{
	for (unsigned i = 0; i < 4; i++) {
		if (i)
			*at++ = '.';
		at = put_number(at, byte[i], 10);
	}
	return at;
}

static unsigned group(const uint8_t *byte, unsigned i)
{
	return (unsigned)byte[2 * i] << 8 | byte[2 * i + 1];
}

/* Finds the longest run of at least two zero groups: its start, and its length
 * in *count. */
static unsigned find_zeroes(const uint8_t *byte, unsigned *count)
{
	unsigned best = GROUPS;

	*count = 1;
	for (unsigned i = 0; i < GROUPS; i++) {
		unsigned end = i;

		while (end < GROUPS && !group(byte, end))
			end++;
		if (end - i > *count) {
			best = i;
			*count = end - i;
		}
	}
	return best;
}

/* The text form of RFC 5952. */
static char *put_ip6(char *at, const uint8_t *byte)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	unsigned zeroes, count;

	if (!memcmp(byte, mapped, sizeof(mapped))) {
		memcpy(at, "::ffff:", 7);
		return put_ip(at + 7, byte + sizeof(mapped));
	}
	zeroes = find_zeroes(byte, &count);
	for (unsigned i = 0; i < GROUPS; i++) {
		if (i == zeroes) {
			*at++ = ':';
			*at++ = ':';
			i += count - 1;
			continue;
		}
		if (i && i != zeroes + count)
			*at++ = ':';
		at = put_number(at, group(byte, i), 16);
	}
	return at;
}

static char *put_scope(char *at, uint32_t scope)
{
	if (!scope)
		return at;
	*at++ = '%';
	return put_number(at, scope, 10);
}

/* Paths come with or without a null character. Abstract names begin with one;
 * all their null characters become "@". */
static char *put_path(char *at, const char *path, size_t len)
{
	if (len && path[0])
		len = strnlen(path, len);
	for (size_t i = 0; i < len; i++)
		*at++ = path[i] ? path[i] : '@';
	return at;
}

static char *put(struct wrap_address *address,
		 const struct sockaddr_storage *from, size_t len)
{
	const struct sockaddr_in *in = (const void *)from;
	const struct sockaddr_in6 *in6 = (const void *)from;
	const struct sockaddr_un *un = (const void *)from;
	const size_t path = offsetof(struct sockaddr_un, sun_path);

	switch (from->ss_family) {
	case AF_INET:
		address->ip = ntohl(in->sin_addr.s_addr);
		address->port = ntohs(in->sin_port);
		return put_ip(address->text, (const void *)&in->sin_addr);
	case AF_INET6:
		address->port = ntohs(in6->sin6_port);
		return put_scope(put_ip6(address->text, in6->sin6_addr.s6_addr),
				 in6->sin6_scope_id);
	case AF_UNIX:
		if (len > sizeof(*un))
			len = sizeof(*un);
		return put_path(address->text, un->sun_path,
				len > path ? len - path : 0);
	default:
		return address->text;
	}
}

size_t wrap_address_set(struct wrap_address *address,
			const struct sockaddr *from, socklen_t len)
{
	struct sockaddr_storage copy = { .ss_family = AF_UNSPEC };
	size_t known = len < sizeof(copy) ? len : sizeof(copy);
	char *end;

	address->ip = 0;
	address->port = 0;
	if (from && known >= sizeof(from->sa_family))
		memcpy(&copy, from, known);
	address->family = copy.ss_family;
	end = put(address, &copy, known);
	*end = '\0';
	return (size_t)(end + 1 - (char *)address);
}

const char *wrap_address_name(const struct wrap_address *address,
			      char name[WRAP_ADDRESS_NAME])
{
	const bool is_ip6 = address->family == AF_INET6;
	char *at = name;

	if (is_ip6)
		*at++ = '[';
	at = stpcpy(at, address->text);
	if (is_ip6)
		*at++ = ']';
	if (is_ip6 || address->family == AF_INET) {
		*at++ = ':';
		at = put_number(at, address->port, 10);
	}
	*at = '\0';
	return name;
}
