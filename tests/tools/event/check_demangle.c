/* check_demangle.c - mangled names become readable, hostile ones stay short */
#include <check.h>
#include <string.h>

#include "event/demangle.h"
#include "run.h"

enum { ROOM = 256, LONGEST = 1 << 16 };

static char text[ROOM + 8];

static void becomes(const char *name, const char *wanted)
{
	ck_assert_msg(demangle(name, text, ROOM), "%s", name);
	ck_assert_str_eq(text, wanted);
}

/* Either it is none, or it fits. */
static void is_bounded(const char *name)
{
	memset(text, 'x', sizeof(text));
	if (demangle(name, text, ROOM))
		ck_assert_uint_lt(strnlen(text, ROOM), ROOM);
	ck_assert_mem_eq(text + ROOM, "xxxxxxxx", 8);
}

START_TEST(names_of_cxx_are_as_in_the_source)
{
	if (!demangle_is_there())
		return skipped("built without libiberty");
	becomes("_Znwm", "operator new(unsigned long)");
	becomes("_ZN4shop4PoolINS_4ItemEE4grabEi",
		"shop::Pool<shop::Item>::grab(int)");
	becomes("_ZL6helperv.part.0", "helper() [clone .part.0]");
}
END_TEST

START_TEST(names_of_rust_are_as_in_the_source)
{
	if (!demangle_is_there())
		return skipped("built without libiberty");
	becomes("_RNvC6_123foo3bar", "123foo::bar");
	becomes("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
		"core::fmt::Write::write_fmt");
}
END_TEST

START_TEST(other_names_are_left_alone)
{
	static const char *const names[] = {
		"",
		"_",
		"_Z",
		"_R",
		"main",
		"_start",
		"__libc_start_main",
		"posix_trace_event",
		"_Zebra",
		"_Regular",
		"_ZN",
		"_ZNSt",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		ck_assert_msg(!demangle(names[i], text, ROOM), "%s", names[i]);
}
END_TEST

START_TEST(a_text_that_is_too_long_is_cut)
{
	if (!demangle_is_there())
		return skipped("built without libiberty");
	ck_assert(demangle("_ZN4shop4PoolINS_4ItemEE4grabEi", text, 11));
	ck_assert_str_eq(text, "shop::Pool");
	ck_assert(!demangle("_Znwm", text, 0));
}
END_TEST

/* Each parameter is a pair of the one before: 2^30 words in 400 bytes. */
START_TEST(a_name_that_doubles_itself_is_cut)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRST";
	char name[ROOM * 2], *at = name;

	at = stpcpy(at, "_Z1f1AIiiE");
	for (const char *digit = digits; *digit; digit++)
		at += sprintf(at, "S_IS%c_S%c_E", *digit, *digit);
	is_bounded(name);
}
END_TEST

static void repeat(char *name, const char *begin, const char *part)
{
	const size_t len = strlen(part);
	char *at = stpcpy(name, begin);

	for (; at + len < name + LONGEST; at += len)
		memcpy(at, part, len);
	*at = '\0';
}

START_TEST(a_name_that_is_nested_deeply_does_no_harm)
{
	static const char *const parts[] = {
		"P", "F", "1AI", "St", "DpT_", "cl", "TB_", "INtB2_", "N", "I",
	};
	char name[LONGEST];

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		repeat(name, "_Z1f", parts[i]);
		is_bounded(name);
		repeat(name, "_RINvC0", parts[i]);
		is_bounded(name);
		name[1000] = '\0'; /* within libiberty's limits */
		is_bounded(name);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("demangle");
	TCase *tcase = tcase_create("demangle");

	tcase_add_test(tcase, names_of_cxx_are_as_in_the_source);
	tcase_add_test(tcase, names_of_rust_are_as_in_the_source);
	tcase_add_test(tcase, other_names_are_left_alone);
	tcase_add_test(tcase, a_text_that_is_too_long_is_cut);
	tcase_add_test(tcase, a_name_that_doubles_itself_is_cut);
	tcase_add_test(tcase, a_name_that_is_nested_deeply_does_no_harm);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
