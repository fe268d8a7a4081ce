/*
 * check_mailbox.c - one word, asked and answered
 */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "run.h"
#include "stream/mailbox.h"

static struct pxt_mailbox box;
static uint32_t asked, taken;
static int answer;

static void setup(void)
{
	memset(&box, 0, sizeof(box));
}

START_TEST(who_asks_is_answered)
{
	ck_assert_int_eq(pxt_mailbox_ask(&box, 3, &asked), 0);
	ck_assert_int_eq(pxt_mailbox_await(&box, asked, &answer), EAGAIN);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 3);
	pxt_mailbox_answer(&box, taken, ENOSPC);
	ck_assert_int_eq(pxt_mailbox_await(&box, asked, &answer), 0);
	ck_assert_int_eq(answer, ENOSPC);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 0);
}
END_TEST

START_TEST(an_answer_is_the_one_to_ones_own_question)
{
	uint32_t first;

	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, &first), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 1);
	pxt_mailbox_answer(&box, taken, EIO);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 2, &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 2);
	pxt_mailbox_answer(&box, taken, 0);

	ck_assert_int_eq(pxt_mailbox_await(&box, first, &answer), 0);
	ck_assert_int_eq(answer, EIO);
	ck_assert_int_eq(pxt_mailbox_await(&box, asked, &answer), 0);
	ck_assert_int_eq(answer, 0);
}
END_TEST

START_TEST(one_asks_at_a_time)
{
	uint32_t second;

	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, &asked), 0);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 2, &second), EAGAIN);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 1);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 2, &second), EAGAIN);
	pxt_mailbox_answer(&box, taken, 0);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 2, &second), 0);
}
END_TEST

START_TEST(what_is_withdrawn_is_not_taken)
{
	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, &asked), 0);
	ck_assert(pxt_mailbox_withdraw(&box, asked));
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 0);

	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 1);
	ck_assert(!pxt_mailbox_withdraw(&box, asked));
}
END_TEST

START_TEST(what_nobody_asked_is_done_away_with)
{
	static const uint32_t words[] = { 0x80, 0xff, 0xffffff00, UINT32_MAX };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		atomic_store(&box.request, words[i]);
		ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 0);
		ck_assert_uint_eq(atomic_load(&box.request), 0);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mailbox");
	TCase *tcase = tcase_create("mailbox");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, who_asks_is_answered);
	tcase_add_test(tcase, an_answer_is_the_one_to_ones_own_question);
	tcase_add_test(tcase, one_asks_at_a_time);
	tcase_add_test(tcase, what_is_withdrawn_is_not_taken);
	tcase_add_test(tcase, what_nobody_asked_is_done_away_with);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
