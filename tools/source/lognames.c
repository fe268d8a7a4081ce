/*
 * lognames.c - logs in users' notation
 */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "common/command.h"
#include "common/filename.h"
#include "common/talk.h"
#include "source/ctf/folder.h"
#include "source/fleet/fleet_set.h"
#include "source/lognames.h"

enum { DIGITS = 6 }; /* minimum digits of a number */

void lognames_fini(struct lognames *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->name[i]);
	free(names->name);
	*names = (struct lognames){ 0 };
}

/* Takes ownership of name. */
static int add(struct lognames *names, char *name)
{
	if (!name ||
	    pxt_array_reserve(&names->name, &names->room, names->count + 1,
			      sizeof(*names->name))) {
		free(name);
		return ENOMEM;
	}
	names->name[names->count++] = name;
	return 0;
}

/* Numeric order: 9 before 10. */
static int compare(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

static void sort_from(struct lognames *names, size_t from)
{
	if (names->count > from)
		qsort(names->name + from, names->count - from,
		      sizeof(*names->name), compare);
}

/* Directories */

/* The pattern of a directory entry. */
struct shape {
	const char *before;
	size_t before_len;
	const char *behind;
	bool is_numbered; /* only a number between prefix and suffix */
};

static bool fits(const struct shape *shape, const char *name)
{
	const size_t behind_len = strlen(shape->behind);
	const size_t len = strlen(name);
	size_t middle;

	if (len < shape->before_len + behind_len || *name == '.')
		return false;
	middle = len - shape->before_len - behind_len;
	if (memcmp(name, shape->before, shape->before_len) ||
	    strcmp(name + len - behind_len, shape->behind))
		return false;
	return !shape->is_numbered ||
	       (middle >= DIGITS &&
		strspn(name + shape->before_len, "0123456789") >= middle);
}

static bool is_regular(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

static int add_entry(struct lognames *names, const char *folder,
		     const char *name)
{
	char *path;

	if (asprintf(&path, "%s%s", folder, name) < 0)
		return ENOMEM;
	if (is_regular(path))
		return add(names, path);
	free(path);
	return 0;
}

/* folder: "" is the current one; any other ends with a slash. */
static int add_entries(struct lognames *names, const char *folder,
		       const struct shape *shape)
{
	const size_t from = names->count;
	DIR *dir = opendir(*folder ? folder : ".");
	struct dirent *entry;
	int err = 0;

	if (!dir)
		return errno;
	while (!err && (entry = readdir(dir)))
		if (fits(shape, entry->d_name))
			err = add_entry(names, folder, entry->d_name);
	closedir(dir);
	sort_from(names, from);
	return err;
}

static int add_folder(struct lognames *names, const char *path)
{
	static const struct shape logs = { "", 0, ".ptl", false };
	const size_t from = names->count, len = strlen(path);
	char *folder;
	int err;

	if (asprintf(&folder, "%s%s", path, path[len - 1] == '/' ? "" : "/") <
	    0)
		return ENOMEM;
	err = add_entries(names, folder, &logs);
	free(folder);
	return err || names->count > from ? err : ENODATA;
}

/* Sets */

static int add_numbered(struct lognames *names, const char *pattern)
{
	const char *slash = strrchr(pattern, '/');
	const char *base = slash ? slash + 1 : pattern;
	const char *number = strstr(base, "%n");
	struct shape shape = { .before = base, .is_numbered = true };
	char *folder;
	int err;

	if (!number)
		return 0;
	shape.before_len = (size_t)(number - base);
	shape.behind = number + 2;
	folder = strndup(pattern, (size_t)(base - pattern));
	if (!folder)
		return ENOMEM;
	err = add_entries(names, folder, &shape);
	free(folder);
	/* An unreadable directory is reported when the name itself is
	 * opened. */
	return err == ENOMEM ? err : 0;
}

static int add_set(struct lognames *names, const char *given)
{
	char *pattern = filename_numbered(given);
	int err;

	if (!pattern)
		return ENOMEM;
	err = add_numbered(names, pattern);
	free(pattern);
	return err;
}

static int add_matches(struct lognames *names, const char *pattern)
{
	const size_t from = names->count;
	glob_t found;
	int err = 0;

	if (glob(pattern, GLOB_NOSORT, NULL, &found))
		return 0;
	for (size_t i = 0; !err && i < found.gl_pathc; i++)
		if (is_regular(found.gl_pathv[i]))
			err = add(names, strdup(found.gl_pathv[i]));
	globfree(&found);
	sort_from(names, from);
	return err;
}

static int add_argument(struct lognames *names, const char *given)
{
	const size_t from = names->count;
	struct stat st;
	int err = 0;

	if (!stat(given, &st) && S_ISDIR(st.st_mode)) {
		err = add_folder(names, given);
		return err == ENODATA && ctf_folder_is_trace(given) ?
			       add(names, strdup(given)) :
			       err;
	}
	if (!stat(given, &st))
		return add(names, strdup(given));
	if (errno == ENOENT)
		err = add_set(names, given);
	if (!err && names->count == from)
		err = add_matches(names, given);
	if (!err && names->count == from)
		err = add(names, strdup(given));
	return err;
}

/* Names of files that may be gone */

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

char *lognames_folder(const char *given)
{
	const char *slash = strrchr(given, '/');
	char *folder;

	if (!is_folder(given))
		return strndup(given, slash ? (size_t)(slash + 1 - given) : 0);
	return asprintf(&folder, "%s%s", given, slash && !slash[1] ? "" : "/") <
			       0 ?
		       NULL :
		       folder;
}

static bool is_in_folder(const char *given, const char *path)
{
	static const struct shape logs = { "", 0, ".ptl", false };
	char *folder = lognames_folder(given);
	const size_t len = folder ? strlen(folder) : 0;
	const bool is_in = folder && !strncmp(path, folder, len) &&
			   !strchr(path + len, '/') && fits(&logs, path + len);

	free(folder);
	return is_in;
}

static bool is_in_set(const char *given, const char *path)
{
	char *pattern = filename_numbered(given);
	const char *number = pattern ? strstr(pattern, "%n") : NULL;
	bool is_in = false;

	if (number) {
		const struct shape shape = { pattern,
					     (size_t)(number - pattern),
					     number + 2, true };

		is_in = fits(&shape, path);
	}
	free(pattern);
	return is_in;
}

bool lognames_have(char *const *given, size_t count, const char *path)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(given[i], path) ||
		    (is_folder(given[i]) ?
			     is_in_folder(given[i], path) :
			     is_in_set(given[i], path) ||
				     !fnmatch(given[i], path,
					      FNM_PATHNAME | FNM_PERIOD)))
			return true;
	return false;
}

