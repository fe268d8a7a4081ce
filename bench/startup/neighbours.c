/*
 * neighbours.c - what other processes have in the runtime directory
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

#include "bench.h"
#include "neighbours.h"

static const char variable[] = "POSIXTRACE_DIR";

static void open_streams(unsigned count)
{
	trace_id_t trid;

	while (count--) {
		must(posix_trace_create(0, NULL, &trid), "posix_trace_create");
		must(posix_trace_start(trid), "posix_trace_start");
	}
}

/* A neighbour ends by a signal. The end of its parent shows on its line as well, and
 * maybe sooner: reading the line would fail. */
static void wait_for_signal(void)
{
	for (;;)
		pause();
}

static void have_streams(int line, void *arg)
{
	open_streams(*(const unsigned *)arg);
	line_go(line);
	wait_for_signal();
}

/* Children that inherit nothing, and end with their parent. */
static void have_a_file(int line, void *arg)
{
	trace_event_id_t type;

	(void)arg;
	must(posix_trace_eventid_open("neighbour", &type),
	     "posix_trace_eventid_open");
	line_go(line);
	wait_for_signal();
}

static void be_host(int line, void *arg)
{
	const struct neighbours *neighbours = arg;
	struct child child;

	for (unsigned i = 0; i < neighbours->processes; i++) {
		must(child_fork(&child, have_a_file, NULL), "fork");
		line_wait(child.line);
	}
	open_streams(neighbours->streams);
	line_go(line);
	wait_for_signal();
}

static void leave_orphans(unsigned count)
{
	struct child child;

	must(child_fork(&child, have_streams, &count), "fork");
	line_wait(child.line);
	child_kill(&child);
}

void neighbours_come(struct neighbours *neighbours)
{
	char *before = getenv(variable);

	strcpy(neighbours->directory, "/dev/shm/posixtrace-bench-XXXXXX");
	must(mkdtemp(neighbours->directory) ? 0 : errno, "/dev/shm");
	neighbours->before = before ? strdup(before) : NULL;
	must(setenv(variable, neighbours->directory, true) ? errno : 0,
	     variable);
	if (neighbours->orphans)
		leave_orphans(neighbours->orphans);
	must(child_fork(&neighbours->host, be_host, neighbours), "fork");
	line_wait(neighbours->host.line);
}

static void remove_directory(const char *path)
{
	DIR *list = opendir(path);
	const struct dirent *entry;

	must(list ? 0 : errno, path);
	while ((entry = readdir(list)))
		unlinkat(dirfd(list), entry->d_name, 0);
	closedir(list);
	must(rmdir(path) ? errno : 0, path);
}

void neighbours_go(struct neighbours *neighbours)
{
	child_kill(&neighbours->host);
	remove_directory(neighbours->directory);
	if (neighbours->before)
		setenv(variable, neighbours->before, true);
	else
		unsetenv(variable);
	free(neighbours->before);
}
