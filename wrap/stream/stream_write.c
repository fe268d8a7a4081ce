/*
 * stream_write.c - writes of streams to their files
 *
 * Writes that fit into the buffer have no event. Otherwise there is a span, as
 * for write(), with the number of bytes that the file got. fflush(NULL) is not
 * seen.
 */
#undef _FORTIFY_SOURCE
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1 /* headers define some of these functions, too */
#endif

#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>

#include "wrap/file/descriptor.h"
#include "wrap/stream/buffer_write.h"

#undef putc
#undef putchar
#undef putc_unlocked
#undef putchar_unlocked
#undef fputc_unlocked
#undef fwrite_unlocked

enum { UNLOCKED, LOCKED };

/* Blocks are given in bytes, as in stream_read.c. */

#define FWRITE(lock, name)                                                   \
	do {                                                                 \
		struct wrap_buffer_write span;                               \
		size_t bytes, result;                                        \
                                                                             \
		if (!wrap_wants(WRAP_IO, CALLER) ||                          \
		    __builtin_mul_overflow(size, count, &bytes) || !bytes || \
		    !wrap_buffer_write_must(file, from, bytes) ||            \
		    !wrap_buffer_write_enter(file, lock))                    \
			return NEXT(name)(from, size, count, file);          \
		span = wrap_buffer_write_begin(file, lock, bytes, true,      \
					       CALLER);                      \
		WRAP_BUFFER_WRITE(&span,                                     \
				  result = NEXT(name)(from, 1, bytes, file); \
				  wrap_buffer_write_finish(&span, result));  \
		return result == bytes ? count : result / size;              \
	} while (0)

WRAPPER size_t fwrite(const void *restrict from, size_t size, size_t count,
		      FILE *restrict file)
{
	FWRITE(LOCKED, fwrite);
}

WRAPPER size_t fwrite_unlocked(const void *restrict from, size_t size,
			       size_t count, FILE *restrict file)
{
	FWRITE(UNLOCKED, fwrite_unlocked);
}

/* Texts */

/* Line-buffered streams write at a newline. */
static bool must(FILE *file, const char *text, size_t more)
{
	return (more && __flbf(file)) ||
	       wrap_buffer_write_must(file, text, strlen(text) + more);
}

#define FPUTS(lock, more, name, ...)                                           \
	do {                                                                   \
		struct wrap_buffer_write span;                                 \
		size_t bytes;                                                  \
		int result;                                                    \
                                                                               \
		if (!wrap_wants(WRAP_IO, CALLER) || !must(file, text, more) || \
		    !wrap_buffer_write_enter(file, lock))                      \
			return NEXT(name)(__VA_ARGS__);                        \
		bytes = strlen(text) + (more);                                 \
		span = wrap_buffer_write_begin(file, lock, bytes, true,        \
					       CALLER);                        \
		WRAP_BUFFER_WRITE(&span, result = NEXT(name)(__VA_ARGS__);     \
				  wrap_buffer_write_finish(                    \
					  &span, result == EOF ? 0 : bytes));  \
		return result;                                                 \
	} while (0)

WRAPPER int fputs(const char *restrict text, FILE *restrict file)
{
	FPUTS(LOCKED, 0, fputs, text, file);
}

WRAPPER int fputs_unlocked(const char *restrict text, FILE *restrict file)
{
	FPUTS(UNLOCKED, 0, fputs_unlocked, text, file);
}

WRAPPER int puts(const char *text)
{
	FILE *file = stdout;

	FPUTS(LOCKED, 1, puts, text);
}

/* Characters */

#define PUTC(lock, name, ...)                                                \
	do {                                                                 \
		const char byte = (char)character;                           \
		struct wrap_buffer_write span;                               \
		int result;                                                  \
                                                                             \
		if (!wrap_wants(WRAP_IO, CALLER) ||                          \
		    !wrap_buffer_write_must(file, &byte, 1) ||               \
		    !wrap_buffer_write_enter(file, lock))                    \
			return NEXT(name)(__VA_ARGS__);                      \
		span = wrap_buffer_write_begin(file, lock, 1, true, CALLER); \
		WRAP_BUFFER_WRITE(                                           \
			&span, result = NEXT(name)(__VA_ARGS__);             \
			wrap_buffer_write_finish(&span, result != EOF));     \
		return result;                                               \
	} while (0)

int _IO_putc(int character, FILE *file);
int __overflow(FILE *file, int character);

WRAPPER int putc(int character, FILE *file)
{
	PUTC(LOCKED, putc, character, file);
}

