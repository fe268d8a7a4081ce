/*
 * exec.c - programs that take another's place
 *
 * It is told before, as nobody is there behind it; an event of a failure says
 * that somebody is. The arguments of execl() and its kin are put in a row on
 * the stack, as the C library does: a handler may call these.
 */
#include <alloca.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include "wrap/next.h"
#include "wrap/process.h"
#include "wrap/words.h"

/* The kernel only says that such an address is none. */
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

	RECORD_WORDS(proc_exec, process, readable(path), caller);
}

static int behind(int result, const char *path, const void *caller)
{
	wrap_process_failed(WRAP_EXEC, errno, path, caller);
	return result;
}

/* What replaces the program has no use for what is told behind it. */
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

/* A file that is open already: it has no path here. */
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

/* What is promised not to be written to, as execv() wants it. */
union argument {
	const char *given;
	char *wanted;
};

/* Into argv, which ends with a null pointer. */
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

#define COUNTED(first, counted)                                       \
	do {                                                          \
		va_list rest_;                                        \
                                                                      \
		va_start(rest_, first);                               \
		(counted) = count(&rest_, first);                     \
		va_end(rest_);                                        \
	} while (0)

WRAPPER int execl(const char *path, const char *first, ...)
{
	char *const *argv;
	va_list rest;
	size_t args;

	COUNTED(first, args);
	va_start(rest, first);
	argv = gather(&rest, first,
		      alloca((args + 1) * sizeof(union argument)));
	va_end(rest);
	EXEC(path, CALLER, NEXT(execv)(path, argv));
}

WRAPPER int execlp(const char *file, const char *first, ...)
{
	char *const *argv;
	va_list rest;
	size_t args;

	COUNTED(first, args);
	va_start(rest, first);
	argv = gather(&rest, first,
		      alloca((args + 1) * sizeof(union argument)));
	va_end(rest);
	EXEC(file, CALLER, NEXT(execvp)(file, argv));
}

/* The environment stands behind the null pointer. */
WRAPPER int execle(const char *path, const char *first, ...)
{
	char *const *argv, *const *envp;
	va_list rest;
	size_t args;

	COUNTED(first, args);
	va_start(rest, first);
	argv = gather(&rest, first,
		      alloca((args + 1) * sizeof(union argument)));
	envp = va_arg(rest, char *const *);
	va_end(rest);
	EXEC(path, CALLER, NEXT(execve)(path, argv, envp));
}
