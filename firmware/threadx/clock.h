/*
 * clock.h - time stamps of events
 *
 * The program's own source, if a file of it defines TX_TRACE_TIME_SOURCE; else
 * the nanoseconds of CLOCK_MONOTONIC, of which a word has the low half.
 */
#ifndef FIRMWARE_THREADX_CLOCK_H
#define FIRMWARE_THREADX_CLOCK_H

#include <stdint.h>

/* Returns a stamp, and the ticks since the first one. */
uint32_t threadx_clock_read(uint64_t *ticks);

/* Counts ticks from the next event on. */
void threadx_clock_restart(void);

/* The bits of a stamp that count. */
uint32_t threadx_clock_mask(void);

#endif
