/*
 * health.c - obstacles to tracing, of the machine and of a process
 */
#include <dirent.h>
#include <errno.h>
#include <linux/magic.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <trace_np.h>
#include <unistd.h>

#include "common/proc.h"
#include "common/text.h"
#include "inventory/health.h"

enum {
	ENVIRONMENT = 1 << 17,
	STREAM_PART = 8, /* a stream's part of the remaining address space:
			  * posixtrace(7) */
};

/* The runtime directory */

static enum health_directory state_of(const char *path)
{
	struct stat st;

	if (lstat(path, &st))
		return HEALTH_NONE;
	return S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
			       !(st.st_mode & 077) ?
		       HEALTH_SAFE :
		       HEALTH_UNSAFE;
}

/* A missing directory will be in its parent, which needs the room. */
static int look_for_room(const char *path, struct statfs *fs)
{
	char parent[PATH_MAX];
	char *slash;

	if (!statfs(path, fs))
		return 0;
	snprintf(parent, sizeof(parent), "%s", path);
	slash = strrchr(parent, '/');
	if (!slash)
		return ENOENT;
	slash[slash == parent] = '\0';
	return statfs(parent, fs) ? errno : 0;
}

int health_room(struct health_room *room)
{
	struct posix_trace_directory_np directory;
	struct statfs fs;
	int err;

	memset(room, 0, sizeof(*room));
	posix_trace_get_directory_np(&directory);
	text_tame(room->path, sizeof(room->path), directory.path);
	err = look_for_room(room->path, &fs);
	if (err)
		return err;
	room->free = (unsigned long long)fs.f_bavail *
		     (unsigned long long)fs.f_bsize;
	room->size = (unsigned long long)fs.f_blocks *
		     (unsigned long long)fs.f_bsize;
	room->is_memory = fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC;
	room->state = state_of(room->path);
	return 0;
}

/* The machine */

bool health_clock(char *source, size_t size)
{
	FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/"
			   "current_clocksource",
			   "re");

	if (!file || !fgets(source, (int)size, file))
		snprintf(source, size, "not known");
	if (file)
		fclose(file);
	source[strcspn(source, "\n")] = '\0';
	return !strcmp(source, "tsc");
}

static void look_at_mapping(const char *line, health_narrow *visit)
{
	unsigned long from, to, inode;
	const char *path, *name;
	struct stat st;

	if (sscanf(line, "%lx-%lx %*s %*s %*s %lu", &from, &to, &inode) != 3)
		return;
	path = strchr(line, '/');
	name = strstr(line, "/stream-");
	if (!path || !name || stat(path, &st) || st.st_ino != inode)
		return;
	if (to - from < (unsigned long)st.st_size)
		visit(name + 1, to - from, (unsigned long long)st.st_size);
}

void health_list_narrow(pid_t pid, health_narrow *visit)
{
	char *line = NULL;
	size_t size = 0;
	char path[64];
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	maps = fopen(path, "re");
	if (!maps)
		return;
	while (getline(&line, &size, maps) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		look_at_mapping(line, visit);
	}
	free(line);
	fclose(maps);
}

bool health_has_barrier(void)
{
	const long commands =
		syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);

	return commands > 0 && commands & MEMBARRIER_CMD_GLOBAL_EXPEDITED;
}

unsigned long long health_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit))
		return RLIM_INFINITY;
	return limit.rlim_cur;
}

static bool size_of(pid_t pid, unsigned long long *bytes)
{
	unsigned long long pages;
	char path[64];
	FILE *statm;
	bool found;

	snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
	statm = fopen(path, "re");
	if (!statm)
		return false;
	found = fscanf(statm, "%llu", &pages) == 1;
	fclose(statm);
	if (found)
		*bytes = pages * (unsigned long long)sysconf(_SC_PAGESIZE);
	return found;
}

