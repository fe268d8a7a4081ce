/* trace_names.c - names of a trace's processes and threads */
#include "format/trace_names.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct name {
	pid_t pid, tid;
	char *text;
};

static void free_name(void *node)
{
	struct name *name = node;

	free(name->text);
	free(name);
}

void pxt_trace_names_fini(struct pxt_trace_names *names)
{
	tdestroy(names->tree, free_name);
	names->tree = NULL;
}

static int by_number(const void *a, const void *b)
{
	const struct name *left = a, *right = b;

	if (left->pid != right->pid)
		return left->pid < right->pid ? -1 : 1;
	return left->tid < right->tid ? -1 : left->tid > right->tid;
}

static int add(struct pxt_trace_names *names, pid_t pid, pid_t tid, char *text)
{
	struct name *name = malloc(sizeof(*name));

	if (name) {
		*name = (struct name){ pid, tid, text };
		if (tsearch(name, &names->tree, by_number))
			return 0;
	}
	free(name);
	free(text);
	return ENOMEM;
}

int pxt_trace_names_set(struct pxt_trace_names *names, pid_t pid, pid_t tid,
			const char *called)
{
	const struct name like = { .pid = pid, .tid = tid };
	struct name **found = tfind(&like, &names->tree, by_number);
	char *text;

	if (found && !strcmp((*found)->text, called))
		return 0;
	text = strdup(called);
	if (!text)
		return ENOMEM;
	if (!found)
		return add(names, pid, tid, text);
	free((*found)->text);
	(*found)->text = text;
	return 0;
}

const char *pxt_trace_names_get(const struct pxt_trace_names *names, pid_t pid,
				pid_t tid)
{
	const struct name like = { .pid = pid, .tid = tid };
	struct name *const *found = tfind(&like, &names->tree, by_number);

	return found ? (*found)->text : NULL;
}
