/*
 * fleet_list.c - the logs of a fleet's folder
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "common/talk.h"
#include "source/fleet/fleet_list.h"

enum { COMMIT = 256 }; /* logs that are kept at once */

struct names {
	char **name;
	size_t count, room;
};

struct listing {
	struct fleet_list *list;
	const struct fleet_pattern *wanted;
	bool keeps; /* the index can be written */
	size_t kept;
	struct names folders; /* folders that were looked at */
	/* Rows of the folder at hand */
	struct fleet_log *row;
	size_t rows, room, next;
};

static void free_names(struct names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->name[i]);
	free(names->name);
	*names = (struct names){ 0 };
}

static int add_name(struct names *names, const char *name)
{
	char *copy = strdup(name);

	if (!copy || pxt_array_reserve(&names->name, &names->room,
				       names->count + 1, sizeof(copy))) {
		free(copy);
		return ENOMEM;
	}
	names->name[names->count++] = copy;
	return 0;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_log_name(const char *name)
{
	const size_t len = strlen(name);

	return len > 4 && !strcmp(name + len - 4, ".ptl");
}

/* Reads a folder: its folders, or the logs in it, in the order of names. */
static int read_names(int fd, bool folders, struct names *names)
{
	const int twin = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = twin < 0 ? NULL : fdopendir(twin);
	struct dirent *entry;
	int err = 0;

	if (!dir) {
		err = errno;
		if (twin >= 0)
			close(twin);
		return err;
	}
	while (!err && (entry = readdir(dir))) {
		const unsigned char type = entry->d_type;

		if (*entry->d_name == '.' || type == DT_LNK)
			continue;
		if (folders ? type != DT_REG : is_log_name(entry->d_name))
			err = add_name(names, entry->d_name);
	}
	closedir(dir);
	if (names->count)
		qsort(names->name, names->count, sizeof(*names->name), compare);
	return err;
}

/* Keeping */

static void stop_keeping(struct listing *listing)
{
	listing->keeps = false;
}

static int commit(struct listing *listing)
{
	const int err = fleet_index_commit(listing->list->index);

	listing->kept = 0;
	if (err && err != EBADMSG)
		stop_keeping(listing);
	return err == EBADMSG || err == ENOMEM ? err : 0;
}

/* Logs are not kept where that cannot be. */
static int note_kept(struct listing *listing, int err)
{
	if (err == EBADMSG || err == ENOMEM)
		return err;
	if (err)
		stop_keeping(listing);
	else if (++listing->kept >= COMMIT)
		return commit(listing);
	return 0;
}

static int keep(struct listing *listing, struct fleet_log *log)
{
	int err;

	if (!listing->keeps)
		return 0;
	err = note_kept(listing, fleet_index_put(listing->list->index, log));
	if (!err && listing->keeps) {
		free(log->span);
		log->span = NULL;
		log->spans = log->span_room = 0;
		log->has_spans_kept = true;
	}
	return err;
}

static int forget(struct listing *listing, const char *path)
{
	return listing->keeps ?
		       note_kept(listing, fleet_index_forget(
						  listing->list->index, path)) :
		       0;
}

/* Rows */

static void drop_rows(struct listing *listing)
{
	for (size_t i = listing->next; i < listing->rows; i++)
		fleet_log_fini(&listing->row[i]);
	listing->rows = listing->next = 0;
}

static int add_row(struct fleet_log *log, void *argument)
{
	struct listing *listing = argument;

	if (pxt_array_reserve(&listing->row, &listing->room, listing->rows + 1,
			      sizeof(*log)))
		return ENOMEM;
	listing->row[listing->rows++] = *log;
	*log = (struct fleet_log){ 0 };
	return 0;
}

static int load_rows(struct listing *listing, const char *below)
{
	int err;

	if (!listing->list->index)
		return 0;
	err = fleet_index_list(listing->list->index, below, add_row, listing);
	if (!err || err == EBADMSG || err == ENOMEM)
		return err;
	drop_rows(listing);
	return 0;
}

/* Takes the row of a path; rows before it are of files that have gone. */
static int take_row(struct listing *listing, const char *path,
		    struct fleet_log *log)
{
	int err = 0, order = 1;

	while (!err && order > 0 && listing->next < listing->rows) {
		struct fleet_log *row = &listing->row[listing->next];

		order = strcmp(path, row->path);
		if (order < 0)
			break;
		if (!order) {
			*log = *row;
			listing->next++;
			return 0;
		}
		err = forget(listing, row->path);
		fleet_log_fini(row);
		listing->next++;
	}
	return err;
}

/* Logs */

static int read_log(struct listing *listing, int folder, const char *name,
		    struct fleet_log *log)
{
	const int fd = openat(folder, name,
			      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	int err = 0;

	listing->list->read++;
	if (fd < 0) {
		log->problem = errno;
		return 0;
	}
	if (log->has_spans_kept &&
	    fleet_index_load_spans(listing->list->index, log))
		log->walked = 0;
	err = fleet_log_read(log, fd);
	close(fd);
	return err ? err : keep(listing, log);
}

static bool is_wanted(const struct listing *listing,
		      const struct fleet_log *log)
{
	const struct fleet_pattern *wanted = listing->wanted;
	const char *slash = strchr(log->path, '/');

	/* Logs that lie higher have no folders that say it. */
	if (!slash && wanted->host &&
	    !fleet_pattern_fits(wanted->host, log->origin.host))
		return false;
	return !wanted->program || (slash && strchr(slash + 1, '/')) ||
	       fleet_pattern_fits(wanted->program, log->program);
}

/* The last folder's name is that of the program. */
static void name_program(struct fleet_log *log)
{
	const char *first = strchr(log->path, '/');
	const char *second = first ? strchr(first + 1, '/') : NULL;
	char name[256];

	if (!second)
		return;
	snprintf(name, sizeof(name), "%.*s", (int)(second - first - 1),
		 first + 1);
	fleet_pattern_decode(log->program, sizeof(log->program), name);
}

static int add_log(struct listing *listing, struct fleet_log *log)
{
	struct fleet_list *list = listing->list;

	if (!is_wanted(listing, log)) {
		fleet_log_fini(log);
		return 0;
	}
	if (pxt_array_reserve(&list->log, &list->room, list->count + 1,
			      sizeof(*log)))
		return ENOMEM;
	name_program(log);
	list->log[list->count++] = *log;
	*log = (struct fleet_log){ 0 };
	return 0;
}

static int list_file(struct listing *listing, int folder, const char *below,
		     const char *name)
{
	struct fleet_log log = { 0 };
	struct stat st;
	char *path;
	int err;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) ||
	    !S_ISREG(st.st_mode))
		return 0;
	if (asprintf(&path, "%s%s%s", below, *below ? "/" : "", name) < 0)
		return ENOMEM;
	err = take_row(listing, path, &log);
	if (log.path)
		free(path);
	else
		log.path = path;
	if (!err && (!log.size || !fleet_log_is_fresh(&log, &st)))
		err = read_log(listing, folder, name, &log);
	if (!err)
		err = add_log(listing, &log);
	fleet_log_fini(&log);
	return err;
}