static int refuse(const char *given, int err)
{
	if (err == ENODATA) {
		talk("%s: neither *.ptl nor a CTF trace is in this "
		     "directory",
		     given);
		return EXIT_MISUSE;
	}
	talk_error(given, err);
	return command_error_status(err);
}

/* Fleets */

static int add_chosen(struct lognames *names, const struct fleet_set *set)
{
	int err = 0;

	for (size_t i = 0; !err && i < set->count; i++)
		if (set->member[i].is_chosen)
			err = add(names, strdup(set->member[i].path));
	return err;
}

static int find_fleet(struct lognames *names, char *const *given, size_t count,
		      const struct source_as *as)
{
	struct fleet_set *set;
	int status, err;

	status = fleet_set_find(&set, given, count, as, as && as->grows);
	if (status)
		return status;
	err = add_chosen(names, set);
	if (err) {
		talk_error(given[0], err);
		status = EXIT_SYSTEM;
	} else if (!set->chosen) {
		status = fleet_set_refuse(set, given[0]);
	}
	fleet_set_close(set);
	return status;
}

static int find_files(struct lognames *names, char *const *given, size_t count,
		      bool may_lack)
{
	int err;

	for (size_t i = 0; i < count; i++) {
		err = add_argument(names, given[i]);
		if (err && !(err == ENODATA && may_lack)) {
			lognames_fini(names);
			return refuse(given[i], err);
		}
	}
	return EXIT_SUCCESS;
}

int lognames_find_in(struct lognames *names, char *const *given, size_t count,
		     const struct source_as *as)
{
	*names = (struct lognames){ 0 };
	return fleet_set_is_named(given, count) ?
		       find_fleet(names, given, count, as) :
		       find_files(names, given, count, false);
}

int lognames_find(struct lognames *names, char *const *given, size_t count)
{
	return lognames_find_in(names, given, count, NULL);
}

int lognames_find_now(struct lognames *names, char *const *given, size_t count)
{
	*names = (struct lognames){ 0 };
	return fleet_set_is_named(given, count) ?
		       find_fleet(names, given, count, NULL) :
		       find_files(names, given, count, true);
}
