/*
 * start.h - start functions of threads
 */
#ifndef WRAP_THREAD_START_H
#define WRAP_THREAD_START_H

/* The program's start function: one of both. */
struct wrap_start {
	void *(*routine)(void *arg);
	int (*c11)(void *arg);
	void *arg;
};

/* Copies *start for the new thread; the caller passes it to one of the
 * functions below, and frees it if the thread cannot be made. NULL: no memory,
 * and the thread has no end event. */
struct wrap_start *wrap_start_copy(const struct wrap_start *start);

void *wrap_start_begin(void *copy);
int wrap_start_begin_c11(void *copy);

#endif
