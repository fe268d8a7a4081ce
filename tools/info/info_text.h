/*
 * info_text.h - text shared by logs and captures
 */
#ifndef INFO_INFO_TEXT_H
#define INFO_INFO_TEXT_H

#include <stdbool.h>
#include <time.h>

/* Prints a real time. */
void info_text_time(const char *what, const struct timespec *time, bool utc);

/* Prints the first event, the last one, and the duration. own_time: times count
 * from an unknown start. */
void info_text_times(const struct timespec *first, const struct timespec *last,
		     bool own_time, bool utc);

/* Prints lost events. losses: number of gaps; uncounted: those of unknown
 * size. */
void info_text_lost(unsigned long long lost, unsigned long long losses,
		    unsigned long long uncounted);

#endif
