/*
 * info_text.h - what the texts of a log and of a capture have in common
 */
#ifndef INFO_INFO_TEXT_H
#define INFO_INFO_TEXT_H

#include <stdbool.h>
#include <time.h>

/* A time of the clock that is on the wall. */
void info_text_time(const char *what, const struct timespec *time, bool utc);

/* The first event, the last one, and how long that is. own_time: they count
 * from a start that nobody knows. */
void info_text_times(const struct timespec *first, const struct timespec *last,
		     bool own_time, bool utc);

/* How many events are lost. losses: places where some are missing; uncounted:
 * those that do not say how many. */
void info_text_lost(unsigned long long lost, unsigned long long losses,
		    unsigned long long uncounted);

#endif
