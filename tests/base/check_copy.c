#include <check.h>

#include "base/copy.h"
#include "run.h"

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <cpuid.h>
#include <sys/platform/x86.h>
#endif

enum {
	MOST = PXT_COPY_WIDE_MAX,
	LINE = 64,
	GUARD = 0xa5,
	FSRM = 1 << 4, /* of CPUID 7, EDX */
};

typedef void copy_function(uint8_t *to, const uint8_t *from, size_t len);

static _Alignas(LINE) uint8_t source[LINE + MOST];
static _Alignas(LINE) uint8_t target[2 * LINE + MOST + LINE];

static void fill_source(void)
{
	unsigned seed = 1;

	for (size_t i = 0; i < sizeof(source); i++)
		source[i] = (uint8_t)rand_r(&seed);
}

static void assert_guarded(const uint8_t *from, const uint8_t *end)
{
	for (; from < end; from++)
		ck_assert_uint_eq(*from, GUARD);
}

/* To each place in a line of the cache: these bytes, and no others. */
static void assert_copies(copy_function *copy, size_t len)
{
	static const size_t from[] = { 0, 1, 28, 63 };

	for (size_t to = LINE; to < 2 * LINE; to++) {
		const uint8_t *data = source + from[to % 4];

		memset(target, GUARD, 2 * LINE + len + LINE);
		copy(target + to, data, len);
		ck_assert_mem_eq(target + to, data, len);
		assert_guarded(target, target + to);
		assert_guarded(target + to + len,
			       target + 2 * LINE + len + LINE);
	}
}

/* Each length to 600, then some, and the largest. */
static void assert_copies_all(copy_function *copy, size_t least, size_t most)
{
	fill_source();
	for (size_t len = least; len <= most; len += len < 600 ? 1 : 61)
		assert_copies(copy, len);
	assert_copies(copy, most);
}

START_TEST(short_copies_are_exact)
{
	assert_copies_all(pxt_copy_short, 1, PXT_COPY_SHORT_MAX);
}
END_TEST

START_TEST(long_copies_are_exact)
{
	assert_copies_all(pxt_copy_long, PXT_COPY_SHORT_MAX + 1,
			  PXT_COPY_LONG_MAX);
}
END_TEST

static PXT_COPY_WIDE void wide(uint8_t *to, const uint8_t *from, size_t len)
{
	pxt_copy_wide(to, from, len);
}

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
START_TEST(the_c_library_knows_the_processor)
{
	ck_assert_int_eq(pxt_copy_can_be_wide(),
			 !!__builtin_cpu_supports("avx"));
}
END_TEST
#endif

#if defined(CPU_FEATURE_PRESENT)
START_TEST(strings_of_amd_are_not_trusted)
{
	unsigned a, b, c, d;
	bool fast = false;

	if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
		fast = d & FSRM;
	if (__get_cpuid(0x80000001, &a, &b, &c, &d) && c & bit_SSE4a)
		fast = false;
	ck_assert_int_eq(pxt_copy_has_fast_string(), fast);
}
END_TEST
#endif

START_TEST(wide_copies_are_exact)
{
	if (!pxt_copy_can_be_wide()) {
		skipped("this processor has no moves of 32 bytes");
		return;
	}
	assert_copies_all(wide, PXT_COPY_SHORT_MAX + 1, MOST);
}
END_TEST

START_TEST(copies_of_strings_are_exact)
{
	assert_copies_all(pxt_copy_string, 1, MOST);
}
END_TEST

START_TEST(copies_in_pieces_are_exact)
{
	assert_copies_all(pxt_copy_pieces, 1, MOST);
}
END_TEST

START_TEST(no_bytes_are_copied)
{
	fill_source();
	assert_copies(pxt_copy_short, 0);
	assert_copies(pxt_copy_string, 0);
	assert_copies(pxt_copy_pieces, 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("copy");
	TCase *t = tcase_create("copy");

	tcase_add_test(t, short_copies_are_exact);
	tcase_add_test(t, long_copies_are_exact);
#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
	tcase_add_test(t, the_c_library_knows_the_processor);
#endif
#if defined(CPU_FEATURE_PRESENT)
	tcase_add_test(t, strings_of_amd_are_not_trusted);
#endif
	tcase_add_test(t, wide_copies_are_exact);
	tcase_add_test(t, copies_of_strings_are_exact);
	tcase_add_test(t, copies_in_pieces_are_exact);
	tcase_add_test(t, no_bytes_are_copied);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