bool health_space(pid_t pid, struct health_space *space)
{
	struct rlimit limit;

	if (prlimit(pid, RLIMIT_AS, NULL, &limit) ||
	    limit.rlim_cur == RLIM_INFINITY || !size_of(pid, &space->used))
		return false;
	space->limit = limit.rlim_cur;
	space->stream = 0;
	if (space->used < space->limit)
		space->stream = (space->limit - space->used) / STREAM_PART;
	return true;
}

static bool is_set(const char *value)
{
	return value && *value;
}

bool health_is_disabled(void)
{
	return getenv("POSIXTRACE_DISABLE");
}

/* A process */

/* The file of a mapping. */
struct mapped {
	unsigned major, minor;
	unsigned long inode;
};

/* ENOENT: none. Otherwise: not readable. */
static int find_library(pid_t pid, struct mapped *library)
{
	char *line = NULL;
	size_t size = 0;
	int err = ENOENT;
	char path[64];
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	maps = fopen(path, "re");
	if (!maps)
		return errno == ENOENT ? ESRCH : errno;
	while (err && getline(&line, &size, maps) >= 0)
		if (strstr(line, "/libposixtrace.so") &&
		    sscanf(line, "%*s %*s %*s %x:%x %lu", &library->major,
			   &library->minor, &library->inode) == 3)
			err = 0;
	if (err && ferror(maps))
		err = EIO;
	free(line);
	fclose(maps);
	return err;
}

static bool is_same(const struct mapped *a, const struct mapped *b)
{
	return a->major == b->major && a->minor == b->minor &&
	       a->inode == b->inode;
}

enum health_library health_library(pid_t pid)
{
	struct mapped ours = { 0 }, theirs = { 0 };
	int err;

	err = find_library(pid, &theirs);
	if (err)
		return err == ENOENT ? HEALTH_ABSENT : HEALTH_UNKNOWN;
	return !find_library(getpid(), &ours) && is_same(&ours, &theirs) ?
		       HEALTH_SAME :
		       HEALTH_OTHER;
}

/* The initial value; borrowed until the next call. NULL: not set, or not
 * readable. seen: which of the two. */
static const char *variable_of(pid_t pid, const char *name, bool *seen)
{
	static char text[ENVIRONMENT];
	const size_t name_len = strlen(name);
	const size_t len = proc_read(pid, "environ", text, sizeof(text));

	*seen = len;
	for (const char *at = text; at < text + len; at += strlen(at) + 1)
		if (!strncmp(at, name, name_len) && at[name_len] == '=')
			return at + name_len + 1;
	return NULL;
}

static bool process_is_disabled(pid_t pid)
{
	bool seen;

	return variable_of(pid, "POSIXTRACE_DISABLE", &seen);
}

static bool directory_differs(pid_t pid)
{
	const char *ours = getenv("POSIXTRACE_DIR");
	bool seen;
	const char *theirs = variable_of(pid, "POSIXTRACE_DIR", &seen);

	if (!seen || (!is_set(ours) && !is_set(theirs)))
		return false;
	return !is_set(ours) || !is_set(theirs) || strcmp(ours, theirs);
}

/* The process file */

/* Free descriptors, and bytes of address space, that are needed to make and map
 * the file, roughly. */
enum { FILE_DESCRIPTORS = 2, FILE_SPACE = 4 << 20 };

/* The start time, the 22nd field, behind the name in parentheses. */
static bool find_start(pid_t pid, char start[32])
{
	enum { FIELDS_BEFORE = 20 };
	char text[1024];
	const char *at;

	proc_read(pid, "stat", text, sizeof(text));
	at = strrchr(text, ')');
	for (int i = 0; at && i < FIELDS_BEFORE; i++)
		at = strchr(at + 1, ' ');
	return at && sscanf(at, " %31[0-9]", start) == 1;
}

/* Files are named PID-START, or new-TID-START under construction. */
static bool maps_file_of(const char *line, const char *start)
{
	const char *name = strrchr(line, '/');
	char found[32];

	if (!name || (sscanf(name, "/new-%*u-%31[0-9]", found) != 1 &&
		      sscanf(name, "/%*u-%31[0-9]", found) != 1))
		return false;
	return !strcmp(found, start);
}

