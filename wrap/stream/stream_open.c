/*
 * stream_open.c - streams that are opened
 *
 * Events have the path and the flags of the equivalent open(). fdopen() opens
 * nothing.
 */
#undef _FORTIFY_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "wrap/event/peek.h"
#include "wrap/file/descriptor.h"

static int flags_of(const char *mode)
{
	const char *more = mode[0] ? mode + 1 : mode;
	int flags = mode[0] == 'w' ? O_CREAT | O_TRUNC :
		    mode[0] == 'a' ? O_CREAT | O_APPEND :
				     0;

	if (strchr(more, '+'))
		flags |= O_RDWR;
	else
		flags |= mode[0] == 'r' ? O_RDONLY : O_WRONLY;
	if (strchr(more, 'x'))
		flags |= O_EXCL;
	if (strchr(more, 'e'))
		flags |= O_CLOEXEC;
	return flags;
}

enum { USUAL_MODE = 0666 };

/* Path and mode may be invalid pointers. */
static void tell_failure(const char *path, const char *mode, const void *caller)
{
	char text[8];

	wrap_peek_text(text, sizeof(text), mode);
	WRAP_DESCRIPTOR_OPENED(-1, AT_FDCWD, flags_of(text), USUAL_MODE, path,
			       caller);
}

static FILE *tell(FILE *file, const char *path, const char *mode,
		  const void *caller)
{
	if (!file)
		tell_failure(path, mode, caller);
	else if (path)
		WRAP_DESCRIPTOR_OPENED(file->_fileno, AT_FDCWD, flags_of(mode),
				       USUAL_MODE, path, caller);
	return file;
}

#define OPEN(name, parameters, ...)                      \
	WRAPPER FILE *name parameters                    \
	{                                                \
		FILE *opened = NEXT(name)(__VA_ARGS__);  \
                                                         \
		if (!wrap_wants(WRAP_IO, CALLER))        \
			return opened;                   \
		return tell(opened, path, mode, CALLER); \
	}

OPEN(fopen, (const char *path, const char *mode), path, mode)
OPEN(fopen64, (const char *path, const char *mode), path, mode)
OPEN(freopen, (const char *path, const char *mode, FILE *file), path, mode,
     file)
OPEN(freopen64, (const char *path, const char *mode, FILE *file), path, mode,
     file)

/* Files without a name */

WRAPPER FILE *tmpfile(void)
{
	FILE *opened = NEXT(tmpfile)();

	if (!wrap_wants(WRAP_IO, CALLER))
		return opened;
	return tell(opened, "", "w+", CALLER);
}

WRAPPER FILE *tmpfile64(void)
{
	FILE *opened = NEXT(tmpfile64)();

	if (!wrap_wants(WRAP_IO, CALLER))
		return opened;
	return tell(opened, "", "w+", CALLER);
}
