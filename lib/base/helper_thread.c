/* helper_thread.c - threads of the libraries in programs of others */
#include "base/helper_thread.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

struct beginning {
	const char *name;
	void *(*run)(void *);
	void *argument;
};

/* For another thread the C library writes the name to a file of /proc. */
static void *begin(void *argument)
{
	const struct beginning beginning = *(struct beginning *)argument;

	free(argument);
	prctl(PR_SET_NAME, beginning.name);
	return beginning.run(beginning.argument);
}

int pxt_helper_thread_start(pthread_t *thread, const char *name, size_t stack,
			    void *(*run)(void *), void *argument)
{
	struct beginning *beginning = malloc(sizeof(*beginning));
	pthread_attr_t attr;
	sigset_t all, saved;
	int err;

	if (!beginning)
		return ENOMEM;
	*beginning = (struct beginning){ name, run, argument };
	/* SIGBUS, which shared memory may raise, is not blocked: see
	 * fault.h. */
	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	pthread_attr_init(&attr);
	if (stack)
		pthread_attr_setstacksize(&attr, stack);
	pthread_sigmask(SIG_BLOCK, &all, &saved);
	err = pthread_create(thread, &attr, begin, beginning);
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
	pthread_attr_destroy(&attr);
	if (err)
		free(beginning);
	return err;
}
