/*
 * told.c - which objects a log was told of
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "write/told.h"

struct known {
	unsigned origin;
	pid_t pid;
	unsigned long long address;
	struct timespec since;
	const char *texts[3]; /* kind, name, details */
	char text[];
};

static int compare_numbers(long long a, long long b)
{
	return (a > b) - (a < b);
}

static int compare(const void *a, const void *b)
{
	const struct known *x = a, *y = b;
	int order = compare_numbers(x->origin, y->origin);

	if (!order)
		order = compare_numbers(x->pid, y->pid);
	if (!order)
		order = (x->address > y->address) - (x->address < y->address);
	if (!order)
		order = compare_numbers(x->since.tv_sec, y->since.tv_sec);
	if (!order)
		order = compare_numbers(x->since.tv_nsec, y->since.tv_nsec);
	for (unsigned i = 0; !order && i < 3; i++)
		order = strcmp(x->texts[i], y->texts[i]);
	return order;
}

static struct known known_of(unsigned origin,
			     const struct posix_trace_object_np *object)
{
	return (struct known){
		.origin = origin,
		.pid = object->pid,
		.address = object->address,
		.since = object->since,
		.texts = { object->kind, object->name, object->details },
	};
}

static struct known *known_create(const struct known *borrowed)
{
	struct known *known;
	size_t len[3], size = sizeof(*known);
	char *at;

	for (unsigned i = 0; i < 3; i++) {
		len[i] = strlen(borrowed->texts[i]) + 1;
		size += len[i];
	}
	known = malloc(size);
	if (!known)
		return NULL;
	*known = *borrowed;
	at = known->text;
	for (unsigned i = 0; i < 3; i++) {
		known->texts[i] = memcpy(at, borrowed->texts[i], len[i]);
		at += len[i];
	}
	return known;
}

bool told_first(struct told *told, unsigned origin,
		const struct posix_trace_object_np *object)
{
	const struct known wanted = known_of(origin, object);
	struct known *known;

	if (tfind(&wanted, &told->tree, compare))
		return false;
	known = known_create(&wanted);
	if (known && !tsearch(known, &told->tree, compare))
		free(known);
	return true;
}

void told_fini(struct told *told)
{
	tdestroy(told->tree, free);
	told->tree = NULL;
}
