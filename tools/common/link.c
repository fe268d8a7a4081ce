/* link.c - symbolic links, and who may have made them */
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/link.h"

enum { LINKS_MAX = 40, TARGET_MAX = 4096 };

static bool is_link(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISLNK(st.st_mode);
}

/* A directory that cannot be examined is not trusted. */
static bool is_in_shared_directory(const char *path)
{
	char *copy = strdup(path);
	struct stat st;
	bool shared;

	shared = !copy || stat(dirname(copy), &st) || st.st_mode & 022 ||
		 (st.st_uid && st.st_uid != geteuid());
	free(copy);
	return shared;
}

/* The result is to be freed; NULL: unreadable. */
static char *target_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char target[TARGET_MAX], *whole;
	const ssize_t len = readlink(path, target, sizeof(target) - 1);

	if (len <= 0)
		return NULL;
	target[len] = '\0';
	if (target[0] == '/' || !slash)
		return strdup(target);
	return asprintf(&whole, "%.*s%s", (int)(slash + 1 - path), path,
			target) < 0 ?
		       NULL :
		       whole;
}

enum link_kind link_kind(const char *path)
{
	enum link_kind kind = is_link(path) ? LINK_OWN : LINK_NONE;
	char *at = strdup(path), *next;

	for (int i = 0; i < LINKS_MAX && at && is_link(at); i++) {
		next = is_in_shared_directory(at) ? NULL : target_of(at);
		if (!next)
			kind = LINK_SHARED;
		free(at);
		at = next;
	}
	free(at);
	return kind;
}
