#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/timex.h>

#include "base/machine.h"
#include "run.h"

START_TEST(the_boot_is_the_kernels)
{
	struct pxt_machine machine;
	char text[64] = "", found[64], *at = found;
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");

	if (!file) {
		skipped("there is no boot_id");
		return;
	}
	ck_assert_ptr_nonnull(fgets(text, sizeof(text), file));
	fclose(file);

	memset(&machine, 0xff, sizeof(machine));
	pxt_machine_read(&machine);
	for (unsigned i = 0; i < 16; i++)
		at += sprintf(at,
			      i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" :
								      "%02x",
			      machine.boot[i]);
	ck_assert_str_eq(strcat(found, "\n"), text);
}
END_TEST

START_TEST(the_clock_is_as_right_as_the_kernel_says)
{
	struct timex state = { 0 };
	struct pxt_machine machine;
	const int answer = adjtimex(&state);

	pxt_machine_read(&machine);
	if (answer < 0)
		ck_assert_uint_eq(machine.sync, PXT_SYNC_UNKNOWN);
	else if (state.status & STA_UNSYNC)
		ck_assert_uint_eq(machine.sync, PXT_SYNC_NONE);
	else
		ck_assert_uint_eq(machine.sync, PXT_SYNC_KEPT);
	if (machine.sync != PXT_SYNC_KEPT) {
		ck_assert_int_eq(machine.offset_ns, 0);
		ck_assert_uint_eq(machine.error_ns, 0);
	} else {
		/* It grows with the time since the last correction. */
		ck_assert_uint_ge(machine.error_ns,
				  (uint64_t)state.maxerror * 1000);
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("machine");
	TCase *t = tcase_create("machine");

	tcase_add_test(t, the_boot_is_the_kernels);
	tcase_add_test(t, the_clock_is_as_right_as_the_kernel_says);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