static int forget_rest(struct listing *listing)
{
	int err = 0;

	for (size_t i = listing->next; !err && i < listing->rows; i++)
		err = forget(listing, listing->row[i].path);
	drop_rows(listing);
	return err;
}

static int list_files(struct listing *listing, int folder, const char *below)
{
	struct names names = { 0 };
	int err;

	err = read_names(folder, false, &names);
	if (!err)
		err = add_name(&listing->folders, below);
	if (!err)
		err = load_rows(listing, below);
	for (size_t i = 0; !err && i < names.count; i++)
		err = list_file(listing, folder, below, names.name[i]);
	if (!err)
		err = forget_rest(listing);
	drop_rows(listing);
	free_names(&names);
	return err;
}

/* Folders. patterns: of each level, NULL any. */

static int list_folder(struct listing *listing, int folder, const char *below,
		       unsigned level);

static int list_below(struct listing *listing, int folder, const char *below,
		      const char *name, unsigned level)
{
	const int fd = openat(folder, name,
			      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	char *path;
	int err;

	if (fd < 0 && (errno == ENOTDIR || errno == ELOOP || errno == ENOENT))
		return 0;
	if (fd < 0) {
		err = errno;
		talk("%s/%s%s%s: %s", listing->list->folder, below,
		     *below ? "/" : "", name, strerror(err));
		listing->list->is_denied = true;
		return err == EACCES || err == EPERM ? 0 : err;
	}
	if (asprintf(&path, "%s%s%s", below, *below ? "/" : "", name) < 0) {
		close(fd);
		return ENOMEM;
	}
	err = list_folder(listing, fd, path, level + 1);
	free(path);
	close(fd);
	return err;
}

static int list_folders(struct listing *listing, int folder, const char *below,
			unsigned level)
{
	const char *pattern =
		level ? listing->wanted->program : listing->wanted->host;
	struct names names = { 0 };
	int err;

	err = read_names(folder, true, &names);
	for (size_t i = 0; !err && i < names.count; i++)
		if (fleet_pattern_fits(pattern, names.name[i]))
			err = list_below(listing, folder, below, names.name[i],
					 level);
	free_names(&names);
	return err;
}

static int list_folder(struct listing *listing, int folder, const char *below,
		       unsigned level)
{
	int err = list_files(listing, folder, below);

	return err || level == 2 ? err :
				   list_folders(listing, folder, below, level);
}

/* Folders that have gone */

struct gone {
	struct listing *listing;
	struct names rest;
};

static int note_folder(const char *below, void *argument)
{
	struct gone *gone = argument;
	const struct names *known = &gone->listing->folders;

	return known->count && bsearch(&below, known->name, known->count,
				       sizeof(*known->name), compare) ?
		       0 :
		       add_name(&gone->rest, below);
}

static int forget_folders(struct listing *listing)
{
	struct fleet_list *list = listing->list;
	struct gone gone = { .listing = listing };
	int err;

	if (!list->index || !listing->keeps || listing->wanted->host)
		return 0;
	qsort(listing->folders.name, listing->folders.count,
	      sizeof(*listing->folders.name), compare);
	err = fleet_index_list_folders(list->index, note_folder, &gone);
	for (size_t i = 0; !err && i < gone.rest.count; i++) {
		err = load_rows(listing, gone.rest.name[i]);
		if (!err)
			err = forget_rest(listing);
	}
	free_names(&gone.rest);
	return err;
}

static int compare_logs(const void *a, const void *b)
{
	const struct fleet_log *one = a, *other = b;

	return strcmp(one->path, other->path);
}

static int list_all(struct fleet_list *list, const struct fleet_pattern *wanted)
{
	struct listing listing = {
		.list = list,
		.wanted = wanted,
		.keeps = list->index,
	};
	const int fd = open(wanted->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int err, last;

	if (fd < 0)
		return errno;
	err = list_folder(&listing, fd, "", 0);
	if (!err && !wanted->program)
		err = forget_folders(&listing);
	last = commit(&listing);
	close(fd);
	drop_rows(&listing);
	free(listing.row);
	free_names(&listing.folders);
	if (list->count)
		qsort(list->log, list->count, sizeof(*list->log), compare_logs);
	return err ? err : last;
}

static void drop_logs(struct fleet_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		fleet_log_fini(&list->log[i]);
	list->count = list->read = 0;
}

void fleet_list_fini(struct fleet_list *list)
{
	drop_logs(list);
	fleet_index_close(list->index);
	free(list->log);
	free(list->folder);
	*list = (struct fleet_list){ 0 };
}

static void renew_index(struct fleet_list *list, const char *folder)
{
	const int err = fleet_index_renew(&list->index, folder);

	talk("%s/%s: is damaged, or of another version: %s", folder,
	     FLEET_INDEX,
	     err ? "it stays, and the logs are read without it" : "made anew");
}

/* A damaged index is made anew, or done without. */
int fleet_list_read(struct fleet_list *list, const struct fleet_pattern *wanted)
{
	int err;

	*list = (struct fleet_list){ .folder = strdup(wanted->folder) };
	if (!list->folder)
		return ENOMEM;
	err = fleet_index_open(&list->index, wanted->folder);
	if (err != EBADMSG)
		err = list_all(list, wanted);
	for (int tries = 0; err == EBADMSG && tries < 2; tries++) {
		drop_logs(list);
		if (tries) {
			fleet_index_close(list->index);
			list->index = NULL;
		} else {
			renew_index(list, wanted->folder);
		}
		err = list_all(list, wanted);
	}
	return err;
}
