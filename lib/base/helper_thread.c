/* helper_thread.c - threads of the libraries in programs of others */
#include "base/helper_thread.h"

#include <signal.h>
#include <sys/prctl.h>

/* For another thread the C library writes the name to a file of /proc. */
void pxt_helper_thread_name(const char *name)
{
	prctl(PR_SET_NAME, name);
}

/* Nothing is allocated for the thread to free: that alone would make the C
 * library reserve it a heap of its own. */
int pxt_helper_thread_start(pthread_t *thread, size_t stack,
			    void *(*run)(void *), void *argument)
{
	pthread_attr_t attr;
	sigset_t all, saved;
	int err;

	/* SIGBUS, which shared memory may raise, is not blocked: see
	 * fault.h. */
	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	pthread_attr_init(&attr);
	if (stack)
		pthread_attr_setstacksize(&attr, stack);
	pthread_sigmask(SIG_BLOCK, &all, &saved);
	err = pthread_create(thread, &attr, run, argument);
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
	pthread_attr_destroy(&attr);
	return err;
}
