#include <check.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/huge_pages.h"
#include "run.h"

#define HUGE_PAGES "/sys/kernel/mm/transparent_hugepage/enabled"

enum { HUGE_PAGE = 2 << 20, PLACES = 4 * HUGE_PAGE };

static char *memory;

/* Its first huge page begins at a multiple of their size. */
static void setup(void)
{
	memory = mmap(NULL, PLACES + HUGE_PAGE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(memory, MAP_FAILED);
	memory += -(uintptr_t)memory % HUGE_PAGE;
}

/* True if the kernel notes that huge pages are wanted at this place. */
static bool is_wanted_huge(const char *place)
{
	FILE *file = fopen("/proc/self/smaps", "r");
	uintptr_t begin, end;
	bool is_here = false, is_wanted = false;
	char line[512];

	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) ==
		    2)
			is_here = begin <= (uintptr_t)place &&
				  (uintptr_t)place < end;
		else if (is_here && !strncmp(line, "VmFlags:", 8))
			is_wanted = strstr(line, " hg") != NULL;
	fclose(file);
	return is_wanted;
}

START_TEST(those_within_are_wanted)
{
	if (access(HUGE_PAGES, F_OK)) {
		skipped("the kernel has no huge pages");
		return;
	}
	pxt_huge_pages_prefer(memory + 1, 3 * HUGE_PAGE);
	ck_assert(!is_wanted_huge(memory));
	ck_assert(is_wanted_huge(memory + HUGE_PAGE));
	ck_assert(is_wanted_huge(memory + 3 * HUGE_PAGE - 1));
	ck_assert(!is_wanted_huge(memory + 3 * HUGE_PAGE));
}
END_TEST

START_TEST(memory_without_a_whole_one_stays_as_it_is)
{
	pxt_huge_pages_prefer(memory + 1, 2 * HUGE_PAGE - 2);
	pxt_huge_pages_prefer(memory, HUGE_PAGE - 1);
	pxt_huge_pages_prefer(memory, 0);
	ck_assert(!is_wanted_huge(memory));
	ck_assert(!is_wanted_huge(memory + HUGE_PAGE));
}
END_TEST

START_TEST(what_memory_has_stays)
{
	memset(memory, 7, HUGE_PAGE + 1);
	pxt_huge_pages_prefer(memory, PLACES);
	for (size_t i = 0; i < PLACES; i++)
		ck_assert_int_eq(memory[i], i <= HUGE_PAGE ? 7 : 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("huge pages");
	TCase *t = tcase_create("huge pages");

	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_test(t, those_within_are_wanted);
	tcase_add_test(t, memory_without_a_whole_one_stays_as_it_is);
	tcase_add_test(t, what_memory_has_stays);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
