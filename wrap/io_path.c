/* io_path.c - files that get another name, or none */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "wrap/next.h"
#include "wrap/events.h"
#include "wrap/cut.h"

/* Of a path, or of two together: a handler's stack may be small. */
enum { PATH_ROOM = 512 };

static int tell_gone(const char *path, int result, const void *caller)
{
	char text[PATH_ROOM];

	if (!result)
		RECORD_BYTES(file_unlink, text,
			     wrap_cut(text, sizeof(text), path), caller);
	return result;
}

WRAPPER int unlink(const char *path)
{
	const int result = NEXT(unlink)(path);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_gone(path, result, CALLER);
}

WRAPPER int unlinkat(int at, const char *path, int flags)
{
	const int result = NEXT(unlinkat)(at, path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_gone(path, result, CALLER);
}

WRAPPER int remove(const char *path)
{
	const int result = NEXT(remove)(path);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_gone(path, result, CALLER);
}

static int tell_renamed(const char *from, const char *to, int result,
			const void *caller)
{
	char texts[PATH_ROOM];

	if (!result)
		RECORD_BYTES(file_rename, texts,
			     wrap_cut_two(texts, sizeof(texts), from, to),
			     caller);
	return result;
}

WRAPPER int rename(const char *from, const char *to)
{
	const int result = NEXT(rename)(from, to);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_renamed(from, to, result, CALLER);
}

WRAPPER int renameat(int from_at, const char *from, int to_at,
		     const char *to)
{
	const int result = NEXT(renameat)(from_at, from, to_at, to);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_renamed(from, to, result, CALLER);
}

WRAPPER int renameat2(int from_at, const char *from, int to_at,
		      const char *to, unsigned flags)
{
	const int result = NEXT(renameat2)(from_at, from, to_at, to, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_renamed(from, to, result, CALLER);
}