/* True if the process has mapped its file. */
static bool has_file(pid_t pid)
{
	char *line = NULL;
	bool found = false;
	size_t size = 0;
	char start[32], path[64];
	FILE *maps;

	if (!find_start(pid, start))
		return true;
	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	maps = fopen(path, "re");
	if (!maps)
		return true;
	while (!found && getline(&line, &size, maps) >= 0)
		found = maps_file_of(line, start);
	found |= ferror(maps) != 0;
	free(line);
	fclose(maps);
	return found;
}

/* Descriptors below the limit, which may have been lowered. */
static bool count_open(pid_t pid, unsigned long long limit,
		       unsigned long long *count)
{
	const struct dirent *entry;
	char path[64];
	DIR *list;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	list = opendir(path);
	if (!list)
		return false;
	*count = 0;
	while ((entry = readdir(list)))
		*count += entry->d_name[0] != '.' &&
			  strtoull(entry->d_name, NULL, 10) < limit;
	closedir(list);
	return true;
}

static bool lacks_descriptors(pid_t pid, char *why, size_t size)
{
	unsigned long long count;
	struct rlimit limit;

	if (prlimit(pid, RLIMIT_NOFILE, NULL, &limit) ||
	    !count_open(pid, limit.rlim_cur, &count) ||
	    count + FILE_DESCRIPTORS <= limit.rlim_cur)
		return false;
	snprintf(why, size,
		 "its descriptors are used up (RLIMIT_NOFILE %llu, %llu open)",
		 (unsigned long long)limit.rlim_cur, count);
	return true;
}

static bool lacks_space(pid_t pid, char *why, size_t size)
{
	char used[TEXT_MAX], limit[TEXT_MAX];
	struct health_space space;

	if (!health_space(pid, &space) ||
	    space.used + FILE_SPACE <= space.limit)
		return false;
	snprintf(why, size,
		 "its address space is used up (RLIMIT_AS %s, %s mapped)",
		 text_size(limit, space.limit), text_size(used, space.used));
	return true;
}

static bool uses_library(pid_t pid)
{
	const enum health_library library = health_library(pid);

	return library == HEALTH_SAME || library == HEALTH_OTHER;
}

bool health_has_no_file(pid_t pid, char *why, size_t size)
{
	return uses_library(pid) && !has_file(pid) &&
	       (lacks_descriptors(pid, why, size) ||
		lacks_space(pid, why, size));
}

/* A statically linked program is recognized by its opened event types. */
static bool has_no_library(pid_t pid, unsigned events)
{
	return !events && health_library(pid) == HEALTH_ABSENT;
}

void health_list_obstacles(pid_t pid, unsigned events,
			   void (*visit)(const struct health_obstacle *obstacle,
					 void *argument),
			   void *argument)
{
	static const struct health_obstacle disabled = {
		"POSIXTRACE_DISABLE is set there",
		"to start it without POSIXTRACE_DISABLE",
	};
	static const struct health_obstacle elsewhere = {
		"its POSIXTRACE_DIR is not the one here",
		"the same POSIXTRACE_DIR here and there",
	};
	static const struct health_obstacle absent = {
		"the program does not load libposixtrace",
		"to link it with -lposixtrace, or to start it by "
		"posixtrace record --wrap=all --",
	};

	char why[HEALTH_WHY], what[2 * HEALTH_WHY];
	const struct health_obstacle homeless = {
		what,
		"fewer open files there, or prlimit --nofile or --as",
	};

	if (process_is_disabled(pid))
		visit(&disabled, argument);
	if (health_has_no_file(pid, why, sizeof(why))) {
		snprintf(what, sizeof(what),
			 "it uses libposixtrace but has no process file: %s",
			 why);
		visit(&homeless, argument);
	}
	if (directory_differs(pid))
		visit(&elsewhere, argument);
	if (has_no_library(pid, events))
		visit(&absent, argument);
}
