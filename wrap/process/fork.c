/*
 * fork.c - processes that become two
 *
 * Each of the two records the other. The processes of vfork() share a stack,
 * which must hold nothing of ours when the child returns: so there is one event
 * before the call, and then a jump.
 */
#include <errno.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/process/process.h"

static pid_t tell(pid_t child, const void *caller)
{
	const int32_t number = child;
	const int32_t parent = child ? 0 : getppid();

	if (child < 0)
		wrap_process_failed(WRAP_FORK, errno, NULL, caller);
	else if (child)
		RECORD(proc_fork, number, caller);
	else
		RECORD(proc_start, parent, caller);
	return child;
}

WRAPPER pid_t fork(void)
{
	pid_t child = NEXT(fork)();

	return wrap_wants(WRAP_PROC, CALLER) ? tell(child, CALLER) : child;
}

WRAPPER pid_t _Fork(void)
{
	pid_t child = NEXT(_Fork)();

	return wrap_wants(WRAP_PROC, CALLER) ? tell(child, CALLER) : child;
}

/* daemon() returns in a grandchild, whose parent has exited. */
WRAPPER int daemon(int stay, int keep)
{
	int result = NEXT(daemon)(stay, keep);
	const int32_t process = getpid();

	if (!wrap_wants(WRAP_PROC, CALLER))
		return result;
	if (result)
		wrap_process_failed(WRAP_DAEMON, errno, NULL, CALLER);
	else
		RECORD(proc_daemon, process, CALLER);
	return result;
}

#ifdef WRAP_HAS_JUMP
/* Target of the jump of vfork(), which has no arguments. */
void *wrap_vfork_way(long one, long two, long three, const void *caller)
	__attribute__((used));

void *wrap_vfork_way(long one, long two, long three, const void *caller)
{
	const int32_t process = getpid();

	(void)one;
	(void)two;
	(void)three;
	if (wrap_wants(WRAP_PROC, caller))
		RECORD(proc_vfork, process, caller);
	return wrap_next(WRAP_NEXT_vfork);
}

WRAP_JUMP(vfork, wrap_vfork_way);
#endif
