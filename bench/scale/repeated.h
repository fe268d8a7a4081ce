/*
 * repeated.h - a log many times over, in files that take no room
 */
#ifndef REPEATED_H
#define REPEATED_H

#include <stdint.h>

#include "bench.h"

/* A file system of bench/scale/repeated_fs.c. */
struct repeated {
	char folder[4000];
	pid_t pid;
	uint64_t shift_ns; /* from one time to the next */
};

/* False, with a line that says so: there can be none here. */
bool repeated_mount(struct bench *bench, const char *log,
		    struct repeated *repeated);
void repeated_unmount(struct repeated *repeated);

/* The path of the log so many times. */
const char *repeated_path(const struct repeated *repeated,
			  unsigned long long times);
unsigned long long repeated_size(const struct repeated *repeated,
				 unsigned long long times);

/* Bytes that were read of these files up to now. */
unsigned long long repeated_reads(const struct repeated *repeated);

#endif
