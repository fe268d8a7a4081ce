/*
 * spawn.c - programs started beside this one, and shell commands
 *
 * The event follows the call, which gives the child its number. Intermediate
 * processes are the C library's. system() and pclose() wait: they are spans.
 */
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/objects.h"
#include "wrap/event/text_event.h"
#include "wrap/file/descriptor.h"
#include "wrap/process/process.h"

static int tell_spawn(int result, pid_t child, const char *path,
		      const void *caller)
{
	const int32_t number = child;

	if (result)
		wrap_process_failed(WRAP_SPAWN, result, path, caller);
	else
		RECORD_TEXT(proc_spawn, number, path, caller);
	return result;
}

/* The event needs the child's number even if the program passes NULL for it. */
#define SPAWN(name)                                                         \
	WRAPPER int name(pid_t *restrict child, const char *restrict path,  \
			 const posix_spawn_file_actions_t *actions,         \
			 const posix_spawnattr_t *restrict attr,            \
			 char *const argv[restrict],                        \
			 char *const envp[restrict])                        \
	{                                                                   \
		pid_t number = 0;                                           \
		int result;                                                 \
                                                                            \
		if (!wrap_wants(WRAP_PROC, CALLER))                         \
			return NEXT(name)(child, path, actions, attr, argv, \
					  envp);                            \
		result = NEXT(name)(child ? child : &number, path, actions, \
				    attr, argv, envp);                      \
		return tell_spawn(result, child ? *child : number, path,    \
				  CALLER);                                  \
	}

SPAWN(posix_spawn)
SPAWN(posix_spawnp)

struct ending {
	struct wrap_status data;
	size_t used;
	const void *caller;
};

static void end_system(void *arg)
{
	const struct ending *ending = arg;

	RECORD_BYTES(proc_system_end, &ending->data, ending->used,
		     ending->caller);
}

/* system(NULL) only asks whether there is a shell. */
WRAPPER int system(const char *command)
{
	struct ending ending = {
		.data = { .error = ECANCELED },
		.used = offsetof(struct wrap_status, how),
		.caller = CALLER,
	};
	const int32_t process = getpid();

	if (!command || !wrap_wants(WRAP_PROC, CALLER))
		return NEXT(system)(command);
	RECORD_TEXT(proc_system, process, command, CALLER);
	pthread_cleanup_push(end_system, &ending);
	ending.used = wrap_take_status(&ending.data, NEXT(system)(command));
	pthread_cleanup_pop(1);
	return ending.data.status;
}

static FILE *tell_popen(FILE *file, const char *command, const void *caller)
{
	const uint64_t stream = (uintptr_t)file;

	if (!file)
		wrap_process_failed(WRAP_POPEN, errno, command, caller);
	else
		RECORD_TEXT(proc_popen, stream, command, caller);
	return file;
}

/* The command names the stream's descriptor. */
WRAPPER FILE *popen(const char *command, const char *mode)
{
	FILE *file = NEXT(popen)(command, mode);

	if (file && wrap_wants(WRAP_IO, CALLER))
		wrap_object("fd", (uint64_t)file->_fileno, command, NULL);
	return wrap_wants(WRAP_PROC, CALLER) ?
		       tell_popen(file, command, CALLER) :
		       file;
}

static void end_pclose(void *arg)
{
	const struct ending *ending = arg;

	RECORD_BYTES(proc_pclose_end, &ending->data, ending->used,
		     ending->caller);
}

WRAPPER int pclose(FILE *file)
{
	struct ending ending = {
		.data = { .error = ECANCELED },
		.used = offsetof(struct wrap_status, how),
		.caller = CALLER,
	};
	const uint64_t stream = (uintptr_t)file;

	if (wrap_wants((enum wrap_group)WRAP_DESCRIPTOR_GROUPS, CALLER))
		wrap_descriptor_close(file->_fileno, CALLER);
	if (!wrap_wants(WRAP_PROC, CALLER))
		return NEXT(pclose)(file);
	RECORD(proc_pclose, stream, CALLER);
	pthread_cleanup_push(end_pclose, &ending);
	ending.used = wrap_take_status(&ending.data, NEXT(pclose)(file));
	pthread_cleanup_pop(1);
	return ending.data.status;
}
