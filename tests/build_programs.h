/*
 * build_programs.h - the programs of the build that tests run
 *
 * The .log of a test depends on them, in the Makefrag.am of its folder.
 */
#ifndef TESTS_BUILD_PROGRAMS_H
#define TESTS_BUILD_PROGRAMS_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The path of a program such as "tests/api/target", until the next call. */
static inline char *built(const char *program)
{
	static char path[4096];
	char *top = NULL;
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (len <= 0)
		abort();
	path[len] = '\0';
	for (char *at = path; (at = strstr(at, "/tests/")); at++)
		top = at;
	if (!top || top + 1 - path + strlen(program) >= sizeof(path))
		abort();
	strcpy(top + 1, program);
	return path;
}

#endif
