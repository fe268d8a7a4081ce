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

/* Wait until a descriptor has one of these events of poll(), for a moment at
 * most. Whether it has. */
bool follow_pause_on(int fd, short events, unsigned ms);

/* As if the user had enough. */
void follow_end(void);

/* Whether the user wants any more. */
bool follow_is_wanted(void);

/* Wait a moment for more of a source that is followed. When the user does not
 * want any more, what was held back is to be read; then, and when the log has its
 * end, none will come: false. */
bool follow_wait(struct source *source);

#endif
