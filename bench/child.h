/*
 * child.h - a part of a measurement that needs a process of its own
 */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

struct child {
	pid_t pid;
	int line; /* to it, and from it */
};

/* Fork one that runs body() and is gone. EAGAIN and others: of fork(2). */
int child_fork(struct child *child, void (*body)(int line, void *arg),
	       void *arg);

/* Start a program with its standard input and output at the line. */
int child_spawn(struct child *child, char *const *argv);

/* Wait for its end, which has to be a good one. usage may be NULL. */
void child_wait(struct child *child, struct rusage *usage);

/* End it, whatever it does. */
void child_kill(struct child *child);

/* Exactly so many bytes; the program ends if they cannot be had. */
void line_send(int line, const void *data, size_t len);
void line_receive(int line, void *data, size_t len);

/* A byte, to wait for each other. */
void line_go(int line);
void line_wait(int line);

/* Run a program with output to a descriptor, or -1 for a pipe that is read to
 * its end. Gives what it took in seconds, by the clock and of processors, and of
 * memory. */
struct child_times {
	double wall;
	double cpu;
	double memory; /* KiB, at most */
};

struct child_times child_run(char *const *argv, int output);

/* Whether a line for the shell succeeds, whatever it prints. */
bool child_succeeds(const char *line);

#endif
