/*
 * quiet.h - whether another thread shares the processor's core
 *
 * While the core's other hardware thread is busy, with another guest of the
 * machine, say, instructions that wait for nothing take up to twice as long, and
 * a reading of the clock as long as ever: a ratio to the floor is another one.
 * No count of the system tells of that. A block of such instructions does.
 */
#ifndef QUIET_H
#define QUIET_H

#include <stdbool.h>

/* Finds out, within a second, how fast the processor is when it is quiet, for
 * this program and those that it runs. */
void quiet_learn(void);

/* True in these programs, before they ask what follows. */
bool quiet_is_known(void);

/* True if the caller's processor is as fast as it has been at any time, within
 * a thirty-second. */
bool quiet_is(void);

/* Waits until the processor is quiet. False: this process has waited for 15
 * seconds in all. */
bool quiet_await(void);

#endif
