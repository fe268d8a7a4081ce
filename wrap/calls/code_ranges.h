/*
 * code_ranges.h - code whose calls are not recorded
 *
 * Calls from libposixtrace would record events of events. For memory, calls
 * from the dynamic linker and from this library are left out, too, as the
 * program did not ask for them; the C library frees blocks of the dynamic
 * linker besides its own.
 */
#ifndef WRAP_CALLS_CODE_RANGES_H
#define WRAP_CALLS_CODE_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrap/calls/visibility.h"

/* The address range of an object, whose segments are adjacent. */
struct wrap_code_range {
	uintptr_t start;
	size_t len;
};

extern WRAP_OWN struct wrap_code_range wrap_tracer, wrap_linker, wrap_self,
	wrap_library, wrap_program;

/* Finds the ranges; called before any group is recorded. */
void wrap_code_ranges_init(void);

static inline bool wrap_code_range_has(const struct wrap_code_range *text,
				       const void *address)
{
	return (uintptr_t)address - text->start < text->len;
}

#endif
