#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/image.h"
#include "run.h"

static uint8_t data[512];
static struct pxt_image_builder builder;
static struct pxt_image image;
static struct pxt_image_module module;

static char *const arguments[] = { (char[]){ "prog" }, (char[]){ "-v" },
				   (char[]){ "a file" }, NULL };

static const struct pxt_image_module program = {
	.base = 0x400000,
	.start = 0x401000,
	.end = 0x402000,
	.id = (const uint8_t *)"0123456789abcdef0123",
	.id_len = 20,
	.path = "/usr/bin/prog",
};

static const struct pxt_image_module nameless = {
	.base = UINT64_C(0xfedcba9876543210),
	.start = 1,
	.end = UINT64_MAX,
	.path = "",
};

static void build(void)
{
	ck_assert_int_eq(pxt_image_begin(&builder, data, sizeof(data),
					 0x12345678, "prog", 3, arguments),
			 0);
	ck_assert_int_eq(pxt_image_add_module(&builder, &program), 0);
	ck_assert_int_eq(pxt_image_add_module(&builder, &nameless), 0);
}

/* Decode a copy that ends where its memory ends, and visit all it says. */
static int decode_copy(const uint8_t *from, size_t len)
{
	uint8_t *copy = malloc(len ? len : 1);
	uint32_t modules = 0;
	int err;

	memcpy(copy, from, len);
	err = pxt_image_decode(&image, copy, len);
	if (!err) {
		ck_assert_uint_le(strlen(image.name) + strlen(image.command),
				  len);
		while (!(err = pxt_image_next_module(&image, &module))) {
			ck_assert_uint_le(strlen(module.path), len);
			ck_assert_uint_le(module.id_len, PXT_IMAGE_ID_MAX);
			modules++;
		}
		ck_assert_int_eq(err, ENODATA);
		ck_assert_uint_eq(modules, image.modules);
		err = 0;
	}
	free(copy);
	return err;
}

START_TEST(an_image_comes_back_as_it_was_built)
{
	build();

	ck_assert_int_eq(pxt_image_decode(&image, data, builder.len), 0);
	ck_assert_uint_eq(image.pid, 0x12345678);
	ck_assert_uint_eq(image.modules, 2);
	ck_assert_str_eq(image.name, "prog");
	ck_assert_str_eq(image.command, "prog -v a file");

	ck_assert_int_eq(pxt_image_next_module(&image, &module), 0);
	ck_assert_uint_eq(module.base, program.base);
	ck_assert_uint_eq(module.start, program.start);
	ck_assert_uint_eq(module.end, program.end);
	ck_assert_uint_eq(module.id_len, 20);
	ck_assert_mem_eq(module.id, program.id, 20);
	ck_assert_str_eq(module.path, "/usr/bin/prog");

	ck_assert_int_eq(pxt_image_next_module(&image, &module), 0);
	ck_assert_uint_eq(module.base, nameless.base);
	ck_assert_uint_eq(module.end, UINT64_MAX);
	ck_assert_uint_eq(module.id_len, 0);
	ck_assert_str_eq(module.path, "");

	ck_assert_int_eq(pxt_image_next_module(&image, &module), ENODATA);
	ck_assert_int_eq(pxt_image_next_module(&image, &module), ENODATA);
}
END_TEST

START_TEST(the_bytes_are_those_of_the_format)
{
	static const uint8_t head[] = { 0x78, 0x56, 0x34, 0x12, 2,   0,	  0,
					0,    'p',  'r',  'o',	'g', '\0' };
	static const uint8_t tail[] = { 0x10, 0x32, 0x54, 0x76, 0x98, 0xba,
					0xdc, 0xfe, 1,	  0,	0,    0,
					0,    0,    0,	  0,	0xff, 0xff,
					0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					0,    0 };

	build();
	ck_assert_mem_eq(data, head, sizeof(head));
	ck_assert_mem_eq(data + builder.len - sizeof(tail), tail, sizeof(tail));
}
END_TEST

START_TEST(a_process_may_have_no_arguments)
{
	ck_assert_int_eq(
		pxt_image_begin(&builder, data, sizeof(data), 1, "x", 0, NULL),
		0);
	ck_assert_int_eq(decode_copy(data, builder.len), 0);
	ck_assert_uint_eq(image.modules, 0);

	ck_assert_int_eq(pxt_image_begin(&builder, data, sizeof(data), 1, "x",
					 9, arguments),
			 0);
	ck_assert_int_eq(pxt_image_decode(&image, data, builder.len), 0);
	ck_assert_str_eq(image.command, "prog -v a file");
}
END_TEST

START_TEST(a_long_command_leaves_half_to_the_modules)
{
	char letters[300];
	char *const argv[] = { letters, letters, NULL };

	memset(letters, 'a', sizeof(letters));
	letters[sizeof(letters) - 1] = '\0';

	ck_assert_int_eq(pxt_image_begin(&builder, data, 100, 1, "x", 2, argv),
			 0);
	ck_assert_uint_eq(builder.len, 50);
	ck_assert_int_eq(pxt_image_decode(&image, data, builder.len), 0);
	ck_assert_uint_eq(strlen(image.command), 50 - 8 - 2 - 1);
}
END_TEST

