/*
 * stream_print.c - writes of streams that print
 *
 * The length of formatted output is not known before. A buffer with room for a
 * line or two is assumed to need no write; if it was written after all, both
 * events follow the call. Printing to a descriptor is a span, as write().
 *
 * All wrappers call the C library's v*printf(), as its own functions do.
 */
#undef _FORTIFY_SOURCE
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1 /* headers define some of these functions, too */
#endif

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>

#include "wrap/event/span.h"
#include "wrap/stream/buffer_write.h"

enum { LINES = 256 };

/* printf() with an argument list; the event has the caller's address. */
#define PRINT(call)                                                       \
	do {                                                              \
		struct wrap_buffer_write span;                            \
		int result;                                               \
                                                                          \
		if (!wrap_wants(WRAP_IO, caller) ||                       \
		    !wrap_buffer_write_enter(file, true))                 \
			return call;                                      \
		span = wrap_buffer_write_begin(                           \
			file, true, 0,                                    \
			__flbf(file) || wrap_stream_room(file) < LINES,   \
			caller);                                          \
		WRAP_BUFFER_WRITE(                                        \
			&span, result = call; wrap_buffer_write_finish(   \
				&span, result > 0 ? (size_t)result : 0)); \
		return result;                                            \
	} while (0)

int __vfprintf_chk(FILE *restrict file, int flags, const char *restrict format,
		   va_list list);

__attribute__((format(printf, 3, 0))) static int
print(const void *caller, FILE *file, const char *format, va_list list)
{
	PRINT(NEXT(vfprintf)(file, format, list));
}

__attribute__((format(printf, 4, 0))) static int
print_checked(const void *caller, FILE *file, int flags, const char *format,
	      va_list list)
{
	PRINT(NEXT(__vfprintf_chk)(file, flags, format, list));
}

#define WITH_LIST(call)                 \
	do {                            \
		va_list list;           \
		int result;             \
                                        \
		va_start(list, format); \
		result = call;          \
		va_end(list);           \
		return result;          \
	} while (0)

WRAPPER int printf(const char *restrict format, ...)
{
	WITH_LIST(print(CALLER, stdout, format, list));
}

WRAPPER int fprintf(FILE *restrict file, const char *restrict format, ...)
{
	WITH_LIST(print(CALLER, file, format, list));
}

WRAPPER int vprintf(const char *restrict format, va_list list)
{
	return print(CALLER, stdout, format, list);
}

WRAPPER int vfprintf(FILE *restrict file, const char *restrict format,
		     va_list list)
{
	return print(CALLER, file, format, list);
}

/* Called by programs compiled with _FORTIFY_SOURCE. */

int __printf_chk(int flags, const char *restrict format, ...);
int __fprintf_chk(FILE *restrict file, int flags, const char *restrict format,
		  ...);
int __vprintf_chk(int flags, const char *restrict format, va_list list);
int __dprintf_chk(int fd, int flags, const char *restrict format, ...);
int __vdprintf_chk(int fd, int flags, const char *restrict format,
		   va_list list);

WRAPPER int __printf_chk(int flags, const char *restrict format, ...)
{
	WITH_LIST(print_checked(CALLER, stdout, flags, format, list));
}

WRAPPER int __fprintf_chk(FILE *restrict file, int flags,
			  const char *restrict format, ...)
{
	WITH_LIST(print_checked(CALLER, file, flags, format, list));
}

WRAPPER int __vprintf_chk(int flags, const char *restrict format, va_list list)
{
	return print_checked(CALLER, stdout, flags, format, list);
}

WRAPPER int __vfprintf_chk(FILE *restrict file, int flags,
			   const char *restrict format, va_list list)
{
	return print_checked(CALLER, file, flags, format, list);
}

/* Printing to descriptors */

#define PRINT_TO_FD(call)                                               \
	do {                                                            \
		struct wrap_transfer data = { fd, ECANCELED, 0, -1 };   \
		const struct wrap_transfer_wait wait = { .fd = fd };    \
		struct wrap_span span = WRAP_SPAN(file_write, data);    \
		int result;                                             \
                                                                        \
		if (!wrap_wants(WRAP_IO, caller))                       \
			return call;                                    \
		span.caller = caller;                                   \
		RECORD(file_write_wait, wait, caller);                  \
		WRAP_DURING(&span, result = call; data.result = result; \
			    data.error = result < 0 ? errno : 0);       \
		return result;                                          \
	} while (0)

__attribute__((format(printf, 3, 0))) static int
print_to_fd(const void *caller, int fd, const char *format, va_list list)
{
	PRINT_TO_FD(NEXT(vdprintf)(fd, format, list));
}

__attribute__((format(printf, 4, 0))) static int
print_checked_to_fd(const void *caller, int fd, int flags, const char *format,
		    va_list list)
{
	PRINT_TO_FD(NEXT(__vdprintf_chk)(fd, flags, format, list));
}

WRAPPER int dprintf(int fd, const char *restrict format, ...)
{
	WITH_LIST(print_to_fd(CALLER, fd, format, list));
}

WRAPPER int vdprintf(int fd, const char *restrict format, va_list list)
{
	return print_to_fd(CALLER, fd, format, list);
}

WRAPPER int __dprintf_chk(int fd, int flags, const char *restrict format, ...)
{
	WITH_LIST(print_checked_to_fd(CALLER, fd, flags, format, list));
}

WRAPPER int __vdprintf_chk(int fd, int flags, const char *restrict format,
			   va_list list)
{
	return print_checked_to_fd(CALLER, fd, flags, format, list);
}
