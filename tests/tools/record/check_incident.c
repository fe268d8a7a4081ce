/* check_incident.c - names of incidents, and messages that anybody may write */
#include <stdio.h>
#include <string.h>

#include "record/incident.h"
#include "run.h"

static struct incident incident, other;
static char message[INCIDENT_MESSAGE];

static const char good[] = "posixtrace-incident 1\n"
			   "20261123T204512Z-h1-0123abcd\n"
			   "crash\n";

/* The good message with something in place of something else */
static bool is_read_with(const char *old, const char *new)
{
	const char *at = strstr(good, old);

	snprintf(message, sizeof(message), "%.*s%s%s", (int)(at - good), good,
		 new, at + strlen(old));
	return incident_read(&other, message, strlen(message));
}

START_TEST(a_message_is_read_as_it_was_written)
{
	size_t len;

	incident_make(&incident, "db-1.example", 1795466712, 0xabc, "exit 3");
	ck_assert_str_eq(incident.id, "20261123T204512Z-db-1_example-00000abc");
	len = incident_write(&incident, message);
	ck_assert(incident_read(&other, message, len));
	ck_assert_str_eq(other.id, incident.id);
	ck_assert_str_eq(other.why, "exit 3");
}
END_TEST

START_TEST(the_longest_names_fit)
{
	char host[300], why[300];
	size_t len;

	memset(host, 'h', sizeof(host) - 1);
	memset(why, 'w', sizeof(why) - 1);
	host[sizeof(host) - 1] = why[sizeof(why) - 1] = '\0';
	incident_make(&incident, host, 1795466712, UINT32_MAX, why);
	len = incident_write(&incident, message);
	ck_assert_uint_lt(len, INCIDENT_MESSAGE);
	ck_assert(incident_read(&other, message, len));
	ck_assert_str_eq(other.id, incident.id);
	incident_make(&incident, "", 0, 0, "");
	len = incident_write(&incident, message);
	ck_assert(incident_read(&other, message, len));
}
END_TEST

START_TEST(what_no_file_may_be_called_is_refused)
{
	ck_assert(is_read_with("h1", "h2"));
	ck_assert(!is_read_with("h1", "../../h1"));
	ck_assert(!is_read_with("h1", "h 1"));
	ck_assert(!is_read_with("h1", "%p"));
	ck_assert(!is_read_with("h1", "h\n1"));
	ck_assert(!is_read_with("h1", ""));
	ck_assert(!is_read_with("-h1", ""));
	ck_assert(!is_read_with("20261123", "2026112x"));
	ck_assert(!is_read_with("0123abcd", "0123ABCD"));
	ck_assert(!is_read_with("0123abcd", "0123abc"));
	ck_assert(!is_read_with("h1", "h123456789012345678901234567890123"));
	ck_assert(!is_read_with("incident 1", "incident 2"));
	ck_assert(!is_read_with("crash\n", "crash"));
	ck_assert(!is_read_with("crash\n", "crash\nmore\n"));
	ck_assert(!is_read_with("crash\n", ""));
}
END_TEST

START_TEST(long_and_short_messages_are_refused)
{
	char large[INCIDENT_MESSAGE + 1];

	memset(large, 'x', sizeof(large));
	memcpy(large, good, strlen(good));
	ck_assert(!incident_read(&other, large, sizeof(large)));
	for (size_t len = 0; len < strlen(good); len++)
		ck_assert(!incident_read(&other, good, len));
	memcpy(message, good, sizeof(good));
	ck_assert(!incident_read(&other, message, sizeof(good)));
}
END_TEST

START_TEST(a_reason_cannot_control_a_terminal)
{
	ck_assert(is_read_with("crash", "\033[2Jcrash\x9b"));
	ck_assert_ptr_null(strchr(other.why, '\033'));
}
END_TEST

START_TEST(an_incident_is_known_once)
{
	struct incidents_known known = { .count = 0 };
	char id[INCIDENT_ID];

	ck_assert(incidents_known_add(&known, "a"));
	ck_assert(!incidents_known_add(&known, "a"));
	for (int i = 1; i < INCIDENTS_KNOWN; i++) {
		snprintf(id, sizeof(id), "%d", i);
		ck_assert(incidents_known_add(&known, id));
	}
	ck_assert(!incidents_known_add(&known, "a"));
	ck_assert(incidents_known_add(&known, "b"));
	ck_assert(incidents_known_add(&known, "a"));
}
END_TEST

START_TEST(incidents_come_at_a_limited_rate)
{
	const int64_t second = 1000000000;
	struct incidents_rate rate = { .used = 0 };

	for (int i = 0; i < INCIDENTS_AT_ONCE; i++)
		ck_assert(incidents_rate_take(&rate, second));
	ck_assert(!incidents_rate_take(&rate, second));
	ck_assert(!incidents_rate_take(&rate, 10 * second));
	ck_assert(incidents_rate_take(&rate, 11 * second));
	ck_assert(!incidents_rate_take(&rate, 12 * second));
	for (int i = 0; i < INCIDENTS_AT_ONCE; i++)
		ck_assert(incidents_rate_take(&rate, 1000 * second));
	ck_assert(!incidents_rate_take(&rate, 1000 * second));
}
END_TEST

START_TEST(names_of_groups_have_letters_only)
{
	ck_assert(incident_is_name("shop_1-Eu"));
	ck_assert(!incident_is_name(""));
	ck_assert(!incident_is_name("a.b"));
	ck_assert(!incident_is_name(">"));
	ck_assert(!incident_is_name("*"));
	ck_assert(!incident_is_name("a b"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("incident");
	TCase *tcase = tcase_create("incident");

	tcase_add_test(tcase, a_message_is_read_as_it_was_written);
	tcase_add_test(tcase, the_longest_names_fit);
	tcase_add_test(tcase, what_no_file_may_be_called_is_refused);
	tcase_add_test(tcase, long_and_short_messages_are_refused);
	tcase_add_test(tcase, a_reason_cannot_control_a_terminal);
	tcase_add_test(tcase, an_incident_is_known_once);
	tcase_add_test(tcase, incidents_come_at_a_limited_rate);
	tcase_add_test(tcase, names_of_groups_have_letters_only);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
