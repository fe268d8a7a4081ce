/*
 * pid.c - processes named by the user
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <trace_np.h>

#include "common/command.h"
#include "common/pid.h"
#include "common/proc.h"
#include "common/runtime.h"
#include "common/talk.h"

bool pid_parse(const char *text, pid_t *pid)
{
	char *end;
	long number;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	number = strtol(text, &end, 10);
	if (errno || *end || number <= 0 || number > INT_MAX)
		return false;
	*pid = (pid_t)number;
	return true;
}

static int refuse_access(pid_t pid)
{
	char owner[64];

	if (!pid || proc_is_open(pid))
		return runtime_refuse();
	proc_owner(pid, owner, sizeof(owner));
	talk("%d: %s; it belongs to %s: be that user, or root", (int)pid,
	     strerror(EPERM), owner);
	return EXIT_DENIED;
}

static void tell_damage(pid_t pid)
{
	struct posix_trace_directory_np directory;

	posix_trace_get_directory_np(&directory);
	talk("%d: %s; its file in %s is damaged", (int)pid, strerror(EBADMSG),
	     directory.path);
}

int pid_refuse(pid_t pid, int err)
{
	switch (err) {
	case EPERM:
	case EACCES:
		return refuse_access(pid);
	case ESRCH:
		talk("%d: %s", (int)pid, strerror(ESRCH));
		return EXIT_NO_TARGET;
	}
	if (pid && err == EBADMSG)
		tell_damage(pid);
	else
		talk_error("looking at streams", err);
	return EXIT_SYSTEM;
}
