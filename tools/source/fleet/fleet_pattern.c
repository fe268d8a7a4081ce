/*
 * fleet_pattern.c - which logs of a fleet a user names
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/fleet/fleet_index.h"
#include "source/fleet/fleet_pattern.h"

static const char prefix[] = "fleet:";

enum {
	DEPTH = 2,    /* folders below a fleet's */
	ENTRIES = 64, /* entries of a folder that are looked at, */
	FOLDERS = 4,  /* folders with logs */
};

bool fleet_pattern_is(const char *name)
{
	return !strncmp(name, prefix, sizeof(prefix) - 1);
}

void fleet_pattern_fini(struct fleet_pattern *pattern)
{
	free(pattern->folder);
	free(pattern->host);
	free(pattern->program);
	*pattern = (struct fleet_pattern){ 0 };
}

static int digit_of(char c)
{
	return isdigit((unsigned char)c) ?
		       c - '0' :
	       isxdigit((unsigned char)c) ?
		       tolower((unsigned char)c) - 'a' + 10 :
		       -1;
}

void fleet_pattern_decode(char *to, size_t size, const char *name)
{
	char *const last = to + size - 1;

	while (*name && to < last) {
		const int high = *name == '%' ? digit_of(name[1]) : -1;
		const int low = high < 0 ? -1 : digit_of(name[2]);
		const char byte = (char)(low < 0 ? 0 : high << 4 | low);

		if (low >= 0 && !iscntrl((unsigned char)byte)) {
			*to++ = byte;
			name += 3;
		} else {
			*to++ = *name++;
		}
	}
	*to = '\0';
}

bool fleet_pattern_fits(const char *pattern, const char *name)
{
	char decoded[256];

	if (!pattern || !fnmatch(pattern, name, FNM_PERIOD))
		return true;
	fleet_pattern_decode(decoded, sizeof(decoded), name);
	return !fnmatch(pattern, decoded, FNM_PERIOD);
}

/* The end of DIR */

static bool is_log_name(const char *name)
{
	const size_t len = strlen(name);

	return len > 4 && *name != '.' && !strcmp(name + len - 4, ".ptl");
}

/* The number of folders between this one and logs; DEPTH + 1: there are no
 * logs. */
static int find_depth(int at, const char *name, int most)
{
	const int fd = openat(at, name,
			      O_RDONLY | O_DIRECTORY | O_CLOEXEC |
				      (at == AT_FDCWD ? 0 : O_NOFOLLOW));
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	int least = DEPTH + 1, entries = 0, folders = 0;
	struct dirent *entry;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return DEPTH + 1;
	}
	while (least && entries++ < ENTRIES && (entry = readdir(dir))) {
		if (is_log_name(entry->d_name))
			least = 0;
		else if (most && *entry->d_name != '.' && folders < FOLDERS) {
			const int below =
				find_depth(fd, entry->d_name, most - 1) + 1;

			folders += below <= DEPTH;
			if (below < least)
				least = below;
		}
	}
	closedir(dir);
	return least;
}

/* Keepers of a fleet's folder leave something there. */
static bool is_kept(const char *folder)
{
	static const char *const marks[] = { FLEET_INDEX, ".gather" };
	const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool found = false;
	struct stat st;

	for (size_t i = 0; fd >= 0 && i < sizeof(marks) / sizeof(*marks); i++)
		found |= !fstatat(fd, marks[i], &st, AT_SYMLINK_NOFOLLOW);
	if (fd >= 0)
		close(fd);
	return found;
}

/* The folder that many names above. NULL: there is none, or no memory. */
static char *above(const char *path, int levels)
{
	char *copy = strdup(path), *slash;

	while (copy && levels--) {
		slash = strrchr(copy, '/');
		if (!slash || !slash[1] || !strcmp(slash, "/.") ||
		    !strcmp(slash, "/..")) {
			free(copy);
			return NULL;
		}
		if (slash == copy)
			slash++;
		*slash = '\0';
	}
	return copy;
}

