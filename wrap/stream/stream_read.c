/*
 * stream_read.c - reads of streams from their files
 *
 * Reads that the buffer can satisfy have no event. Otherwise there is a span,
 * as for read(), with the number of bytes that the file gave to the buffer or
 * past it. scanf() and fgetwc() are not seen.
 */
#undef _FORTIFY_SOURCE
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1 /* headers define some of these functions, too */
#endif

#include <errno.h>
#include <stdint.h>
#include <stdio.h>

#include "wrap/calls/next.h"
#include "wrap/event/span.h"
#include "wrap/stream/stream.h"

#undef getc
#undef getchar
#undef getc_unlocked
#undef getchar_unlocked
#undef fread_unlocked
#undef fgetc_unlocked

struct filling {
	FILE *file;
	bool locked, failed;
	size_t held;
	struct wrap_transfer data;
	const void *caller;
};

/* Runs for a cancelled thread, too. */
static void end(void *arg)
{
	const struct filling *filling = arg;

	RECORD(file_read, filling->data, filling->caller);
	if (filling->locked)
		funlockfile(filling->file);
}

static struct filling begin(FILE *file, bool locked, size_t size,
			    const void *caller)
{
	const struct wrap_transfer_wait data = { file->_fileno, size };

	RECORD(file_read_wait, data, caller);
	return (struct filling){
		.file = file,
		.locked = locked,
		.failed = ferror_unlocked(file) != 0,
		.held = wrap_stream_held(file),
		.data = { file->_fileno, ECANCELED, size, -1 },
		.caller = caller,
	};
}

/* taken: bytes that the program got. An error flag that was set before counts
 * only if nothing else explains an empty result. */
static void finish(struct filling *filling, size_t taken)
{
	FILE *file = filling->file;
	const size_t all = taken + wrap_stream_held(file);
	const int64_t read =
		all > filling->held ? (int64_t)(all - filling->held) : 0;
	const bool failed =
		ferror_unlocked(file) &&
		(!filling->failed || (!read && !feof_unlocked(file)));

	filling->data.error = failed ? errno : 0;
	filling->data.result = !read && failed ? -1 : read;
}

/* True if the call is a candidate for an event; with lock, the stream is locked
 * then. */
static bool enter(FILE *file, bool lock, const void *caller)
{
	if (!wrap_wants(WRAP_IO, caller) || !wrap_stream_has_fd(file))
		return false;
	if (lock)
		flockfile(file);
	return true;
}

/* Unlocks the stream of a call without an event. Always true. */
static bool leave(FILE *file, bool lock)
{
	if (lock)
		funlockfile(file);
	return true;
}

/* size: requested bytes, if the program says so; taken: bytes that it got, as a
 * function of result. */
#define FILL(result, lock, size, taken, call)                             \
	do {                                                              \
		struct filling filling = begin(file, lock, size, CALLER); \
                                                                          \
		pthread_cleanup_push(end, &filling);                      \
		(result) = (call);                                        \
		finish(&filling, taken);                                  \
		pthread_cleanup_pop(1);                                   \
	} while (0)

enum { UNLOCKED, LOCKED };

/* Blocks are requested in bytes, so that an incomplete last item counts, too.
 * The C library does the same. */

#define FREAD(lock, call, call_bytes)                                       \
	do {                                                                \
		size_t bytes, result;                                       \
                                                                            \
		if (__builtin_mul_overflow(size, count, &bytes) ||          \
		    !enter(file, lock, CALLER) ||                           \
		    (wrap_stream_held(file) >= bytes && leave(file, lock))) \
			return call;                                        \
		FILL(result, lock, bytes, result, call_bytes);              \
		return result == bytes ? count : result / size;             \
	} while (0)

WRAPPER size_t fread(void *restrict to, size_t size, size_t count,
		     FILE *restrict file)
{
	FREAD(LOCKED, NEXT(fread)(to, size, count, file),
	      NEXT(fread)(to, 1, bytes, file));
}

WRAPPER size_t fread_unlocked(void *restrict to, size_t size, size_t count,
			      FILE *restrict file)
{
	FREAD(UNLOCKED, NEXT(fread_unlocked)(to, size, count, file),
	      NEXT(fread_unlocked)(to, 1, bytes, file));
}

/* Lines */

/* A line ends at its newline, its limit, or the end of the file. Null
 * characters may be part of it. */
static size_t line_length(const char *line, int room, FILE *file)
{
	const char *end;

	if (!line || room < 2)
		return 0;
	if (feof_unlocked(file))
		return strlen(line);
	end = memchr(line, '\n', (size_t)room - 1);
	return end ? (size_t)(end - line) + 1 : (size_t)room - 1;
}

#define FGETS(lock, name, ...)                                        \
	do {                                                          \
		char *result;                                         \
                                                                      \
		if (size < 2 || !enter(file, lock, CALLER) ||         \
		    (wrap_stream_has(file, '\n', (size_t)size - 1) && \
		     leave(file, lock)))                              \
			return NEXT(name)(__VA_ARGS__);               \
		FILL(result, lock, (size_t)size - 1,                  \
		     line_length(result, size, file),                 \
		     NEXT(name)(__VA_ARGS__));                        \
		return result;                                        \
	} while (0)