WRAPPER int _IO_putc(int character, FILE *file)
{
	PUTC(LOCKED, _IO_putc, character, file);
}

WRAPPER int fputc(int character, FILE *file)
{
	PUTC(LOCKED, fputc, character, file);
}

WRAPPER int putchar(int character)
{
	FILE *file = stdout;

	PUTC(LOCKED, putchar, character);
}

WRAPPER int putc_unlocked(int character, FILE *file)
{
	PUTC(UNLOCKED, putc_unlocked, character, file);
}

WRAPPER int fputc_unlocked(int character, FILE *file)
{
	PUTC(UNLOCKED, fputc_unlocked, character, file);
}

WRAPPER int putchar_unlocked(int character)
{
	FILE *file = stdout;

	PUTC(UNLOCKED, putchar_unlocked, character);
}

/* Called by the macros of <stdio.h> for a full buffer. */
WRAPPER int __overflow(FILE *file, int character)
{
	PUTC(UNLOCKED, __overflow, file, character);
}

/* Flushing and closing */

#define FLUSH(lock, name, ...)                                               \
	do {                                                                 \
		struct wrap_buffer_write span;                               \
		int result;                                                  \
                                                                             \
		if (!wrap_wants(WRAP_IO, CALLER) ||                          \
		    !wrap_stream_pending(file) ||                            \
		    !wrap_buffer_write_enter(file, lock))                    \
			return NEXT(name)(__VA_ARGS__);                      \
		span = wrap_buffer_write_begin(file, lock, 0, true, CALLER); \
		WRAP_BUFFER_WRITE(&span, result = NEXT(name)(__VA_ARGS__);   \
				  wrap_buffer_write_finish(&span, 0));       \
		return result;                                               \
	} while (0)

WRAPPER int fflush(FILE *file)
{
	if (!file)
		return NEXT(fflush)(NULL);
	FLUSH(LOCKED, fflush, file);
}

WRAPPER int fflush_unlocked(FILE *file)
{
	if (!file)
		return NEXT(fflush_unlocked)(NULL);
	FLUSH(UNLOCKED, fflush_unlocked, file);
}

WRAPPER int fseek(FILE *file, long offset, int whence)
{
	FLUSH(LOCKED, fseek, file, offset, whence);
}

WRAPPER int fseeko(FILE *file, off_t offset, int whence)
{
	FLUSH(LOCKED, fseeko, file, offset, whence);
}

WRAPPER int fseeko64(FILE *file, off64_t offset, int whence)
{
	FLUSH(LOCKED, fseeko64, file, offset, whence);
}

WRAPPER void rewind(FILE *file)
{
	struct wrap_buffer_write span;

	if (!wrap_wants(WRAP_IO, CALLER) || !wrap_stream_pending(file) ||
	    !wrap_buffer_write_enter(file, LOCKED)) {
		NEXT(rewind)(file);
		return;
	}
	span = wrap_buffer_write_begin(file, LOCKED, 0, true, CALLER);
	WRAP_BUFFER_WRITE(&span, NEXT(rewind)(file);
			  wrap_buffer_write_finish(&span, 0));
}

WRAPPER int fclose(FILE *file)
{
	struct wrap_buffer_write span;
	int result;

	if (!wrap_wants((enum wrap_group)WRAP_DESCRIPTOR_GROUPS, CALLER) ||
	    !wrap_buffer_write_enter(file, UNLOCKED))
		return NEXT(fclose)(file);
	span = wrap_buffer_write_begin(file, UNLOCKED, 0,
				       wrap_stream_pending(file), CALLER);
	wrap_descriptor_close(file->_fileno, CALLER);
	WRAP_BUFFER_WRITE(&span, result = NEXT(fclose)(file);
			  wrap_buffer_write_close(&span, result ? errno : 0));
	return result;
}

/* Most programs leave their last output to exit(): the event precedes it. The
 * program may have assigned stdout and closed that stream; the C library's own
 * stays. */

extern FILE _IO_2_1_stdout_;

__attribute__((destructor)) static void leave(void)
{
	FILE *file = &_IO_2_1_stdout_;
	struct wrap_buffer_write span;

	if (!wrap_wants(WRAP_IO, NULL) || !wrap_stream_has_fd(file) ||
	    !wrap_stream_pending(file))
		return;
	span = wrap_buffer_write_begin(file, false, 0, true, NULL);
	wrap_buffer_write_close(&span, 0);
	wrap_buffer_write_end(&span);
}
