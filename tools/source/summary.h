/*
 * summary.h - the contents of a log in one line
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <stdint.h>

struct summary {
	unsigned long long events; /* events, including the stream's own */
	unsigned long long lost;   /* events lost since a program's first */
	int64_t span_ns;	   /* time from that to a program's last */
};

/* Reads the whole log. fd: open for reading; borrowed. */
int summary_read(int fd, struct summary *summary);

#endif
