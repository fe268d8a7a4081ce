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
	size_t log;
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

static struct known *find(const struct processes *processes, unsigned origin,
			  pid_t pid)
{
	const struct known wanted = { .process.pid = pid, .origin = origin };
	struct known **node = tfind(&wanted, &processes->known, compare);

	return node ? *node : NULL;
}

const struct posix_trace_process_np *
processes_find(const struct processes *processes, unsigned origin, pid_t pid,
	       size_t *log)
{
	const struct known *known = find(processes, origin, pid);

	if (!known)
		return NULL;
	*log = known->log;
	return &known->process;
}

static int add(struct processes *processes, unsigned origin,
	       const struct posix_trace_process_np *process, size_t log)
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
	known->log = log;
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

static bool is_same(const struct posix_trace_process_np *a,
		    const struct posix_trace_process_np *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->command, b->command);
}

int processes_keep(struct processes *processes, unsigned origin,
		   const struct posix_trace_process_np *process, size_t log)
{
	struct known *known = find(processes, origin, process->pid);

	if (!known || !is_same(&known->process, process))
		return add(processes, origin, process, log);
	known->log = log;
	return 0;
}
