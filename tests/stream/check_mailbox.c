/*
 * check_mailbox.c - one word, asked and answered
 */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "base/crc32c.h"
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
	ck_assert_int_eq(pxt_mailbox_ask(&box, 3, NULL, &asked), 0);
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

	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, NULL, &first), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 1);
	pxt_mailbox_answer(&box, taken, EIO);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 2, NULL, &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 2);
	pxt_mailbox_answer(&box, taken, 0);

	ck_assert_int_eq(pxt_mailbox_await(&box, first, &answer), 0);
	ck_assert_int_eq(answer, EIO);
	ck_assert_int_eq(pxt_mailbox_await(&box, asked, &answer), 0);
	ck_assert_int_eq(answer, 0);
}
END_TEST

/* A process that has no processor for a while */
START_TEST(an_answer_is_there_for_an_asker_that_is_late)
{
	uint32_t first;

	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, NULL, &first), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 1);
	pxt_mailbox_answer(&box, taken, EIO);
	for (int i = 0; i < 5 * PXT_MAILBOX_ANSWERS; i++) {
		ck_assert_int_eq(pxt_mailbox_ask(&box, 2, NULL, &asked), 0);
		ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 2);
		pxt_mailbox_answer(&box, taken, 0);
		ck_assert_int_eq(pxt_mailbox_await(&box, asked, &answer), 0);
		ck_assert_int_eq(answer, 0);
	}
	ck_assert_int_eq(pxt_mailbox_await(&box, first, &answer), 0);
	ck_assert_int_eq(answer, EIO);
}
END_TEST

START_TEST(answers_that_nobody_reads_keep_nobody_from_asking)
{
	for (int i = 0; i < 5 * PXT_MAILBOX_ANSWERS; i++) {
		ck_assert_int_eq(pxt_mailbox_ask(&box, 2, NULL, &asked), 0);
		ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 2);
		pxt_mailbox_answer(&box, taken, i);
	}
	ck_assert_int_eq(pxt_mailbox_await(&box, asked, &answer), 0);
	ck_assert_int_eq(answer, 5 * PXT_MAILBOX_ANSWERS - 1);
}
END_TEST

START_TEST(no_ticket_is_that_of_an_empty_place)
{
	atomic_store(&box.ticket, (1 << 24) - 1);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, NULL, &asked), 0);
	ck_assert_int_eq(pxt_mailbox_await(&box, asked, &answer), EAGAIN);
}
END_TEST

START_TEST(one_asks_at_a_time)
{
	uint32_t second;

	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, NULL, &asked), 0);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 2, NULL, &second), EAGAIN);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 1);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 2, NULL, &second), EAGAIN);
	pxt_mailbox_answer(&box, taken, 0);
	ck_assert_int_eq(pxt_mailbox_ask(&box, 2, NULL, &second), 0);
}
END_TEST

START_TEST(what_is_withdrawn_is_not_taken)
{
	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, NULL, &asked), 0);
	ck_assert(pxt_mailbox_withdraw(&box, asked));
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 0);

	ck_assert_int_eq(pxt_mailbox_ask(&box, 1, NULL, &asked), 0);
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

