/*
 * clock.h - the nanoseconds of CLOCK_MONOTONIC, continued by the counter
 *
 * Where the kernel keeps that clock by the time stamp counter, each thread
 * continues its last reading by the counter for a millisecond, which costs less
 * than a reading. What a thread reads does not go back; readings of several
 * threads differ by some tens of nanoseconds. Safe in signal handlers.
 */
#ifndef FIRMWARE_COMMON_CLOCK_H
#define FIRMWARE_COMMON_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <trace_np.h>

#include "base/clock.h"

/* A thread's last reading of the clock: nanoseconds are the counter by the rate
 * and the offset, as long as the counter is in the span from its beginning on.
 * A span of 0 has none. A handler may take a reading between any two looks at
 * these: the rate never changes, so that each offset goes with each beginning.
 *
 * What is ordered, for handlers of the thread alone
 *	C1  rate, offset and beginning (release fence) -> span (acquire fence):
 *	    whoever sees the first span sees these
 */
struct firmware_clock_reading {
	_Atomic uint64_t begin, span, offset;
};

extern __thread struct firmware_clock_reading firmware_clock_reading;

/* Nanoseconds per tick, times 2^32; 0: not known. */
extern _Atomic uint64_t firmware_clock_rate;

static inline uint64_t firmware_clock_scale(uint64_t ticks, uint64_t rate)
{
	return (uint64_t)((unsigned __int128)ticks * rate >> 32);
}

/* Returns what the thread's last reading, which has a span, says of the
 * counter. */
static inline uint64_t firmware_clock_continue(uint64_t ticks)
{
	atomic_signal_fence(memory_order_acquire); /* C1 */
	return firmware_clock_scale(
		       ticks, atomic_load_explicit(&firmware_clock_rate,
						   memory_order_relaxed)) +
	       atomic_load_explicit(&firmware_clock_reading.offset,
				    memory_order_relaxed);
}

/* True if the counter continues readings. */
extern bool firmware_clock_is_continued;

/* Reads the clock, which the counter continues. */
uint64_t firmware_clock_renew(void);

/* The time now. read: the reading of a stream's clock a moment ago, or NULL. That
 * of CLOCK_MONOTONIC is the time itself, where none is continued. */
static inline uint64_t
firmware_clock_now(const struct posix_trace_stamp_np *read)
{
#if defined(__x86_64__)
	struct firmware_clock_reading *last = &firmware_clock_reading;
	const uint64_t span =
		atomic_load_explicit(&last->span, memory_order_relaxed);
	uint64_t ticks;

	if (__builtin_expect(span != 0, 1)) {
		ticks = read && read->counter ? read->counter :
						pxt_clock_quick();
		if (__builtin_expect(
			    ticks - atomic_load_explicit(&last->begin,
							 memory_order_relaxed) <
				    span,
			    1))
			return firmware_clock_continue(ticks);
		return firmware_clock_renew();
	}
#endif
	if (read && read->monotonic_ns)
		return read->monotonic_ns;
	return firmware_clock_is_continued ?
		       firmware_clock_renew() :
		       (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC);
}

#endif
