/* io_path.c - renaming and removing of files */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/cut.h"
#include "wrap/event/events.h"
#include "wrap/event/peek.h"

/* Room for one path or two: a handler's stack may be small. */
enum { PATH_ROOM = 512 };

/* The second path may be NULL. */
static __attribute__((noinline)) int tell_failure(int call, int at,
						  const char *path,
						  const char *to,
						  const void *caller)
{
	struct {
		int32_t call, error, at;
		char texts[PATH_ROOM];
	} data = { call, errno, at, { 0 } };
	size_t len = wrap_peek_text(data.texts, PATH_ROOM / (to ? 2 : 1), path);

	if (to)
		len += wrap_peek_text(data.texts + len, PATH_ROOM - len, to);
	RECORD_PART(file_fail, data, texts, len, caller);
	return -1;
}

static int tell_gone(int at, const char *path, int result, const void *caller)
{
	char text[PATH_ROOM];

	if (result)
		return tell_failure(WRAP_FILE_UNLINK, at, path, NULL, caller);
	RECORD_BYTES(file_unlink, text, wrap_cut(text, sizeof(text), path),
		     caller);
	return 0;
}

#define GONE(name, at, parameters, ...)                     \
	WRAPPER int name parameters                         \
	{                                                   \
		const int result = NEXT(name)(__VA_ARGS__); \
                                                            \
		if (!wrap_wants(WRAP_IO, CALLER))           \
			return result;                      \
		return tell_gone(at, path, result, CALLER); \
	}

GONE(unlink, AT_FDCWD, (const char *path), path)
GONE(unlinkat, at, (int at, const char *path, int flags), at, path, flags)
GONE(remove, AT_FDCWD, (const char *path), path)
GONE(shm_unlink, AT_FDCWD, (const char *path), path)

static int tell_renamed(int at, const char *from, const char *to, int result,
			const void *caller)
{
	char texts[PATH_ROOM];

	if (result)
		return tell_failure(WRAP_FILE_RENAME, at, from, to, caller);
	RECORD_BYTES(file_rename, texts,
		     wrap_cut_two(texts, sizeof(texts), from, to), caller);
	return 0;
}

#define RENAMED(name, at, parameters, ...)                         \
	WRAPPER int name parameters                                \
	{                                                          \
		const int result = NEXT(name)(__VA_ARGS__);        \
                                                                   \
		if (!wrap_wants(WRAP_IO, CALLER))                  \
			return result;                             \
		return tell_renamed(at, from, to, result, CALLER); \
	}

RENAMED(rename, AT_FDCWD, (const char *from, const char *to), from, to)
RENAMED(renameat, from_at,
	(int from_at, const char *from, int to_at, const char *to), from_at,
	from, to_at, to)
RENAMED(renameat2, from_at,
	(int from_at, const char *from, int to_at, const char *to,
	 unsigned flags),
	from_at, from, to_at, to, flags)
