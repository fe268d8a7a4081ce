/* check_address.c - how addresses of sockets look in events */
#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

#include "run.h"
#include "wrap/event/address.h"

static struct wrap_address address;

static size_t set(const void *from, size_t len)
{
	memset(&address, 0x5a, sizeof(address));
	return wrap_address_set(&address, from, (socklen_t)len);
}

/* What the C library would write. */
static void compare_ip6(const char *text)
{
	struct sockaddr_in6 in6 = {
		.sin6_family = AF_INET6,
		.sin6_port = htons(443),
	};
	char expected[INET6_ADDRSTRLEN];

	ck_assert_int_eq(inet_pton(AF_INET6, text, &in6.sin6_addr), 1);
	inet_ntop(AF_INET6, &in6.sin6_addr, expected, sizeof(expected));
	set(&in6, sizeof(in6));
	ck_assert_str_eq(address.text, expected);
	ck_assert_uint_eq(address.family, AF_INET6);
	ck_assert_uint_eq(address.port, 443);
	ck_assert_uint_eq(address.ip, 0);
}

START_TEST(ip_has_its_number_and_its_text)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET,
		.sin_port = htons(65535),
		.sin_addr.s_addr = htonl(0xc0a800ff),
	};

	ck_assert_uint_eq(set(&in, sizeof(in)),
			  offsetof(struct wrap_address, text) + 14);
	ck_assert_str_eq(address.text, "192.168.0.255");
	ck_assert_uint_eq(address.ip, 0xc0a800ff);
	ck_assert_uint_eq(address.port, 65535);
}
END_TEST

START_TEST(ip6_is_as_short_as_the_library_has_it)
{
	static const char *const text[] = {
		"::",
		"::1",
		"1::",
		"fe80::1",
		"2001:db8::1:0:0:1",
		"2001:0:0:1::1",
		"1:0:2:0:3:0:4:0",
		"0:1:2:3:4:5:6:7",
		"1:2:3:4:5:6:0:0",
		"::2:3:4:5:6:7:8",
		"::ffff:10.0.0.1",
		"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
	};

	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		compare_ip6(text[i]);
}
END_TEST

START_TEST(ip6_of_a_link_names_the_link)
{
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6 };

	memset(&in6.sin6_addr, 0xff, sizeof(in6.sin6_addr));
	in6.sin6_scope_id = UINT32_MAX;
	set(&in6, sizeof(in6));
	ck_assert_str_eq(address.text, "ffff:ffff:ffff:ffff:ffff:ffff:ffff:"
				       "ffff%4294967295");
}
END_TEST

START_TEST(a_path_needs_no_end)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX };

	memset(un.sun_path, 'x', sizeof(un.sun_path));
	ck_assert_uint_eq(set(&un, sizeof(un)),
			  offsetof(struct wrap_address, text) + 109);
	ck_assert_uint_eq(strlen(address.text), 108);
	un.sun_path[3] = '\0';
	set(&un, sizeof(un));
	ck_assert_str_eq(address.text, "xxx");
}
END_TEST

START_TEST(a_name_that_is_no_file_begins_with_at)
{
	struct sockaddr_un un = {
		.sun_family = AF_UNIX,
		.sun_path = "\0ab\0c and more",
	};

	set(&un, offsetof(struct sockaddr_un, sun_path) + 5);
	ck_assert_str_eq(address.text, "@ab@c");
	set(&un, offsetof(struct sockaddr_un, sun_path));
	ck_assert_str_eq(address.text, "");
}
END_TEST

START_TEST(names_have_ports_where_addresses_have)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET,
		.sin_port = htons(80),
		.sin_addr.s_addr = htonl(0x7f000001),
	};
	struct sockaddr_in6 in6 = {
		.sin6_family = AF_INET6,
		.sin6_port = htons(65535),
	};
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	char name[WRAP_ADDRESS_NAME];

	set(&in, sizeof(in));
	ck_assert_str_eq(wrap_address_name(&address, name), "127.0.0.1:80");
	memset(&in6.sin6_addr, 0xff, sizeof(in6.sin6_addr));
	in6.sin6_scope_id = UINT32_MAX;
	set(&in6, sizeof(in6));
	ck_assert_str_eq(wrap_address_name(&address, name),
			 "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
			 "%4294967295]:65535");
	memset(un.sun_path, 'x', sizeof(un.sun_path));
	set(&un, sizeof(un));
	ck_assert_uint_eq(strlen(wrap_address_name(&address, name)), 108);
}
END_TEST

START_TEST(what_is_no_address_is_none)
{
	struct sockaddr_in in = { .sin_family = AF_INET };

	ck_assert_uint_eq(set(NULL, 16), (size_t)WRAP_ADDRESS_LEAST);
	ck_assert_uint_eq(address.family, AF_UNSPEC);
	ck_assert_uint_eq(set(&in, 1), (size_t)WRAP_ADDRESS_LEAST);
	ck_assert_uint_eq(address.family, AF_UNSPEC);
	in.sin_addr.s_addr = htonl(0x7f000001);
	set(&in, 4);
	ck_assert_str_eq(address.text, "0.0.0.0");
	in.sin_family = AF_X25;
	set(&in, sizeof(in));
	ck_assert_uint_eq(address.family, AF_X25);
	ck_assert_str_eq(address.text, "");
}
END_TEST

START_TEST(nothing_is_read_beyond_an_address)
{
	uint8_t much[4096];

	memset(much, 'x', sizeof(much));
	memcpy(much, &(sa_family_t){ AF_UNIX }, sizeof(sa_family_t));
	set(much, UINT32_MAX);
	ck_assert_uint_eq(strlen(address.text), 108);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("address");
	TCase *tcase = tcase_create("text");

	tcase_add_test(tcase, ip_has_its_number_and_its_text);
	tcase_add_test(tcase, ip6_is_as_short_as_the_library_has_it);
	tcase_add_test(tcase, ip6_of_a_link_names_the_link);
	tcase_add_test(tcase, a_path_needs_no_end);
	tcase_add_test(tcase, a_name_that_is_no_file_begins_with_at);
	tcase_add_test(tcase, names_have_ports_where_addresses_have);
	tcase_add_test(tcase, what_is_no_address_is_none);
	tcase_add_test(tcase, nothing_is_read_beyond_an_address);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
