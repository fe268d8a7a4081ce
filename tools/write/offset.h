/*
 * offset.h - how far clocks are apart, in words
 *
 * In milliseconds, with three digits behind the point, or with six where
 * nanoseconds matter.
 */
#ifndef OFFSET_H
#define OFFSET_H

#include <stdint.h>

enum { OFFSET_MAX = 96 };

/* "+1.284 ms +-0.031 ms". Each gives text, of OFFSET_MAX bytes. */
const char *offset_and_error(char *text, int64_t ns, uint64_t error_ns);

/* "+1.284 ms" */
const char *offset_alone(char *text, int64_t ns);

/* "1.284 ms" */
const char *offset_size(char *text, uint64_t ns);

#endif
