/* io_path.c - files that get another name, or none */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "wrap/cut.h"
#include "wrap/events.h"
#include "wrap/next.h"

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

#define GONE(name, parameters, ...)                           \
	WRAPPER int name parameters                           \
	{                                                     \
		const int result = NEXT(name)(__VA_ARGS__);   \
                                                              \
		if (!wrap_wants(WRAP_IO, CALLER))             \
			return result;                        \
		return tell_gone(path, result, CALLER);       \
	}

GONE(unlink, (const char *path), path)
GONE(unlinkat, (int at, const char *path, int flags), at, path, flags)
GONE(remove, (const char *path), path)
GONE(shm_unlink, (const char *path), path)

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

#define RENAMED(name, parameters, ...)                          \
	WRAPPER int name parameters                             \
	{                                                       \
		const int result = NEXT(name)(__VA_ARGS__);     \
                                                                \
		if (!wrap_wants(WRAP_IO, CALLER))               \
			return result;                          \
		return tell_renamed(from, to, result, CALLER);  \
	}

RENAMED(rename, (const char *from, const char *to), from, to)
RENAMED(renameat, (int from_at, const char *from, int to_at, const char *to),
	from_at, from, to_at, to)
RENAMED(renameat2,
	(int from_at, const char *from, int to_at, const char *to,
	 unsigned flags),
	from_at, from, to_at, to, flags)
