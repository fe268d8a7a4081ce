/* check_proc_image.c - a process looks from outside as it describes itself */
#include <check.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "model/image.h"
#include "run.h"
#include "session/transfer/proc_image.h"

static uint8_t bytes[65536];
static struct pxt_image image;

static void read_myself(void)
{
	size_t len;

	ck_assert_int_eq(pxt_proc_image_read(getpid(), getpid(), bytes,
					     sizeof(bytes), &len),
			 0);
	ck_assert_int_eq(pxt_image_decode(&image, bytes, len), 0);
}

START_TEST(it_has_the_name_and_the_arguments)
{
	read_myself();
	ck_assert_uint_eq(image.pid, (uint32_t)getpid());
	ck_assert_str_eq(image.name, "check_proc_image");
	ck_assert_ptr_nonnull(strstr(image.command, "check_proc_image"));
}
END_TEST

static int same(struct dl_phdr_info *info, size_t size, void *argument)
{
	const struct pxt_image_module *module = argument;
	struct pxt_image_module own = { .end = 0 };
	uint64_t end = 0;

	(void)size;
	if ((uintptr_t)info->dlpi_phdr < module->start ||
	    (uintptr_t)info->dlpi_phdr >= module->end)
		return 0;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uint64_t at = info->dlpi_addr + header->p_vaddr;

		if (header->p_type == PT_LOAD && end < at + header->p_memsz)
			end = at + header->p_memsz;
		if (header->p_type == PT_NOTE && !own.id)
			pxt_image_find_id(&own, (void *)(uintptr_t)at,
					  header->p_memsz);
	}
	ck_assert_uint_eq(module->base, info->dlpi_addr);
	ck_assert_uint_ge(module->end, end);
	ck_assert_uint_eq(module->id_len, own.id_len);
	if (own.id_len)
		ck_assert_mem_eq(module->id, own.id, own.id_len);
	return 1;
}

START_TEST(objects_lie_where_they_are_and_have_their_ids)
{
	struct pxt_image_module module;
	unsigned found = 0;

	read_myself();
	while (!pxt_image_next_module(&image, &module))
		found += dl_iterate_phdr(same, &module) == 1;
	ck_assert_uint_ge(found, 2);
}
END_TEST

START_TEST(the_program_is_among_them)
{
	const uint64_t here = (uintptr_t)read_myself;
	struct pxt_image_module module;
	unsigned found = 0;

	read_myself();
	while (!pxt_image_next_module(&image, &module))
		found += module.start <= here && here < module.end &&
			 strstr(module.path, "check_proc_image");
	ck_assert_uint_eq(found, 1);
}
END_TEST

START_TEST(of_nobody_there_is_little)
{
	size_t len;

	ck_assert_int_eq(pxt_proc_image_read(1 << 30, 1 << 30, bytes,
					     sizeof(bytes), &len),
			 0);
	ck_assert_int_eq(pxt_image_decode(&image, bytes, len), 0);
	ck_assert_str_eq(image.name, "");
	ck_assert_uint_eq(image.modules, 0);
	ck_assert_int_eq(
		pxt_proc_image_read(getpid(), getpid(), bytes, 4, &len),
		ENOSPC);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("proc_image");
	TCase *tcase = tcase_create("proc_image");

	tcase_add_test(tcase, it_has_the_name_and_the_arguments);
	tcase_add_test(tcase, objects_lie_where_they_are_and_have_their_ids);
	tcase_add_test(tcase, the_program_is_among_them);
	tcase_add_test(tcase, of_nobody_there_is_little);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
