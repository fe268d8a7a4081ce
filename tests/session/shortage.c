/*
 * shortage.c - a program for tests of the command: events without means
 *
 * It does what it reads, a word for each, and says "ok" when that is done:
 *
 *	tick, tock	record a hundred events of that name, "tick" of its own
 *			thread, "tock" of another that ends behind them
 *	new		open the name "fresh", and record one event of it
 *	bare		record a hundred events without a name
 *	once		record a hundred events "once" from one place that opens
 *			the name itself
 *	files		use up all descriptors
 *	memory		let it have too little address space for a stream
 *	little		the same, and next to none
 *	free		undo these
 *	fork		become a child of itself
 *
 * Words that are its arguments it does first, and opens no names before: so
 * nothing asks the library for anything. "names" opens "tick" and "tock" then.
 */
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trace_np.h>

enum {
	FILES = 64,
	EVENTS = 100,
	SPARE = 1 << 20,
	STACK = 256 << 10,
	LITTLE = 64 << 10,
};

static trace_event_id_t ticks, tocks;
static int file[FILES];
static size_t files;

static void record(trace_event_id_t id)
{
	for (int i = 0; i < EVENTS; i++)
		posix_trace_event(id, &i, sizeof(i));
}

static void *record_tocks(void *nothing)
{
	record(tocks);
	return nothing;
}

/* With a stack that is there. */
static void tock(void)
{
	static _Alignas(64) char stack[STACK];
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, stack, sizeof(stack));
	if (pthread_create(&thread, &attr, record_tocks, NULL))
		errx(1, "no thread");
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
}

static void limit(int what, rlim_t soft)
{
	struct rlimit limits;

	if (getrlimit(what, &limits))
		err(1, "getrlimit");
	limits.rlim_cur = soft < limits.rlim_max ? soft : limits.rlim_max;
	if (setrlimit(what, &limits))
		err(1, "setrlimit");
}

static void use_up_files(void)
{
	limit(RLIMIT_NOFILE, FILES);
	while (files < FILES &&
	       (file[files] = open("/dev/null", O_RDONLY)) >= 0)
		files++;
}

static rlim_t address_space(void)
{
	unsigned long pages = 0;
	FILE *statm = fopen("/proc/self/statm", "re");

	if (!statm || fscanf(statm, "%lu", &pages) != 1)
		errx(1, "/proc/self/statm says nothing");
	fclose(statm);
	return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void free_all(void)
{
	while (files)
		close(file[--files]);
	limit(RLIMIT_NOFILE, RLIM_INFINITY);
	limit(RLIMIT_AS, RLIM_INFINITY);
}

static void open_anew(void)
{
	trace_event_id_t fresh;

	if (!posix_trace_eventid_open("fresh", &fresh))
		posix_trace_event(fresh, NULL, 0);
}

static void open_names(void)
{
	if (posix_trace_eventid_open("tick", &ticks) ||
	    posix_trace_eventid_open("tock", &tocks))
		errx(1, "no names");
}

static void record_once(void)
{
	for (int i = 0; i < EVENTS; i++)
		POSIX_TRACE_RECORD_NP("once", "int i", i);
}

/* The parent says no more, and ends with the child. */
static void become_child(void)
{
	int status;
	pid_t child = fork();

	if (child < 0)
		err(1, "fork");
	if (!child)
		return;
	waitpid(child, &status, 0);
	_exit(WEXITSTATUS(status));
}

static void obey(const char *word)
{
	if (!strcmp(word, "tick"))
		record(ticks);
	else if (!strcmp(word, "tock"))
		tock();
	else if (!strcmp(word, "new"))
		open_anew();
	else if (!strcmp(word, "names"))
		open_names();
	else if (!strcmp(word, "bare"))
		record(POSIX_TRACE_UNNAMED_USEREVENT);
	else if (!strcmp(word, "once"))
		record_once();
	else if (!strcmp(word, "files"))
		use_up_files();
	else if (!strcmp(word, "memory"))
		limit(RLIMIT_AS, address_space() + SPARE);
	else if (!strcmp(word, "little"))
		limit(RLIMIT_AS, address_space() + LITTLE);
	else if (!strcmp(word, "free"))
		free_all();
	else if (!strcmp(word, "fork"))
		become_child();
	else
		errx(1, "%s: what is that?", word);
}

int main(int argc, char **argv)
{
	char word[16];

	for (int i = 1; i < argc; i++)
		obey(argv[i]);
	if (argc < 2)
		open_names();
	do {
		puts("ok");
		fflush(stdout);
		if (scanf("%15s", word) != 1)
			return 0;
		obey(word);
	} while (1);
}
