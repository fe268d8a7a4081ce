/*
 * exclusion.h - one thread at a time changes the buffer and its registry
 *
 * ThreadX has interrupts off meanwhile; programs without a kernel have threads
 * and signal handlers. Nothing waits for a thread that cannot go on: a handler
 * that interrupted the owner does not get it, and who has waited for long gives
 * up. With a kernel this switches interrupts off.
 */
#ifndef FIRMWARE_THREADX_EXCLUSION_H
#define FIRMWARE_THREADX_EXCLUSION_H

#include <stdbool.h>

/* False: another one has it, which may be the caller. */
bool threadx_exclusion_begin(void);

/* For the caller that got it. */
void threadx_exclusion_end(void);

/* True in a handler that interrupted the owner. */
bool threadx_exclusion_is_mine(void);

#endif
