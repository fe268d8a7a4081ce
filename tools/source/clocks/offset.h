/*
 * offset.h - offsets between clocks as text
 *
 * In milliseconds, with three digits behind the point, or six if nanoseconds
 * matter. An error is rounded up.
 */
#ifndef SOURCE_CLOCKS_OFFSET_H
#define SOURCE_CLOCKS_OFFSET_H

#include <stdint.h>

#include "source/clocks/clock_shift.h"

enum { OFFSET_MAX = 128 };

/* "+1.284 ms +-0.031 ms". Each function returns text, of OFFSET_MAX bytes. */
const char *offset_and_error(char *text, int64_t ns, uint64_t error_ns);

/* Same, or "+1.284 ms at first, drifting by +52.300 ppm, +-0.031 ms" */
const char *offset_of_shift(char *text, const struct clock_shift *shift);

/* "+1.284 ms" */
const char *offset_alone(char *text, int64_t ns);

/* "1.284 ms" */
const char *offset_size(char *text, uint64_t ns);

#endif
