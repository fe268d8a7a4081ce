/*
 * earlier_logs.h - logs that earlier recordings left under the same pattern
 */
#ifndef EARLIER_LOGS_H
#define EARLIER_LOGS_H

#include "record/newest_logs.h"

/* Adds complete logs whose names the pattern gives for this program, with any
 * process, time and number, oldest first. A pattern whose directory varies has
 * none. */
void earlier_logs_add(struct newest_logs *kept, const char *pattern,
		      const char *program);

#endif
