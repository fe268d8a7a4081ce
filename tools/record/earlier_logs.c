/*
 * earlier_logs.c - logs that earlier recordings left under the same pattern
 *
 * A service that is started again is another recording; its limit on disk is
 * meant for all of them.
 */
#include <dirent.h>
#include <fcntl.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trace_np.h>

#include "base/array.h"
#include "common/filename.h"
#include "common/stamp.h"
#include "record/earlier_logs.h"

struct found {
	char *path;
	int64_t changed_ns;
};

struct found_logs {
	struct found *log;
	size_t count, room;
};

/* The name */

static void put_plain(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\^$.[]|()*+?{}", *text))
			putc('\\', out);
		putc(*text, out);
	}
}

/* Conversions give numbers and times, or what is known of the program. */
static void put_conversion(FILE *out, char letter, const char *program)
{
	const struct filename_facts facts = { .program = program };
	const char pattern[] = { '%', letter, '\0' };
	char *text;

	switch (letter) {
	case 'p':
		fputs("[0-9]+", out);
		return;
	case 't':
		fputs("[0-9]{8}-[0-9]{6}", out);
		return;
	case 'n':
		fputs("[0-9]{6,}", out);
		return;
	case 'I':
		fputs("[0-9]{8}T[0-9]{6}Z-[A-Za-z0-9_-]+-[0-9a-f]{8}", out);
		return;
	}
	text = filename_expand(pattern, &facts);
	put_plain(out, text ? text : "/");
	free(text);
}

/* A regular expression, to be freed. NULL: no memory. */
static char *make_expression(const char *name, const char *program)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	putc('^', out);
	for (; *name; name++)
		if (*name == '%' && name[1])
			put_conversion(out, *++name, program);
		else
			put_plain(out, (const char[]){ *name, '\0' });
	putc('$', out);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

/* The files */

/* A log without its end may be another recorder's, at work. */
static bool is_complete(int fd)
{
	struct posix_trace_log_np log = { .complete = 0 };
	trace_id_t trid;

	if (posix_trace_open(fd, &trid))
		return false;
	if (posix_trace_get_log_np(trid, &log))
		log.complete = 0;
	posix_trace_close(trid);
	return log.complete;
}

static bool is_ours(int fd, struct stat *st)
{
	return !fstat(fd, st) && S_ISREG(st->st_mode) &&
	       st->st_uid == geteuid() && is_complete(fd);
}

static void add(struct found_logs *found, int dir, const char *folder,
		const char *name)
{
	const int fd = openat(dir, name,
			      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	struct found *log;
	struct stat st;
	bool ours;

	if (fd < 0)
		return;
	ours = is_ours(fd, &st);
	close(fd);
	if (!ours || pxt_array_reserve(&found->log, &found->room,
				       found->count + 1, sizeof(*log)))
		return;
	log = &found->log[found->count];
	log->changed_ns = stamp_ns(&st.st_mtim);
	if (asprintf(&log->path, "%s%s", folder, name) >= 0)
		found->count++;
}

static void find(struct found_logs *found, const char *folder,
		 const regex_t *expression)
{
	DIR *dir = opendir(*folder ? folder : ".");
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (!regexec(expression, entry->d_name, 0, NULL, 0))
			add(found, dirfd(dir), folder, entry->d_name);
	if (dir)
		closedir(dir);
}

static int compare(const void *a, const void *b)
{
	const struct found *one = a, *other = b;

	if (one->changed_ns != other->changed_ns)
		return one->changed_ns < other->changed_ns ? -1 : 1;
	return strverscmp(one->path, other->path);
}

static void find_and_add(struct newest_logs *kept, const char *folder,
			 const char *expression)
{
	struct found_logs found = { .count = 0 };
	regex_t compiled;

	if (regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB))
		return;
	find(&found, folder, &compiled);
	regfree(&compiled);
	if (found.count)
		qsort(found.log, found.count, sizeof(*found.log), compare);
	for (size_t i = 0; i < found.count; i++) {
		newest_logs_add(kept, found.log[i].path);
		free(found.log[i].path);
	}
	free(found.log);
}

void earlier_logs_add(struct newest_logs *kept, const char *pattern,
		      const char *program)
{
	const char *slash = strrchr(pattern, '/');
	const char *name = slash ? slash + 1 : pattern;
	char *folder = strndup(pattern, (size_t)(name - pattern));
	char *expression = make_expression(name, program);

	if (folder && expression && !strchr(folder, '%'))
		find_and_add(kept, folder, expression);
	free(expression);
	free(folder);
}
