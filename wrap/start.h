/*
 * start.h - threads that begin in a function of ours
 */
#ifndef WRAP_START_H
#define WRAP_START_H

/* What the program wants to begin with: one of both. */
struct wrap_start {
	void *(*routine)(void *arg);
	int (*c11)(void *arg);
	void *arg;
};

/* For who makes the thread, which gives it to one of the functions below; if
 * there is no thread, free() it. NULL: there is no memory for it, and no event
 * will tell of the thread. */
struct wrap_start *wrap_start_copy(const struct wrap_start *start);

void *wrap_start_begin(void *copy);
int wrap_start_begin_c11(void *copy);

#endif
