/*
 * helper_thread.h - threads of the libraries in programs of others
 */
#ifndef PXT_BASE_HELPER_THREAD_H
#define PXT_BASE_HELPER_THREAD_H

#include <pthread.h>

/* The stack of a thread that runs functions of the library only. */
enum { PXT_HELPER_THREAD_STACK = 256 * 1024 };

/* Starts a thread without signals, which belong to the application's threads,
 * except SIGBUS, see fault.h. stack: bytes; 0: as other threads have. EAGAIN,
 * ENOMEM: not possible. */
int pxt_helper_thread_start(pthread_t *thread, size_t stack,
			    void *(*run)(void *), void *argument);

/* Names the calling thread, with at most 15 characters. */
void pxt_helper_thread_name(const char *name);

#endif
