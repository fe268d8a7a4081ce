/* check_early_memory.c - memory for who looks for the allocator */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "run.h"
#include "wrap/calls/early_memory.h"

START_TEST(blocks_are_aligned_empty_and_apart)
{
	char *last = NULL;

	for (size_t align = 1; align <= 256; align *= 2) {
		char *block = wrap_early_memory_alloc(align, 40);

		ck_assert_ptr_nonnull(block);
		ck_assert_uint_eq((uintptr_t)block % (align > 16 ? align : 16),
				  0);
		ck_assert(!last || block >= last + 40);
		for (size_t i = 0; i < 40; i++)
			ck_assert_int_eq(block[i], 0);
		memset(block, 0xff, 40);
		last = block;
	}
}
END_TEST

START_TEST(blocks_of_nothing_have_addresses_of_their_own)
{
	char *one = wrap_early_memory_alloc(1, 0);
	char *other = wrap_early_memory_alloc(1, 0);

	ck_assert_ptr_nonnull(one);
	ck_assert_ptr_nonnull(other);
	ck_assert_ptr_ne(one, other);
}
END_TEST

START_TEST(there_is_no_more_than_there_is)
{
	size_t had = 0;
	char *block;

	errno = 0;
	while ((block = wrap_early_memory_alloc(1, 48))) {
		memset(block, 0xff, 48);
		ck_assert(wrap_early_memory_has(block));
		ck_assert(wrap_early_memory_has(block + 47));
		ck_assert_uint_ge(wrap_early_memory_size(block), 48);
		had += 48;
	}
	ck_assert_int_eq(errno, ENOMEM);
	ck_assert_uint_gt(had, WRAP_EARLY_MEMORY_ROOM / 2);
	ck_assert_uint_le(had, WRAP_EARLY_MEMORY_ROOM);
	for (int i = 0; i < 1000; i++)
		ck_assert_ptr_null(wrap_early_memory_alloc(1, 48));
}
END_TEST

START_TEST(what_is_too_large_is_refused)
{
	static const size_t sizes[] = { SIZE_MAX, SIZE_MAX - 15,
					WRAP_EARLY_MEMORY_ROOM,
					SIZE_MAX / 2 + 1 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		ck_assert_ptr_null(wrap_early_memory_alloc(1, sizes[i]));
		ck_assert_ptr_null(wrap_early_memory_alloc((size_t)1 << 63, i));
	}
	ck_assert_ptr_nonnull(wrap_early_memory_alloc(1, 1));
}
END_TEST

START_TEST(others_are_not_of_it)
{
	int here;

	ck_assert(!wrap_early_memory_has(NULL));
	ck_assert(!wrap_early_memory_has(&here));
	ck_assert(!wrap_early_memory_has(wrap_early_memory_room +
					 WRAP_EARLY_MEMORY_ROOM));
	ck_assert(!wrap_early_memory_has(wrap_early_memory_room - 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("early");
	TCase *tcase = tcase_create("early");

	tcase_add_test(tcase, blocks_are_aligned_empty_and_apart);
	tcase_add_test(tcase, blocks_of_nothing_have_addresses_of_their_own);
	tcase_add_test(tcase, there_is_no_more_than_there_is);
	tcase_add_test(tcase, what_is_too_large_is_refused);
	tcase_add_test(tcase, others_are_not_of_it);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
