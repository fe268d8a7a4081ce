/*
 * thread.h - threads of the command
 */
#ifndef THREAD_H
#define THREAD_H

#include <pthread.h>

/* Starts a thread with a small stack: address space may be as limited as for
 * the recorded program. Returns an error number. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

#endif