START_TEST(a_text_comes_with_its_request)
{
	char text[PXT_MAILBOX_TEXT];

	ck_assert_int_eq(pxt_mailbox_ask(&box, 7, "a*,!b", &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 7);
	ck_assert(pxt_mailbox_text(&box, taken, text));
	ck_assert_str_eq(text, "a*,!b");
	pxt_mailbox_answer(&box, taken, 0);

	ck_assert_int_eq(pxt_mailbox_ask(&box, 7, "", &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 7);
	ck_assert(pxt_mailbox_text(&box, taken, text));
	ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(who_has_to_wait_leaves_the_texts_of_others_alone)
{
	char text[PXT_MAILBOX_TEXT];
	uint32_t other;

	ck_assert_int_eq(pxt_mailbox_ask(&box, 7, "mine", &asked), 0);
	for (int i = 0; i < 2 * PXT_MAILBOX_ANSWERS; i++)
		ck_assert_int_eq(pxt_mailbox_ask(&box, 7, "other", &other),
				 EAGAIN);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 7);
	ck_assert(pxt_mailbox_text(&box, taken, text));
	ck_assert_str_eq(text, "mine");
}
END_TEST

/* As one that is killed in the middle of it, or sleeps there, leaves it. */
START_TEST(a_text_that_is_not_the_requests_is_not_taken_for_it)
{
	char text[PXT_MAILBOX_TEXT];
	struct pxt_mailbox_text *place;

	ck_assert_int_eq(pxt_mailbox_ask(&box, 7, NULL, &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 7);
	ck_assert(!pxt_mailbox_text(&box, taken, text));
	pxt_mailbox_answer(&box, taken, EAGAIN);

	ck_assert_int_eq(pxt_mailbox_ask(&box, 7, "a", &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 7);
	place = &box.text[(taken >> 8) % PXT_MAILBOX_ANSWERS];
	atomic_store(&place->word[1], 'b');
	ck_assert(!pxt_mailbox_text(&box, taken, text));
	atomic_store(&place->word[1], 0);
	ck_assert(pxt_mailbox_text(&box, taken, text));
	box.text[((taken >> 8) + 1) % PXT_MAILBOX_ANSWERS] = *place;
	pxt_mailbox_answer(&box, taken, 0);

	ck_assert_int_eq(pxt_mailbox_ask(&box, 7, NULL, &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 7);
	ck_assert(!pxt_mailbox_text(&box, taken, text));
}
END_TEST

START_TEST(a_text_that_is_too_long_has_an_end)
{
	char text[PXT_MAILBOX_TEXT];
	char longer[2 * PXT_MAILBOX_TEXT];

	memset(longer, 'a', sizeof(longer));
	ck_assert_int_eq(pxt_mailbox_ask(&box, 7, longer, &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 7);
	ck_assert(pxt_mailbox_text(&box, taken, text));
	ck_assert_uint_eq(strlen(text), PXT_MAILBOX_TEXT - 1);
}
END_TEST

/* Sealed as it should be: who lies can do that, too. */
START_TEST(a_text_without_an_end_is_none)
{
	struct pxt_mailbox_text *place;
	char text[PXT_MAILBOX_TEXT];

	ck_assert_int_eq(pxt_mailbox_ask(&box, 7, "a", &asked), 0);
	ck_assert_uint_eq(pxt_mailbox_take(&box, &taken), 7);
	place = &box.text[(taken >> 8) % PXT_MAILBOX_ANSWERS];
	memset(text, 'a', sizeof(text));
	memcpy(place->word, text, sizeof(text));
	atomic_store(&place->seal, pxt_crc32c(taken >> 8, text, sizeof(text)));
	ck_assert(!pxt_mailbox_text(&box, taken, text));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mailbox");
	TCase *tcase = tcase_create("mailbox");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, who_asks_is_answered);
	tcase_add_test(tcase, an_answer_is_the_one_to_ones_own_question);
	tcase_add_test(tcase, an_answer_is_there_for_an_asker_that_is_late);
	tcase_add_test(tcase,
		       answers_that_nobody_reads_keep_nobody_from_asking);
	tcase_add_test(tcase, no_ticket_is_that_of_an_empty_place);
	tcase_add_test(tcase, one_asks_at_a_time);
	tcase_add_test(tcase, what_is_withdrawn_is_not_taken);
	tcase_add_test(tcase, what_nobody_asked_is_done_away_with);
	tcase_add_test(tcase, a_text_comes_with_its_request);
	tcase_add_test(tcase, who_has_to_wait_leaves_the_texts_of_others_alone);
	tcase_add_test(tcase,
		       a_text_that_is_not_the_requests_is_not_taken_for_it);
	tcase_add_test(tcase, a_text_that_is_too_long_has_an_end);
	tcase_add_test(tcase, a_text_without_an_end_is_none);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