static bool is_kept_above(const char *path, int names)
{
	char *folder = above(path, names);
	const bool kept = folder && is_kept(folder);

	free(folder);
	return kept;
}

/* The number of names behind DIR in the path: logs that lie deep enough tell,
 * then an index, nearest first, or else the depth of the logs. Only names
 * without patterns can be part of DIR. */
static int count_names(const char *path, int patterns)
{
	char *folder;
	int depth;

	if (patterns == DEPTH)
		return DEPTH;
	folder = above(path, patterns);
	depth = folder ? find_depth(AT_FDCWD, folder, DEPTH) : DEPTH;
	free(folder);
	if (depth == DEPTH)
		return patterns;
	for (int names = patterns; names <= DEPTH; names++)
		if (is_kept_above(path, names))
			return names;
	return depth == 1 ? patterns + 1 : patterns;
}

/* The number of names from the first with a pattern on. */
static int count_patterns(const char *path)
{
	const char *at = path + strcspn(path, "*?[");
	int count = 1;

	if (!*at)
		return 0;
	while (at > path && at[-1] != '/')
		at--;
	for (; *at; at++)
		count += *at == '/';
	return count;
}

static void strip(char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		path[--len] = '\0';
}

/* Takes names off the end of a path. */
static int take_names(struct fleet_pattern *pattern, char *path, int names)
{
	char **const to[DEPTH] = { &pattern->host, &pattern->program };

	while (names--) {
		char *slash = strrchr(path, '/');

		if (!slash)
			return ENOENT;
		*to[names] = strdup(slash + 1);
		if (!*to[names])
			return ENOMEM;
		slash[slash == path] = '\0';
		strip(path);
	}
	pattern->folder = strdup(*path ? path : "/");
	return pattern->folder ? 0 : ENOMEM;
}

static int take_marked(struct fleet_pattern *pattern, char *path, char *behind)
{
	int names = 0;

	*behind = '\0';
	behind += 2;
	strip(behind);
	for (char *at = behind; *at; at++)
		names += *at == '/';
	if (names >= DEPTH)
		return ENOENT;
	pattern->folder = strdup(*path ? path : "/");
	if (!pattern->folder)
		return ENOMEM;
	if (!*behind)
		return 0;
	pattern->host = strndup(behind, strcspn(behind, "/"));
	if (!pattern->host)
		return ENOMEM;
	behind = strchr(behind, '/');
	if (!behind)
		return 0;
	pattern->program = strdup(behind + 1);
	return pattern->program ? 0 : ENOMEM;
}

static int take(struct fleet_pattern *pattern, char *path)
{
	char *marked = strstr(path, "//");
	int patterns;

	if (marked)
		return take_marked(pattern, path, marked);
	strip(path);
	patterns = count_patterns(path);
	if (patterns > DEPTH)
		return ENOENT;
	return take_names(pattern, path, count_names(path, patterns));
}

static void drop_dot(char *path)
{
	if (!strncmp(path, "./", 2) && path[2])
		memmove(path, path + 2, strlen(path) - 1);
}

int fleet_pattern_find(struct fleet_pattern *pattern, const char *name)
{
	const char *given = name + sizeof(prefix) - 1;
	struct stat st;
	char *path;
	int err;

	*pattern = (struct fleet_pattern){ 0 };
	/* A name without a slash lies here. */
	if (asprintf(&path, "%s%s", *given == '/' ? "" : "./",
		     *given ? given : ".") < 0)
		return ENOMEM;
	err = take(pattern, path);
	free(path);
	if (!err)
		drop_dot(pattern->folder);
	if (!err && stat(pattern->folder, &st))
		err = errno;
	if (!err && !S_ISDIR(st.st_mode))
		err = ENOTDIR;
	if (err)
		fleet_pattern_fini(pattern);
	return err;
}
