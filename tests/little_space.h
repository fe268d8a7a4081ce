/*
 * little_space.h - tests of what RLIMIT_AS leaves
 */
#ifndef TESTS_LITTLE_SPACE_H
#define TESTS_LITTLE_SPACE_H

#include <check.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/address_space.h"
#include "base/proc.h"

/* From now on so many bytes of address space are left, about. Not for sanitized
 * tests: a sanitizer has terabytes. */
static inline void leave_space(uint64_t bytes)
{
	struct rlimit limit = { .rlim_max = RLIM_INFINITY };
	uint64_t size;

	ck_assert_int_eq(pxt_proc_size(getpid(), &size), 0);
	limit.rlim_cur = size + bytes;
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
	ck_assert_uint_le(pxt_address_space_share(0),
			  bytes / PXT_ADDRESS_SPACE_PART);
}

#endif