WRAPPER char *fgets(char *restrict to, int size, FILE *restrict file)
{
	FGETS(LOCKED, fgets, to, size, file);
}

WRAPPER char *fgets_unlocked(char *restrict to, int size, FILE *restrict file)
{
	FGETS(UNLOCKED, fgets_unlocked, to, size, file);
}

#define GETDELIM(delimiter, name, ...)                                   \
	do {                                                             \
		ssize_t result;                                          \
                                                                         \
		if (!enter(file, LOCKED, CALLER) ||                      \
		    (wrap_stream_has(file, delimiter, SIZE_MAX) &&       \
		     leave(file, LOCKED)))                               \
			return NEXT(name)(__VA_ARGS__);                  \
		FILL(result, LOCKED, 0, result > 0 ? (size_t)result : 0, \
		     NEXT(name)(__VA_ARGS__));                           \
		return result;                                           \
	} while (0)

WRAPPER ssize_t getline(char **restrict line, size_t *restrict room,
			FILE *restrict file)
{
	GETDELIM('\n', getline, line, room, file);
}

WRAPPER ssize_t getdelim(char **restrict line, size_t *restrict room,
			 int delimiter, FILE *restrict file)
{
	GETDELIM(delimiter, getdelim, line, room, delimiter, file);
}

WRAPPER ssize_t __getdelim(char **restrict line, size_t *restrict room,
			   int delimiter, FILE *restrict file)
{
	GETDELIM(delimiter, __getdelim, line, room, delimiter, file);
}

/* Characters: their presence in the buffer is checked without the lock. */

#define GETC(lock, name, ...)                                                  \
	do {                                                                   \
		int result;                                                    \
                                                                               \
		if (wrap_stream_held(file) || !enter(file, lock, CALLER))      \
			return NEXT(name)(__VA_ARGS__);                        \
		FILL(result, lock, 1, result != EOF, NEXT(name)(__VA_ARGS__)); \
		return result;                                                 \
	} while (0)

int _IO_getc(FILE *file);
int __uflow(FILE *file);
int __underflow(FILE *file);

WRAPPER int getc(FILE *file)
{
	GETC(LOCKED, getc, file);
}

WRAPPER int _IO_getc(FILE *file)
{
	GETC(LOCKED, _IO_getc, file);
}

WRAPPER int fgetc(FILE *file)
{
	GETC(LOCKED, fgetc, file);
}

WRAPPER int getchar(void)
{
	FILE *file = stdin;

	GETC(LOCKED, getchar);
}

WRAPPER int getc_unlocked(FILE *file)
{
	GETC(UNLOCKED, getc_unlocked, file);
}

WRAPPER int fgetc_unlocked(FILE *file)
{
	GETC(UNLOCKED, fgetc_unlocked, file);
}

WRAPPER int getchar_unlocked(void)
{
	FILE *file = stdin;

	GETC(UNLOCKED, getchar_unlocked);
}

/* Called by the macros of <stdio.h> for an empty buffer. __underflow() leaves
 * the character in the buffer. */

WRAPPER int __uflow(FILE *file)
{
	GETC(UNLOCKED, __uflow, file);
}

WRAPPER int __underflow(FILE *file)
{
	int result;

	if (wrap_stream_held(file) || !enter(file, UNLOCKED, CALLER))
		return NEXT(__underflow)(file);
	FILL(result, UNLOCKED, 0, 0, NEXT(__underflow)(file));
	return result;
}

/* Called by programs compiled with _FORTIFY_SOURCE. */

size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count,
		   FILE *restrict file);
size_t __fread_unlocked_chk(void *restrict to, size_t room, size_t size,
			    size_t count, FILE *restrict file);
char *__fgets_chk(char *restrict to, size_t room, int size,
		  FILE *restrict file);
char *__fgets_unlocked_chk(char *restrict to, size_t room, int size,
			   FILE *restrict file);

WRAPPER size_t __fread_chk(void *restrict to, size_t room, size_t size,
			   size_t count, FILE *restrict file)
{
	FREAD(LOCKED, NEXT(__fread_chk)(to, room, size, count, file),
	      NEXT(__fread_chk)(to, room, 1, bytes, file));
}

WRAPPER size_t __fread_unlocked_chk(void *restrict to, size_t room, size_t size,
				    size_t count, FILE *restrict file)
{
	FREAD(UNLOCKED, NEXT(__fread_unlocked_chk)(to, room, size, count, file),
	      NEXT(__fread_unlocked_chk)(to, room, 1, bytes, file));
}

WRAPPER char *__fgets_chk(char *restrict to, size_t room, int size,
			  FILE *restrict file)
{
	FGETS(LOCKED, __fgets_chk, to, room, size, file);
}

WRAPPER char *__fgets_unlocked_chk(char *restrict to, size_t room, int size,
				   FILE *restrict file)
{
	FGETS(UNLOCKED, __fgets_unlocked_chk, to, room, size, file);
}
