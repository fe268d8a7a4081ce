/*
 * clock.h - the time of the records of RKH
 *
 * Stamps are counts of one, two or four bytes, at a rate that a target tells.
 * They go on where they come round. Without stamps each record is later than
 * the one before by one nanosecond, so that they have an order. A session
 * begins later than the last record of the one before, and its records are
 * later still.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_CLOCK_H
#define PXT_FORMAT_RKH_IMPORT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Zeroes at first. */
struct pxt_rkh_clock {
	unsigned width; /* bytes of a stamp; 0: there are none */
	uint64_t mask;	/* its bits */
	uint64_t hz;	/* 0: not known, a tick is a nanosecond */

	bool has_begun;
	bool may_restart;  /* the next stamp may be of another count */
	uint64_t last;	   /* stamp */
	uint64_t ticks;	   /* that it stands for */
	uint64_t base;	   /* ticks at ... */
	uint64_t base_ns;  /* ... this time */
	uint64_t tick_ns;  /* 0: not a whole number of them */
	uint64_t ns;	   /* now */
	uint64_t least_ns; /* of a record of this session */
};

/* A target has begun anew, or goes on, with these from now on. What is now is
 * the beginning of the session. */
void pxt_rkh_clock_begin(struct pxt_rkh_clock *clock, unsigned width,
			 uint64_t hz);

/* A record with that stamp. is_before: its number in the stream says that it is
 * older than the one before. */
void pxt_rkh_clock_set(struct pxt_rkh_clock *clock, uint64_t stamp,
		       bool is_before);

#endif
