/*
 * called.c - what threads are called, as a log was told last
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "write/called.h"

int called_add(struct called *called, unsigned origin, pid_t pid, pid_t tid)
{
	const size_t room = called->room ? 2 * called->room : 64;
	struct called_thread *larger;

	if (called->count == called->room) {
		larger = reallocarray(called->thread, room, sizeof(*larger));
		if (!larger)
			return ENOMEM;
		called->thread = larger;
		called->room = room;
	}
	called->thread[called->count++] = (struct called_thread){
		.origin = origin,
		.pid = pid,
		.tid = tid,
	};
	return 0;
}

bool called_anew(struct called_thread *thread, const char *name)
{
	if (thread->name && !strcmp(thread->name, name))
		return false;
	free(thread->name);
	thread->name = strdup(name);
	return true;
}

void called_fini(struct called *called)
{
	for (size_t i = 0; i < called->count; i++)
		free(called->thread[i].name);
	free(called->thread);
	*called = (struct called){ 0 };
}
