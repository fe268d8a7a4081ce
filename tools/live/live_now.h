/*
 * live_now.h - logs that are being recorded, as they are at this moment
 */
#ifndef LIVE_NOW_H
#define LIVE_NOW_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "source/source.h"

/* Have what was recorded by now written to the logs of a source, if they are
 * being recorded. false: none is, or a controller does not answer. *now: the
 * logs have everything of before, CLOCK_REALTIME in nanoseconds. */
bool live_now(struct source *source, int64_t *now);

/* Whether the process has not ended. */
bool live_has_process(pid_t pid);

#endif
