/*
 * follow.h - wait for more of a log that grows, until the user has enough
 */
#ifndef FOLLOW_H
#define FOLLOW_H

#include <stdbool.h>

#include "source/source.h"

/* From here on Ctrl-C, SIGTERM and SIGHUP end the following and not the
 * program. */
void follow_begin(void);

/* Whoever reads standard output goes: then the user has enough, too, and what
 * is written there fails without a signal. */
void follow_reader(void);

/* Wait a moment. False: the user does not want any more. */
bool follow_pause(unsigned ms);

/* Wait a moment for more. False: none will come, as the log has its end, or
 * the user does not want any. */
bool follow_wait(struct source *source);

#endif
