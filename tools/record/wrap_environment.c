/*
 * wrap_environment.c - wrapping the C library for a command
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/talk.h"
#include "record/wrap_environment.h"

static const char preload[] = "LD_PRELOAD";

/* The directory of our libposixtrace, with a slash. */
static bool find_library(char *directory, size_t size)
{
	void *library = dlopen("libposixtrace.so.0", RTLD_LAZY | RTLD_NOLOAD);
	struct link_map *map = NULL;
	const char *slash = NULL;

	if (library && !dlinfo(library, RTLD_DI_LINKMAP, &map))
		slash = strrchr(map->l_name, '/');
	if (slash)
		snprintf(directory, size, "%.*s",
			 (int)(slash + 1 - map->l_name), map->l_name);
	if (library)
		dlclose(library);
	return slash;
}

/* The wrapper is in the same directory. */
static bool find_wrapper(char *path)
{
	char directory[PATH_MAX / 2];
	char *real;

	if (!find_library(directory, sizeof(directory)))
		return false;
	snprintf(path, PATH_MAX, "%slibposixtrace-wrap.so", directory);
	real = realpath(path, NULL);
	if (!real)
		return false;
	snprintf(path, PATH_MAX, "%s", real);
	free(real);
	return !access(path, R_OK);
}

/* Appended: other preloaded libraries may have to be the first. */
static int add(const char *path)
{
	const char *others = getenv(preload);
	const bool any = others && *others;
	char *both;
	int err;

	if (asprintf(&both, "%s%s%s", any ? others : "", any ? ":" : "", path) <
	    0)
		return ENOMEM;
	err = setenv(preload, both, 1) ? errno : 0;
	free(both);
	return err;
}

/* The variable of a surrounding recording does not apply. */
static int set_only(const char *only)
{
	static const char variable[] = "POSIXTRACE_WRAP_ONLY";

	if (only)
		return setenv(variable, only, 1) ? errno : 0;
	return unsetenv(variable) ? errno : 0;
}

bool wrap_environment_begin(const char *groups, const char *only)
{
	char path[PATH_MAX];
	int err;

	if (!find_wrapper(path)) {
		talk("--wrap: there is no libposixtrace-wrap.so where "
		     "libposixtrace is");
		return false;
	}
	if (path[strcspn(path, ": ")]) {
		talk("--wrap: %s: the dynamic linker parts such a name", path);
		return false;
	}
	err = add(path);
	if (!err && setenv("POSIXTRACE_WRAP", groups, 1))
		err = errno;
	if (!err)
		err = set_only(only);
	if (err)
		talk_error("--wrap", err);
	return !err;
}
