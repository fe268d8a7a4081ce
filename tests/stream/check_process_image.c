/* check_process_image.c - the image that a process file shows */
#include <check.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "run.h"
#include "stream/processes.h"

/* The image */

static uint8_t image[PXT_PROCESS_IMAGE + 1];

START_TEST(an_image_comes_back_with_a_new_version)
{
	static const char text[] = "a program";
	uint32_t first, second;
	size_t len;

	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 ENODATA);
	pxt_process_set_image(&process, text, sizeof(text));
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 0);
	ck_assert_uint_eq(len, sizeof(text));
	ck_assert_mem_eq(image, text, len);

	pxt_process_set_image(&process, image, PXT_PROCESS_IMAGE);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &second),
			 0);
	ck_assert_uint_eq(len, PXT_PROCESS_IMAGE);
	ck_assert_uint_ne(first, second);

	pxt_process_set_image(&process, image, PXT_PROCESS_IMAGE + 1);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 0);
	ck_assert_uint_eq(first, second);
}
END_TEST

START_TEST(a_damaged_image_is_none)
{
	uint32_t version;
	size_t len;

	pxt_process_set_image(&process, "x", 2);
	atomic_store(&process.shared->image_length, PXT_PROCESS_IMAGE + 1);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &version),
			 ENODATA);
	atomic_store(&process.shared->image_length, 1);
	atomic_fetch_add(&process.shared->image_version, 1);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &version),
			 ENODATA);

	/* Its writer died: the next one starts afresh. */
	pxt_process_set_image(&process, "y", 2);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &version),
			 0);
}
END_TEST

START_TEST(a_child_shows_its_parents_image_with_its_own_number)
{
	static const uint8_t text[] = "0123 a program";
	uint32_t version;
	size_t len;

	pxt_process_set_image(&process, text, sizeof(text));
	open_other(0x01020304, NOBODYS_START, &heir);
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &version),
			 0);
	ck_assert_uint_eq(len, sizeof(text));
	ck_assert_mem_eq(image, "\4\3\2\1 a program", len);

	/* The parent's stays as it was. */
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &version),
			 0);
	ck_assert_mem_eq(image, text, len);
	let_heir_go();
}
END_TEST

START_TEST(the_childs_own_image_replaces_its_parents)
{
	uint32_t before, after;
	size_t len;

	pxt_process_set_image(&process, "parent", 7);
	make_heir();
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &before), 0);
	pxt_process_set_image(&heir, "child", 6);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &after), 0);
	ck_assert_str_eq((const char *)image, "child");
	ck_assert_uint_ne(before, after);
	let_heir_go();
}
END_TEST

START_TEST(where_the_parent_shows_no_image_the_child_does_not)
{
	uint32_t version;
	size_t len;

	make_heir();
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &version),
			 ENODATA);
	pxt_process_set_image(&process, "x", 2); /* no number fits there */
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &version),
			 ENODATA);
	atomic_fetch_add(&process.shared->image_version, 1);
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &version),
			 ENODATA);
	let_heir_go();
}
END_TEST

static _Atomic bool over;

static void *keep_setting(void *unused)
{
	static uint8_t mine[3000];

	for (int i = 0; i < IMAGES; i++) {
		memset(mine, i & 0xff, sizeof(mine));
		pxt_process_set_image(&process, mine,
				      (size_t)(i & 0xff) * 10 + 1);
	}
	atomic_store(&over, true);
	return unused;
}

START_TEST(no_torn_image_is_read)
{
	unsigned whole = 0;
	pthread_t thread;
	uint32_t version;
	size_t len;

	if (!KNOWS_FENCES)
		return;
	pthread_create(&thread, NULL, keep_setting, NULL);
	for (bool last = false; !last;) {
		last = atomic_load(&over);
		if (pxt_process_get_image(&process, image, &len, &version))
			continue;
		whole++;
		for (size_t at = 0; at < len; at++)
			if (image[at] != image[0])
				ck_abort_msg("torn at %zu", at);
		if (len != image[0] * (size_t)10 + 1)
			ck_abort_msg("the length is another's");
	}
	pthread_join(thread, NULL);
	ck_assert_uint_gt(whole, 0);
}
END_TEST

static TCase *images(void)
{
	TCase *t = new_case("images");

	tcase_add_test(t, an_image_comes_back_with_a_new_version);
	tcase_add_test(t, a_damaged_image_is_none);
	tcase_add_test(t, a_child_shows_its_parents_image_with_its_own_number);
	tcase_add_test(t, the_childs_own_image_replaces_its_parents);
	tcase_add_test(t, where_the_parent_shows_no_image_the_child_does_not);
	tcase_add_test(t, no_torn_image_is_read);
	return t;
}

int main(void)
{
	Suite *s = suite_create("process_image");
	suite_add_tcase(s, images());
	return run_suite(s);
}
