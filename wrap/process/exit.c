/*
 * exit.c - ends of programs
 *
 * Returning from main() calls exit() inside the C library, which cannot be
 * wrapped: so this library's destructor records proc_end for every exit, before
 * libposixtrace's own destructor.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/process/process.h"

#define EXIT(name)                                                  \
	WRAPPER __attribute__((noreturn)) void name(int status)     \
	{                                                           \
		const struct wrap_exit data = { getpid(), status }; \
                                                                    \
		if (wrap_wants(WRAP_PROC, CALLER))                  \
			RECORD(proc_exit, data, CALLER);            \
		NEXT(name)(status);                                 \
		__builtin_unreachable();                            \
	}

EXIT(_Exit)
EXIT(_exit)
EXIT(exit)
EXIT(quick_exit)

__attribute__((destructor)) static void end(void)
{
	const int saved_errno = errno;
	const int32_t process = getpid();

	if (wrap_wants(WRAP_PROC, NULL))
		RECORD(proc_end, process, NULL);
	errno = saved_errno;
}
