/*
 * check_report.c - the columns of reports, and their options
 */
#include <stdlib.h>
#include <string.h>

#include "template/report.h"
#include "run.h"

static struct pxt_report report;
static struct pxt_report_options options;
static struct pxt_lines lines;
static char written[65536];

static void write_line(struct pxt_report_output *output, const char *text,
		       size_t len)
{
	(void)output;
	ck_assert_uint_ge(len, 1);
	ck_assert_int_eq(text[len - 1], '\n');
	strncat(written, text, len);
}

static struct pxt_report_output output = { write_line };

static void setup(void)
{
	memset(&options, 0, sizeof(options));
	written[0] = '\0';
}

static bool parse(const char *text)
{
	const char *wrong, *why;

	return pxt_report_parse(&options, text, &wrong, &why);
}

static bool parse_anew(const char *text)
{
	memset(&options, 0, sizeof(options));
	return parse(text);
}

static void begin(const char *text, bool has_titles)
{
	ck_assert(parse(text));
	pxt_report_init(&report, &options, has_titles, &output);
}

static void put(uint64_t time, const char *text, uint8_t level)
{
	const struct pxt_report_event event = {
		.id = 0x7f01,
		.time = time,
		.exec = "a-program-with-a-long-name",
		.pid = 12,
		.tid = -1,
		.cpu = 3,
	};

	pxt_lines_begin(&lines, level);
	for (; *text; text++) {
		if (*text == '|')
			pxt_lines_newline(&lines);
		else
			pxt_lines_put(&lines, text, 1);
	}
	pxt_lines_end(&lines);
	pxt_report_put(&report, &event, &lines);
}

static const struct {
	const char *options, *expected;
} columns[] = {
	{ "", "ID    ELAPSED_SEC     DELTA_MSEC   APPL    SYSCALL KERNEL  "
	      "INTERRUPT\n"
	      "7F01  0.000000000       0.000000   a\n"
	      "7F01  1.000000001    1000.000001                   b\n"
	      "                                                   c\n" },
	{ "timestamp=1,exec=on",
	  "ID  PROCESS NAME     ELAPSED_SEC   APPL    SYSCALL KERNEL  "
	  "INTERRUPT\n"
	  "7F01a-program-with   0.000000000   a\n"
	  "7F01a-program-with   1.000000001                   b\n"
	  "                                                   c\n" },
	{ "timestamp=2,ids=off",
	  "  ELAPSED_SEC     DELTA_USEC   APPL    SYSCALL KERNEL  INTERRUPT\n"
	  "  0.000000000       0.000000   a\n"
	  "  1.000000001 1000000.001000                   b\n"
	  "                                               c\n" },
	{ "timestamp=3,cpuid=on,pid=on,tid=on",
	  "ID  CPU PID         TID            APPL    SYSCALL KERNEL  "
	  "INTERRUPT\n"
	  "7F013   12          -1             a\n"
	  "7F013   12          -1                             b\n"
	  "                                                   c\n" },
	{ "2line=on,timestamp=3", "ID\n"
				  "APPL    SYSCALL KERNEL  INTERRUPT\n"
				  "7F01\n"
				  "a\n"
				  "7F01\n"
				  "                b\n"
				  "                c\n" },
};

START_TEST(columns_are_as_wide_as_they_shall_be)
{
	begin(columns[_i].options, true);
	put(5, "a", 0);
	put(1000000006, "b|c", 2);
	pxt_report_end(&report);
	ck_assert_str_eq(written, columns[_i].expected);
}
END_TEST

START_TEST(time_may_run_backwards)
{
	begin("", false);
	put(1000000000, "a", 0);
	put(999999999, "b", 0);
	ck_assert_ptr_nonnull(
		strstr(written, "7F01 -0.000000001      -0.000001   b\n"));
}
END_TEST

START_TEST(elapsed_time_counts_from_an_event_that_is_not_reported)
{
	begin("", false);
	pxt_report_meet(&report, 0);
	put(2000000000, "a", 0);
	ck_assert_str_eq(written, "7F01  2.000000000       0.000000   a\n");
}
END_TEST

START_TEST(bounds_count_from_the_first_event)
{
	begin("starttime=1.5,endtime=2", false);
	pxt_report_meet(&report, 7000000000);
	ck_assert(!pxt_report_wants(&report, 8499999999));
	ck_assert(pxt_report_wants(&report, 8500000000));
	ck_assert(pxt_report_wants(&report, 9000000000));
	ck_assert(!pxt_report_wants(&report, 9000000001));
	ck_assert(!pxt_report_wants(&report, 0));
}
END_TEST

START_TEST(each_page_has_titles)
{
	begin("pagesize=3,timestamp=3", true);
	for (int i = 0; i < 3; i++)
		put(0, "a", 0);
	ck_assert_str_eq(written, "ID     APPL    SYSCALL KERNEL  INTERRUPT\n"
				  "7F01   a\n7F01   a\n\f\n"
				  "ID     APPL    SYSCALL KERNEL  INTERRUPT\n"
				  "7F01   a\n");
}
END_TEST

START_TEST(a_report_of_nothing_has_titles)
{
	begin("", true);
	pxt_report_end(&report);
	ck_assert_int_eq(strncmp(written, "ID ", 3), 0);
}
END_TEST

START_TEST(wrong_options_are_none)
{
	static const char *const wrong[] = {
		"exec",
		"exec=",
		"exec=maybe",
		"exe=on",
		"pagesize=501",
		"pagesize=-1",
		"timestamp=4",
		"timestamp=",
		"starttime=x",
		"starttime=1.5x",
		"ids=1",
		"endtime=99999999999999",
		"exec=on,pid=oof",
		"=on",
		"svc=on",
		"exec=on,hist=on",
		"hist=on,pid=off",
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		ck_assert_msg(!parse_anew(wrong[i]), "%s", wrong[i]);
	ck_assert(parse_anew("exec=on,pid=off,,hist=off"));
	ck_assert(options.exec && !options.pid && !options.histogram);
	ck_assert(parse_anew("hist=on"));
	ck_assert(options.histogram);
	ck_assert(!parse("exec=on"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, setup, NULL);
	tcase_add_loop_test(all, columns_are_as_wide_as_they_shall_be, 0,
			    sizeof(columns) / sizeof(*columns));
	tcase_add_test(all, time_may_run_backwards);
	tcase_add_test(all,
		       elapsed_time_counts_from_an_event_that_is_not_reported);
	tcase_add_test(all, bounds_count_from_the_first_event);
	tcase_add_test(all, each_page_has_titles);
	tcase_add_test(all, a_report_of_nothing_has_titles);
	tcase_add_test(all, wrong_options_are_none);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
