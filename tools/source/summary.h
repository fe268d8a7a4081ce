/*
 * summary.h - the contents of a log in one line
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <stdint.h>

struct summary {
	unsigned long long events; /* including the stream's own */
	unsigned long long lost;   /* lost since the first of a program */
	int64_t span_ns;	   /* from that to the last of a program */
};

/* Reads the whole log. fd: open for reading; borrowed. */
int summary_read(int fd, struct summary *summary);

#endif