START_TEST(a_long_name_leaves_no_room_for_the_command)
{
	ck_assert_int_eq(
		pxt_image_begin(&builder, data, 14, 1, "name", 3, arguments),
		0);
	ck_assert_uint_eq(builder.len, 14);
	ck_assert_int_eq(pxt_image_decode(&image, data, builder.len), 0);
	ck_assert_str_eq(image.name, "name");
	ck_assert_str_eq(image.command, "");
}
END_TEST

START_TEST(a_buffer_too_small_for_the_head_is_refused)
{
	for (size_t size = 0; size < 14; size++)
		ck_assert_int_eq(pxt_image_begin(&builder, data, size, 1,
						 "name", 0, NULL),
				 ENOSPC);
}
END_TEST

START_TEST(a_module_that_does_not_fit_changes_nothing)
{
	size_t need = 14 + 25 + program.id_len + strlen(program.path) + 1;
	size_t size;
	uint8_t *exact;

	for (size = 14; size <= need; size++) {
		exact = malloc(size);
		ck_assert_int_eq(pxt_image_begin(&builder, exact, size, 1,
						 "name", 0, NULL),
				 0);
		ck_assert_int_eq(pxt_image_add_module(&builder, &program),
				 size < need ? ENOSPC : 0);
		ck_assert_int_eq(decode_copy(exact, builder.len), 0);
		ck_assert_uint_eq(image.modules, size == need);
		free(exact);
	}
}
END_TEST

START_TEST(a_smaller_module_may_still_fit)
{
	ck_assert_int_eq(
		pxt_image_begin(&builder, data, 14 + 26, 1, "name", 0, NULL),
		0);
	ck_assert_int_eq(pxt_image_add_module(&builder, &program), ENOSPC);
	ck_assert_int_eq(pxt_image_add_module(&builder, &nameless), 0);
	ck_assert_int_eq(decode_copy(data, builder.len), 0);
	ck_assert_uint_eq(image.modules, 1);
}
END_TEST

START_TEST(what_decode_would_refuse_is_not_built)
{
	struct pxt_image_module odd = program;

	build();
	odd.id_len = PXT_IMAGE_ID_MAX + 1;
	ck_assert_int_eq(pxt_image_add_module(&builder, &odd), EINVAL);
	odd = program;
	odd.start = odd.end + 1;
	ck_assert_int_eq(pxt_image_add_module(&builder, &odd), EINVAL);
	ck_assert_uint_eq(builder.modules, 2);
	ck_assert_int_eq(decode_copy(data, builder.len), 0);
}
END_TEST

START_TEST(every_prefix_is_refused)
{
	build();
	for (size_t len = 0; len < builder.len; len++)
		ck_assert_int_eq(decode_copy(data, len), EBADMSG);
	ck_assert_int_eq(decode_copy(data, builder.len), 0);
}
END_TEST

START_TEST(bytes_behind_the_image_are_not_in_it)
{
	build();
	memset(data + builder.len, 0xff, 7);
	ck_assert_int_eq(decode_copy(data, builder.len + 7), 0);
	ck_assert_uint_eq(image.modules, 2);
}
END_TEST

START_TEST(too_long_an_id_is_refused)
{
	build();
	data[8 + 5 + 15 + 24] = PXT_IMAGE_ID_MAX + 1;
	ck_assert_int_eq(decode_copy(data, builder.len), EBADMSG);
}
END_TEST

START_TEST(a_module_that_ends_before_it_starts_is_refused)
{
	build();
	memset(data + 8 + 5 + 15 + 16, 0, 8);
	ck_assert_int_eq(decode_copy(data, builder.len), EBADMSG);
}
END_TEST

START_TEST(a_huge_count_is_refused)
{
	build();
	memset(data + 4, 0xff, 4);
	ck_assert_int_eq(decode_copy(data, builder.len), EBADMSG);
}
END_TEST

START_TEST(damage_never_leads_out_of_the_image)
{
	uint8_t damaged[sizeof(data)];
	int err;

	build();
	srandom(1);
	for (int round = 0; round < 20000; round++) {
		memcpy(damaged, data, builder.len);
		for (int flips = round % 4; flips >= 0; flips--)
			damaged[(size_t)random() % builder.len] ^=
				(uint8_t)(1 << random() % 8);
		err = decode_copy(damaged, builder.len);
		ck_assert(err == 0 || err == EBADMSG);
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("image");
	TCase *t = tcase_create("image");

	tcase_set_timeout(t, 30);
	tcase_add_test(t, an_image_comes_back_as_it_was_built);
	tcase_add_test(t, the_bytes_are_those_of_the_format);
	tcase_add_test(t, a_process_may_have_no_arguments);
	tcase_add_test(t, a_long_command_leaves_half_to_the_modules);
	tcase_add_test(t, a_long_name_leaves_no_room_for_the_command);
	tcase_add_test(t, a_buffer_too_small_for_the_head_is_refused);
	tcase_add_test(t, a_module_that_does_not_fit_changes_nothing);
	tcase_add_test(t, a_smaller_module_may_still_fit);
	tcase_add_test(t, what_decode_would_refuse_is_not_built);
	tcase_add_test(t, every_prefix_is_refused);
	tcase_add_test(t, bytes_behind_the_image_are_not_in_it);
	tcase_add_test(t, too_long_an_id_is_refused);
	tcase_add_test(t, a_module_that_ends_before_it_starts_is_refused);
	tcase_add_test(t, a_huge_count_is_refused);
	tcase_add_test(t, damage_never_leads_out_of_the_image);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
