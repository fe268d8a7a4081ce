/*
 * wait.h - sleeping on a word of shared memory
 */
#ifndef PXT_BASE_WAIT_H
#define PXT_BASE_WAIT_H

#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

/* Sleep while *word is value, until somebody wakes it or CLOCK_REALTIME
 * reaches the deadline. 0: look again. EINTR: a signal was caught, whatever
 * its SA_RESTART. ETIMEDOUT. */
int pxt_wait(_Atomic uint32_t *word, uint32_t value,
	     const struct timespec *deadline);

/* Wake all who sleep on the word. Safe in signal handlers, keeps errno. */
void pxt_wake(_Atomic uint32_t *word);

/* Sleep that long; no cancellation point. */
void pxt_pause(long ns);

#endif
