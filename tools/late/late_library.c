/*
 * late_library.c - a library that is loaded when it is first needed
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "late/late_library.h"

/* The lock guards pointers of all libraries until these are complete. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The last pointer is set last. */
static bool is_complete(const struct late_library *library)
{
	const char *symbols = library->symbols;
	void *last;

	memcpy(&last, symbols + (library->count - 1) * sizeof(last),
	       sizeof(last));
	return last;
}

static const char *fail(struct late_library *library)
{
	snprintf(library->why, sizeof(library->why), "%s", dlerror());
	return library->why;
}

/* A library stays, also one that lacks a symbol: its end could run into its own
 * threads. */
static const char *load(struct late_library *library)
{
	char *symbols = library->symbols;
	void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);

	if (!handle)
		return fail(library);
	for (size_t i = 0; i < library->count; i++) {
		void *symbol = dlsym(handle, library->names[i]);

		if (!symbol)
			return fail(library);
		memcpy(symbols + i * sizeof(symbol), &symbol, sizeof(symbol));
	}
	return NULL;
}

const char *late_library_load(struct late_library *library)
{
	const char *why = NULL;

	pthread_mutex_lock(&lock);
	if (!is_complete(library))
		why = load(library);
	pthread_mutex_unlock(&lock);
	return why;
}
