/*
 * reader.h - what reading a log takes
 */
#ifndef READER_H
#define READER_H

struct reading {
	unsigned long long events;
	double wall;   /* seconds */
	double cpu;    /* seconds of processors, of all threads */
	double memory; /* KiB that it took at most, at any time */
};

/* Read a log, in a process of its own, with posix_trace_getnext_event(). */
struct reading reader_run(const char *path);

#endif
