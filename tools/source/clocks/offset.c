/*
 * offset.c - offsets between clocks as text
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/sum.h"
#include "source/clocks/offset.h"

enum { NS_PER_MS = 1000000, NS_PER_US = 1000 };

/* Puts a size, to the nanosecond or rounded. */
static void put(char *text, const char *sign, uint64_t ns, int exactly)
{
	const uint64_t us = ns / NS_PER_US + ns % NS_PER_US / (NS_PER_US / 2);

	if (exactly)
		snprintf(text, OFFSET_MAX, "%s%" PRIu64 ".%06" PRIu64 " ms",
			 sign, ns / NS_PER_MS, ns % NS_PER_MS);
	else
		snprintf(text, OFFSET_MAX, "%s%" PRIu64 ".%03" PRIu64 " ms",
			 sign, us / NS_PER_US, us % NS_PER_US);
}

/* An error that is rounded down would be too small. */
static uint64_t round_up(uint64_t ns)
{
	const uint64_t over = ns % NS_PER_US;

	return over ? pxt_sum(ns, NS_PER_US - over) : ns;
}

static uint64_t size_of(int64_t ns)
{
	return ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
}

static const char *sign_of(int64_t ns)
{
	return ns < 0 ? "-" : "+";
}

const char *offset_of_shift(char *text, const struct clock_shift *shift)
{
	const int exactly = shift->error_ns && shift->error_ns < NS_PER_US;
	char offset[OFFSET_MAX], error[OFFSET_MAX], drift[OFFSET_MAX] = "";

	put(offset, sign_of(shift->ns), size_of(shift->ns), exactly);
	offset_size(error, shift->error_ns);
	if (clock_shift_drifts(shift))
		snprintf(drift, sizeof(drift),
			 "at first, drifting by %+.3f ppm, ",
			 clock_shift_ppm(shift));
	snprintf(text, OFFSET_MAX, "%.30s %.50s+-%.30s", offset, drift, error);
	return text;
}

const char *offset_and_error(char *text, int64_t ns, uint64_t error_ns)
{
	const struct clock_shift shift = { .ns = ns, .error_ns = error_ns };

	return offset_of_shift(text, &shift);
}

const char *offset_alone(char *text, int64_t ns)
{
	put(text, sign_of(ns), size_of(ns), size_of(ns) % NS_PER_US != 0);
	return text;
}

const char *offset_size(char *text, uint64_t ns)
{
	const int exactly = ns && ns < NS_PER_US;

	put(text, "", exactly ? ns : round_up(ns), exactly);
	return text;
}
