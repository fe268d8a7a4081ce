/*
 * offset.c - offsets between clocks as text
 */
#include <inttypes.h>
#include <stdio.h>

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

static uint64_t size_of(int64_t ns)
{
	return ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
}

static const char *sign_of(int64_t ns)
{
	return ns < 0 ? "-" : "+";
}

const char *offset_and_error(char *text, int64_t ns, uint64_t error_ns)
{
	const int exactly = error_ns && error_ns < NS_PER_US;
	char offset[OFFSET_MAX], error[OFFSET_MAX];

	put(offset, sign_of(ns), size_of(ns), exactly);
	put(error, "", error_ns, exactly);
	snprintf(text, OFFSET_MAX, "%.40s +-%.40s", offset, error);
	return text;
}

const char *offset_alone(char *text, int64_t ns)
{
	put(text, sign_of(ns), size_of(ns), size_of(ns) % NS_PER_US != 0);
	return text;
}

const char *offset_size(char *text, uint64_t ns)
{
	put(text, "", ns, ns && ns < NS_PER_US);
	return text;
}
