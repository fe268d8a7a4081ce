/*
 * summary.h - what a log has, in one line
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <stdint.h>

struct summary {
	unsigned long long events; /* of programs */
	unsigned long long lost;   /* between these */
	int64_t span_ns;	   /* from the first to the last */
};

/* Read the whole log. fd: open for reading; borrowed. */
int summary_read(int fd, struct summary *summary);

#endif
