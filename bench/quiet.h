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
 * this program and those that it runs. Others do not know, and do not care. */
void quiet_learn(void);

bool quiet_is_known(void);

/* True if the caller's processor is as fast as it has been at any time, within
 * an eighth. */
bool quiet_is(void);

/* Waits until it is so, as long as the patience of this process lasts. False: it
 * has ended. */
bool quiet_await(void);

#endif
