/*
 * late_names.c - a program whose threads are renamed behind their events
 *
 *	late_names WHAT...
 *
 * threads	two threads, one after the other, record "at_work", are then
 *		called "brief-1" and "brief-2", and end; so does a third one,
 *		without a name of its own
 * main		the main thread records "at_work", and is then called "boss"
 * child	a child records "at_work", is then called "heir", and ends
 * wait		until the end of its standard input; each byte is an event
 *		"at_work", and of an "n" the main thread is called "late" before
 * _exit, kill	it ends in that way
 */
#include <err.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trace.h>

static trace_event_id_t type;

static void work(void)
{
	posix_trace_event(type, NULL, 0);
}

static void *be_brief(void *name)
{
	work();
	if (name)
		pthread_setname_np(pthread_self(), name);
	return NULL;
}

static void run_threads(void)
{
	static char names[][8] = { "brief-1", "brief-2" };
	pthread_t thread;

	for (int i = 0; i < 3; i++) {
		if (pthread_create(&thread, NULL, be_brief,
				   i < 2 ? names[i] : NULL))
			errx(EXIT_FAILURE, "no thread");
		pthread_join(thread, NULL);
	}
}

static void run_child(void)
{
	const pid_t child = fork();

	if (child < 0)
		err(EXIT_FAILURE, "fork");
	if (!child) {
		work();
		prctl(PR_SET_NAME, "heir");
		exit(EXIT_SUCCESS);
	}
	waitpid(child, NULL, 0);
}

static void run_main(void)
{
	work();
	prctl(PR_SET_NAME, "boss");
}

static void wait_for_end(void)
{
	char byte;

	while (read(STDIN_FILENO, &byte, 1) == 1) {
		if (byte == 'n')
			prctl(PR_SET_NAME, "late");
		work();
	}
}

static void run(const char *what)
{
	if (!strcmp(what, "threads"))
		run_threads();
	else if (!strcmp(what, "main"))
		run_main();
	else if (!strcmp(what, "child"))
		run_child();
	else if (!strcmp(what, "wait"))
		wait_for_end();
	else if (!strcmp(what, "_exit"))
		_exit(EXIT_SUCCESS);
	else if (!strcmp(what, "kill"))
		kill(getpid(), SIGKILL);
	else
		errx(EXIT_FAILURE, "%s: do what?", what);
}

int main(int argc, char **argv)
{
	if (posix_trace_eventid_open("at_work", &type))
		errx(EXIT_FAILURE, "no event type");
	for (int i = 1; i < argc; i++)
		run(argv[i]);
	return EXIT_SUCCESS;
}
