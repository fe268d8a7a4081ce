/* next.c - finding the functions behind the wrappers */
#include "wrap/calls/next.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Atomic(void *) wrap_next_known[WRAP_NEXT_COUNT];
__thread unsigned wrap_next_depth;

static const struct {
	const char *name, *version;
} function[] = {
#define FUNCTION(name, version) { #name, version },
#include "wrap/calls/functions.h"
#undef FUNCTION
};

static void *look(enum wrap_next which)
{
	void *found = NULL;

	if (*function[which].version)
		found = dlvsym(RTLD_NEXT, function[which].name,
			       function[which].version);
	return found ? found : dlsym(RTLD_NEXT, function[which].name);
}

/* The program calls a function that its C library lacks; without this library
 * it could not have started. */
__attribute__((noreturn)) static void give_up(const char *name)
{
	static const char begin[] = "posixtrace: ";
	static const char end[] = ": the C library has no such function\n";

	if (write(STDERR_FILENO, begin, strlen(begin)) < 0 ||
	    write(STDERR_FILENO, name, strlen(name)) < 0 ||
	    write(STDERR_FILENO, end, strlen(end)) < 0)
		abort();
	abort();
}

void *wrap_next_find(enum wrap_next which)
{
	int saved_errno = errno;
	void *found;

	wrap_next_depth++;
	found = look(which);
	wrap_next_depth--;
	if (!found)
		give_up(function[which].name);
	atomic_store_explicit(&wrap_next_known[which], found,
			      memory_order_relaxed);
	errno = saved_errno;
	return found;
}

void wrap_next_init(void)
{
	for (unsigned i = 0; i < WRAP_NEXT_COUNT; i++)
		if (!atomic_load_explicit(&wrap_next_known[i],
					  memory_order_relaxed))
			atomic_store_explicit(&wrap_next_known[i], look(i),
					      memory_order_relaxed);
	dlerror();
}
