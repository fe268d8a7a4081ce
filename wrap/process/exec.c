/*
 * exec.c - programs that replace another
 *
 * The event precedes the call, as a successful exec does not return; a failure
 * is an event of its own. Arguments of execl() and its relatives are collected
 * on the stack, as in the C library: signal handlers may call these functions.
 */
#include <alloca.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/text_event.h"
#include "wrap/process/process.h"

/* Bad addresses are left to the kernel to refuse. */
static const char *readable(const char *path)
{
	const int saved_errno = errno;
	const bool is_there = !access(path, F_OK) || errno != EFAULT;

	errno = saved_errno;
	return is_there ? path : NULL;
}

static void before(const char *path, const void *caller)
{
	const int32_t process = getpid();

	RECORD_TEXT(proc_exec, process, readable(path), caller);
}

static int behind(int result, const char *path, const void *caller)
{
	wrap_process_failed(WRAP_EXEC, errno, path, caller);
	return result;
}

/* Events after the call exist only for failures: a new program would not use
 * them. */
#define EXEC(path, caller, call)                                          \
	do {                                                              \
		const bool wanted_ = wrap_wants(WRAP_PROC, caller);       \
		int result_;                                              \
                                                                          \
		if (wanted_)                                              \
			before(path, caller);                             \
		result_ = (call);                                         \
		return wanted_ ? behind(result_, path, caller) : result_; \
	} while (0)

WRAPPER int execve(const char *path, char *const argv[], char *const envp[])
{
	EXEC(path, CALLER, NEXT(execve)(path, argv, envp));
}

WRAPPER int execv(const char *path, char *const argv[])
{
	EXEC(path, CALLER, NEXT(execv)(path, argv));
}

WRAPPER int execvp(const char *file, char *const argv[])
{
	EXEC(file, CALLER, NEXT(execvp)(file, argv));
}

WRAPPER int execvpe(const char *file, char *const argv[], char *const envp[])
{
	EXEC(file, CALLER, NEXT(execvpe)(file, argv, envp));
}

WRAPPER int execveat(int at, const char *path, char *const argv[],
		     char *const envp[], int flags)
{
	EXEC(path, CALLER, NEXT(execveat)(at, path, argv, envp, flags));
}

/* Descriptors that are already open: their path is not known here. */
WRAPPER int fexecve(int fd, char *const argv[], char *const envp[])
{
	EXEC("", CALLER, NEXT(fexecve)(fd, argv, envp));
}

static size_t count(va_list *rest, const char *first)
{
	size_t count = 0;

	while (first) {
		count++;
		first = va_arg(*rest, const char *);
	}
	return count;
}

/* The promise not to write to the arguments, in the type that execv() wants. */
union argument {
	const char *given;
	char *wanted;
};

/* Collects the arguments into argv, with a null pointer at the end. */
static char *const *gather(va_list *rest, const char *first,
			   union argument *argv)
{
	size_t i = 0;

	while (first) {
		argv[i++].given = first;
		first = va_arg(*rest, const char *);
	}
	argv[i].given = NULL;
	return &argv->wanted;
}

/* Gets argv of the arguments from first on, and leaves rest behind them. */
#define GATHER(rest, first, argv)                                              \
	do {                                                                   \
		size_t args_;                                                  \
                                                                               \
		va_start(rest, first);                                         \
		args_ = count(&(rest), first);                                 \
		va_end(rest);                                                  \
		va_start(rest, first);                                         \
		(argv) = gather(&(rest), first,                                \
				alloca((args_ + 1) * sizeof(union argument))); \
	} while (0)

WRAPPER int execl(const char *path, const char *first, ...)
{
	char *const *argv;
	va_list rest;

	GATHER(rest, first, argv);
	va_end(rest);
	EXEC(path, CALLER, NEXT(execv)(path, argv));
}

WRAPPER int execlp(const char *file, const char *first, ...)
{
	char *const *argv;
	va_list rest;

	GATHER(rest, first, argv);
	va_end(rest);
	EXEC(file, CALLER, NEXT(execvp)(file, argv));
}

/* The environment follows the null pointer. */
WRAPPER int execle(const char *path, const char *first, ...)
{
	char *const *argv, *const *envp;
	va_list rest;

	GATHER(rest, first, argv);
	envp = va_arg(rest, char *const *);
	va_end(rest);
	EXEC(path, CALLER, NEXT(execve)(path, argv, envp));
}
