/*
 * reader.h - what reading a log takes
 */
#ifndef READER_H
#define READER_H

struct reading {
	unsigned long long events;
	double wall;   /* seconds */
	double cpu;    /* seconds of processors, of all threads */
	double memory; /* for reader_memory() */
};

/* Read a log, in a process of its own, with posix_trace_getnext_event(). */
struct reading reader_run(const char *path);

/* The same for the KiB that it takes at most. */
double reader_memory(const char *path);

#endif
