/*
 * helper_thread.h - threads of ours in other people's processes
 */
#ifndef PXT_BASE_HELPER_THREAD_H
#define PXT_BASE_HELPER_THREAD_H

#include <pthread.h>

/* Start one that gets no signals, which are for the application's own threads,
 * but for SIGBUS, see fault.h. name: at most 15 characters. EAGAIN: there can be
 * none. */
int pxt_helper_thread_start(pthread_t *thread, const char *name,
			    void *(*run)(void *), void *argument);

#endif
