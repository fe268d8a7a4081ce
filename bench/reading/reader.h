/*
 * reader.h - what reading a log takes
 */
#ifndef READER_H
#define READER_H

#include <stdbool.h>

struct reading {
	unsigned long long events;
	double wall;   /* seconds */
	double cpu;    /* seconds of processors, of all threads */
	double memory; /* for reader_memory() */
};

/* Read a log, in a process of its own, with posix_trace_getnext_event(). */
struct reading reader_run(const char *path);

/* True: built with liburcu, which workers need. */
bool reader_has_workers(void);

/* The same with so many workers, batch by batch. */
struct reading reader_walk(const char *path, unsigned workers);

/* The same for the KiB that it takes at most. */
double reader_memory(const char *path);

#endif
