/*
 * processes.c - facts about processes, kept when their log is closed
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "source/processes.h"

struct known {
	struct posix_trace_process_np process;
	unsigned origin;
	struct known *before; /* facts from an earlier log */
	char text[];	      /* name and command */
};

static int compare(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	if (x->origin != y->origin)
		return x->origin < y->origin ? -1 : 1;
	return (x->process.pid > y->process.pid) -
	       (x->process.pid < y->process.pid);
}

static void free_process(void *last)
{
	struct known *known = last;

	while (known) {
		struct known *before = known->before;

		free(known);
		known = before;
	}
}

void processes_fini(struct processes *processes)
{
	tdestroy(processes->known, free_process);
	processes->known = NULL;
}

const struct posix_trace_process_np *
processes_find(const struct processes *processes, unsigned origin, pid_t pid)
{
	const struct known wanted = { .process.pid = pid, .origin = origin };
	struct known **node = tfind(&wanted, &processes->known, compare);

	return node ? &(*node)->process : NULL;
}

int processes_add(struct processes *processes, unsigned origin,
		  const struct posix_trace_process_np *process)
{
	const size_t name = strlen(process->name) + 1;
	const size_t command = strlen(process->command) + 1;
	struct known *known = malloc(sizeof(*known) + name + command);
	struct known **node;

	if (!known)
		return ENOMEM;
	memcpy(known->text, process->name, name);
	memcpy(known->text + name, process->command, command);
	known->origin = origin;
	known->process = (struct posix_trace_process_np){
		.pid = process->pid,
		.name = known->text,
		.command = known->text + name,
	};
	known->before = NULL;
	node = tsearch(known, &processes->known, compare);
	if (!node) {
		free(known);
		return ENOMEM;
	}
	if (*node != known) {
		known->before = *node;
		*node = known;
	}
	return 0;
}
