/*
 * thread.h - threads of the command
 */
#ifndef THREAD_H
#define THREAD_H

#include <pthread.h>

/* Start one that has a small stack: the command may be as short of address space
 * as the program that it records. An error number. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

#endif
