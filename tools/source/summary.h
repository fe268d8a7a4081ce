/*
 * summary.h - the contents of a log in one line
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <stdint.h>

struct summary {
	unsigned long long events; /* events of programs */
	unsigned long long lost;   /* lost between these */
	int64_t span_ns;	   /* time from first to last event */
};

/* Reads the whole log. fd: open for reading; borrowed. */
int summary_read(int fd, struct summary *summary);

#endif
