/*
 * name_change.c - a program whose threads have names, one of which changes
 *
 * It waits for bytes on its standard input. At the first, threads "alpha",
 * "beta", and one without a name of its own record an event each, "at_work". At
 * the second beta is called gamma, and a byte is written to standard output. At
 * the end it ends.
 */
#include <err.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <trace.h>

static pthread_barrier_t named, over;
static trace_event_id_t type;

static void *work(void *unused)
{
	(void)unused;
	pthread_barrier_wait(&named);
	posix_trace_event(type, NULL, 0);
	pthread_barrier_wait(&over);
	return NULL;
}

int main(void)
{
	static const char *const names[] = { "alpha", "beta", NULL };
	pthread_t threads[3];
	char byte;

	if (posix_trace_eventid_open("at_work", &type))
		errx(EXIT_FAILURE, "no event type");
	pthread_barrier_init(&named, NULL, 4);
	pthread_barrier_init(&over, NULL, 4);
	for (int i = 0; i < 3; i++) {
		if (pthread_create(&threads[i], NULL, work, NULL))
			errx(EXIT_FAILURE, "no thread");
		if (names[i])
			pthread_setname_np(threads[i], names[i]);
	}
	if (read(STDIN_FILENO, &byte, 1) != 1)
		return EXIT_FAILURE;
	pthread_barrier_wait(&named);

	if (read(STDIN_FILENO, &byte, 1) == 1) {
		pthread_setname_np(threads[1], "gamma");
		if (write(STDOUT_FILENO, &byte, 1) != 1)
			return EXIT_FAILURE;
	}
	while (read(STDIN_FILENO, &byte, 1) == 1)
		;
	pthread_barrier_wait(&over);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return EXIT_SUCCESS;
}
