/*
 * helper_thread.h - threads of the library in traced processes
 */
#ifndef PXT_BASE_HELPER_THREAD_H
#define PXT_BASE_HELPER_THREAD_H

#include <pthread.h>

/* Starts a thread without signals, which belong to the application's threads,
 * except SIGBUS, see fault.h. name: at most 15 characters. EAGAIN: not
 * possible. */
int pxt_helper_thread_start(pthread_t *thread, const char *name,
			    void *(*run)(void *), void *argument);

#endif
