/*
 * follow.h - following a growing trace, until the user quits
 */
#ifndef FOLLOW_H
#define FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "source/source.h"

/* Ctrl-C, SIGTERM and SIGHUP end the following, and not the program, from here
 * on. */
void follow_begin(void);

/* The following ends at that time of CLOCK_MONOTONIC, in nanoseconds, as if the
 * user had quit. */
void follow_until(int64_t ns);

/* Signals do again what they did before follow_begin(). */
void follow_leave(void);

/* The end of standard output's reader also ends the following; writing there
 * fails without a signal. */
void follow_reader(void);

/* Waits a moment. False: the user has quit. */
bool follow_pause(unsigned ms);

/* Waits a moment for one of these events of poll() at a descriptor. Returns
 * whether it occurred. */
bool follow_pause_on(int fd, short events, unsigned ms);

/* Ends the following, as if the user had quit. */
void follow_end(void);

/* True until the user quits. */
bool follow_is_wanted(void);

/* Input there ends each of these waits: the caller reads it. */
void follow_input(int fd);

/* Waits a moment for more of a followed source. After the user has quit, held
 * back items are to be read; then, and at the end of the log, none will come:
 * false. */
bool follow_wait(struct source *source);

#endif
