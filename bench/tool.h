/*
 * tool.h - the command of this build
 */
#ifndef TOOL_H
#define TOOL_H

#include "bench.h"
#include "child.h"

/* Run the command with words up to NULL, and its output into a pipe that is read.
 * tools/posixtrace may be a script of libtool, which takes longer to start than
 * what it starts: the program behind it is run. */
struct child_times tool_run(const struct bench *bench, ...)
	__attribute__((sentinel));

/* The same without what it prints to standard error. */
struct child_times tool_run_silently(const struct bench *bench, ...)
	__attribute__((sentinel));

#endif
