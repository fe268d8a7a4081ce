/* check_nats_address.c - URLs of servers, and which of them need TLS */
#include <string.h>

#include "common/remote_options.h"
#include "nats/nats_address.h"
#include "run.h"

static struct nats_address address;

static void is_place(const char *url, size_t count, const char *stream,
		     bool is_near)
{
	ck_assert_ptr_null(nats_address_parse(&address, url));
	ck_assert_uint_eq(address.count, count);
	ck_assert_str_eq(address.stream, stream);
	ck_assert_int_eq(address.is_near, is_near);
}

static void is_none(const char *url, const char *part)
{
	const char *why = nats_address_parse(&address, url);

	ck_assert_ptr_nonnull(why);
	ck_assert_msg(strstr(why, part), "%s: %s", url, why);
	ck_assert_uint_eq(address.count, 0);
}

START_TEST(servers_and_stream_are_found)
{
	is_place("nats://localhost", 1, "posixtrace", true);
	ck_assert_str_eq(address.servers[0], "nats://localhost:4222");
	nats_address_fini(&address);
	is_place("nats://a.b-c:1,[::1],10.0.0.1:65535/x_1-Y", 3, "x_1-Y",
		 false);
	ck_assert_str_eq(address.servers[0], "nats://a.b-c:1");
	ck_assert_str_eq(address.servers[1], "nats://[::1]:4222");
	ck_assert_str_eq(address.servers[2], "nats://10.0.0.1:65535");
	nats_address_fini(&address);
	is_place("nats://127.0.0.1,[::1],LocalHost/", 3, "posixtrace", true);
	nats_address_fini(&address);
	is_place("nats://127.0.0.1,elsewhere", 2, "posixtrace", false);
	nats_address_fini(&address);
}
END_TEST

START_TEST(what_is_none_is_refused)
{
	is_none("http://a", "not an URL of NATS");
	is_none("nats://", "HOST");
	is_none("nats:///stream", "HOST");
	is_none("nats://a,,b", "HOST");
	is_none("nats://a:0", "HOST");
	is_none("nats://a:65536", "HOST");
	is_none("nats://a:4222x", "HOST");
	is_none("nats://a b", "HOST");
	is_none("nats://[::1", "HOST");
	is_none("nats://[x]", "HOST");
	is_none("nats://a?tls=no", "HOST");
	is_none("nats://a/b/c", "letters");
	is_none("nats://a/b.c", "letters");
	is_none("nats://a/*", "letters");
	is_none("nats://a/abcdefghijklmnopqrstuvwxyz0123456", "letters");
	is_none("nats://a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a", "too many");
}
END_TEST

START_TEST(secrets_are_refused_and_not_repeated)
{
	is_none("nats://me:secret@a", "--creds");
	is_none("nats://token@a/x", "--creds");
	is_none("nats://b,me:secret@a", "--creds");
	ck_assert_ptr_null(strstr(
		nats_address_parse(&address, "nats://me:secret@a"), "secret@"));
}
END_TEST

START_TEST(only_loopback_is_this_machine)
{
	ck_assert(remote_is_loopback("127.200.0.1"));
	ck_assert(remote_is_loopback("::1"));
	ck_assert(remote_is_loopback("[::1]"));
	ck_assert(!remote_is_loopback("127.example.org"));
	ck_assert(!remote_is_loopback("localhost.example.org"));
	ck_assert(!remote_is_loopback("128.0.0.1"));
	ck_assert(!remote_is_loopback("::2"));
	ck_assert(!remote_is_loopback("0.0.0.0"));
	ck_assert(!remote_is_loopback(""));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nats_address");
	TCase *tcase = tcase_create("nats_address");

	tcase_add_test(tcase, servers_and_stream_are_found);
	tcase_add_test(tcase, what_is_none_is_refused);
	tcase_add_test(tcase, secrets_are_refused_and_not_repeated);
	tcase_add_test(tcase, only_loopback_is_this_machine);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
