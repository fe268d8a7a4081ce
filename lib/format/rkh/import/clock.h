/*
 * clock.h - times of RKH's records
 *
 * Stamps are counters of one, two or four bytes, at a rate that the target
 * tells; wrap-around is undone. Without stamps each record is one nanosecond
 * later than the one before, which keeps the order. A session begins later than
 * the last record of the one before.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_CLOCK_H
#define PXT_FORMAT_RKH_IMPORT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Zero at first. */
struct pxt_rkh_clock {
	unsigned width; /* bytes of a stamp; 0: no stamps */
	uint64_t mask;	/* mask of its bits */
	uint64_t hz;	/* 0: unknown, a tick is a nanosecond */

	bool has_begun;
	bool may_restart;  /* the counter may have been reset */
	uint64_t last;	   /* stamp */
	uint64_t ticks;	   /* unwrapped ticks */
	uint64_t base;	   /* ticks at base_ns */
	uint64_t base_ns;  /* time of base */
	uint64_t tick_ns;  /* 0: not an integer */
	uint64_t ns;	   /* now */
	uint64_t least_ns; /* earliest time in this session */
};

/* Begins a session when a target restarts, or continues with other values. Its
 * beginning is the current time. */
void pxt_rkh_clock_begin(struct pxt_rkh_clock *clock, unsigned width,
			 uint64_t hz);

/* Sets the time from a record's stamp. is_before: the sequence number says that
 * the record is older than the last. */
void pxt_rkh_clock_set(struct pxt_rkh_clock *clock, uint64_t stamp,
		       bool is_before);

#endif
