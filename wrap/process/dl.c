/*
 * dl.c - objects that are loaded and unloaded
 *
 * dlopen() depends on its caller: on the RUNPATH and the $ORIGIN of the calling
 * object. A path with a slash and without '$' does not depend on them, unless
 * some object has an RPATH, which loaded objects inherit. In that case the
 * wrapper calls dlopen() and records the result; otherwise it records an event
 * and jumps. Loaded modules are announced to libposixtrace, so that views can
 * name their symbols.
 */
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/event/text_event.h"

#ifdef WRAP_HAS_JUMP

static int has_rpath(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Dyn) *dynamic =
			(const void *)(info->dlpi_addr +
				       info->dlpi_phdr[i].p_vaddr);

		if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
			continue;
		for (; dynamic->d_tag != DT_NULL; dynamic++)
			if (dynamic->d_tag == DT_RPATH)
				return 1;
	}
	return 0;
}

static bool needs_caller(const char *path)
{
	if (!path)
		return false;
	return !strchr(path, '/') || strchr(path, '$') ||
	       dl_iterate_phdr(has_rpath, NULL);
}

static void publish(void)
{
	trace_event_id_t id;

	posix_trace_eventid_open("dl_opened", &id);
}

static void before(enum wrap_event event, const char *path, int flags,
		   const void *caller)
{
	const uint32_t number = (uint32_t)flags;

	wrap_text_event_record(event, &number, sizeof(number), path, caller);
}

static void *behind(void *object, const void *caller)
{
	const uint64_t handle = (uintptr_t)object;

	if (object)
		publish();
	RECORD(dl_opened, handle, caller);
	return object;
}

static void *open_here(const char *path, int flags)
{
	before(WRAP_EVENT_dl_open, path, flags, CALLER);
	return behind(NEXT(dlopen)(path, flags), CALLER);
}

static void *open_here_in(Lmid_t space, const char *path, int flags)
{
	before(WRAP_EVENT_dl_open, path, flags, CALLER);
	return behind(NEXT(dlmopen)(space, path, flags), CALLER);
}

/* Targets of the jumps of dlopen() and dlmopen(). */
void *wrap_dlopen_way(const char *path, int flags, long unused,
		      const void *caller) __attribute__((used));
void *wrap_dlmopen_way(Lmid_t space, const char *path, int flags,
		       const void *caller) __attribute__((used));

void *wrap_dlopen_way(const char *path, int flags, long unused,
		      const void *caller)
{
	(void)unused;
	if (!wrap_wants(WRAP_DL, caller))
		return wrap_next(WRAP_NEXT_dlopen);
	if (!needs_caller(path))
		return (void *)(uintptr_t)open_here;
	before(WRAP_EVENT_dl_search, path, flags, caller);
	return wrap_next(WRAP_NEXT_dlopen);
}

void *wrap_dlmopen_way(Lmid_t space, const char *path, int flags,
		       const void *caller)
{
	(void)space;
	if (!wrap_wants(WRAP_DL, caller))
		return wrap_next(WRAP_NEXT_dlmopen);
	if (!needs_caller(path))
		return (void *)(uintptr_t)open_here_in;
	before(WRAP_EVENT_dl_search, path, flags, caller);
	return wrap_next(WRAP_NEXT_dlmopen);
}

WRAP_JUMP(dlopen, wrap_dlopen_way);
WRAP_JUMP(dlmopen, wrap_dlmopen_way);

#endif

/* dlerror() returns a message once only: so the message is recorded when the
 * program asks for it, never before. */
WRAPPER char *dlerror(void)
{
	char *message = NEXT(dlerror)();

	if (message && wrap_wants(WRAP_DL, CALLER))
		wrap_text_event_record(WRAP_EVENT_dl_error, "", 0, message,
				       CALLER);
	return message;
}

WRAPPER int dlclose(void *object)
{
	const uint64_t handle = (uintptr_t)object;
	int result;

	if (!wrap_wants(WRAP_DL, CALLER))
		return NEXT(dlclose)(object);
	RECORD(dl_close, handle, CALLER);
	result = NEXT(dlclose)(object);
	if (result)
		RECORD(dl_fail, handle, CALLER);
	return result;
}
