/* thread.c - see thread.h */
#include "common/thread.h"

enum { STACK = 256 << 10 };

int thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
	pthread_attr_t attr;
	int err;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	err = pthread_create(thread, &attr, run, argument);
	pthread_attr_destroy(&attr);
	return err;
}
