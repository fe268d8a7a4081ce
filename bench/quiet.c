/* quiet.c - whether another thread shares the processor's core */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "quiet.h"

enum {
	BLOCK = 2000,
	TRIES = 4, /* the fastest counts: the others were interrupted */
	NAP_NS = 5000000,
	LESSONS = 200, /* a second of naps */
};

static const char variable[] = "POSIXTRACE_BENCH_QUIET_NS";

/* For all waiting together. */
static const uint64_t patience_ns = 15000000000;

static _Atomic uint64_t fastest = UINT64_MAX;

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Sums that do not wait for each other. */
static uint64_t time_block(void)
{
	const uint64_t begin = now();
	unsigned a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;

	for (unsigned i = 0; i < BLOCK; i++) {
		a++, b++, c++, d++, e++, f++, g++, h++;
		__asm__ volatile(""
				 : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e),
				   "+r"(f), "+r"(g), "+r"(h));
	}
	return now() - begin;
}

/* The benchmark tells the programs that it runs: one that begins while its core
 * is shared would take that for quiet. */
bool quiet_is_known(void)
{
	const char *known = getenv(variable);

	if (known && atomic_load(&fastest) == UINT64_MAX)
		atomic_store(&fastest, strtoull(known, NULL, 10));
	return known;
}

static void take_a_nap(void)
{
	const struct timespec nap = { .tv_nsec = NAP_NS };

	nanosleep(&nap, NULL);
}

void quiet_learn(void)
{
	char text[24];

	for (unsigned i = 0; i < LESSONS; i++) {
		quiet_is();
		take_a_nap();
	}
	snprintf(text, sizeof(text), "%llu",
		 (unsigned long long)atomic_load(&fastest));
	setenv(variable, text, true);
}

bool quiet_is(void)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < TRIES; i++) {
		const uint64_t ns = time_block();

		if (ns < least)
			least = ns;
	}
	if (least < atomic_load(&fastest))
		atomic_store(&fastest, least);
	return least <= atomic_load(&fastest) * 33 / 32;
}

bool quiet_await(void)
{
	static _Atomic uint64_t waited;

	while (!quiet_is()) {
		if (atomic_fetch_add(&waited, NAP_NS) >= patience_ns)
			return false;
		take_a_nap();
	}
	return true;
}
