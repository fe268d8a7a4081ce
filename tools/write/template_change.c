/* template_change.c - changing the user's files of templates */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/command.h"
#include "common/out.h"
#include "common/talk.h"
#include "event/template_files.h"
#include "template/hook_id.h"
#include "template/update.h"
#include "write/template_change.h"

static const char suffix[] = ".trcfmt";
static const char first_line[] = "* /etc/trcfmt";

static int refuse(const char *what, int err)
{
	talk_error(what, err);
	return command_error_status(err);
}

/* To be freed. NULL: no memory, which was told. */
static char *joined(const char *a, const char *b, const char *c, const char *d)
{
	char *text;

	if (asprintf(&text, "%s%s%s%s", a, b, c, d) >= 0)
		return text;
	talk_error(a, ENOMEM);
	return NULL;
}

static bool ends_with(const char *name, const char *end)
{
	const size_t len = strlen(name), end_len = strlen(end);

	return len >= end_len && !strcmp(name + len - end_len, end);
}

/* The folders above it, too. */
static int make_folder(char *folder)
{
	for (char *at = folder + 1; *at; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		if (mkdir(folder, 0777) && errno != EEXIST) {
			const int err = errno;

			*at = '/';
			return err;
		}
		*at = '/';
	}
	return mkdir(folder, 0777) && errno != EEXIST ? errno : 0;
}

/* The user's folder, which is there then. NULL: it was told why not. */
static char *user_folder(int *status)
{
	char *folder = template_files_home();
	int err;

	if (!folder) {
		talk("HOME: it is needed for a folder of templates");
		*status = EXIT_MISUSE;
		return NULL;
	}
	err = make_folder(folder);
	if (!err)
		return folder;
	*status = refuse(folder, err);
	free(folder);
	return NULL;
}

static int write_new(const char *path, const char *text, size_t len)
{
	const int fd = open(
		path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
		0666);
	int err;

	if (fd < 0)
		return errno;
	err = out_whole(fd, text, len);
	if (!err && fsync(fd))
		err = errno;
	close(fd);
	return err;
}

/* As a whole, or not at all. */
static int replace(const char *path, const char *text, size_t len)
{
	char *fresh = joined(path, ".new", "", "");
	int err, status = EXIT_SUCCESS;

	if (!fresh)
		return EXIT_SYSTEM;
	err = write_new(fresh, text, len);
	if (!err && rename(fresh, path))
		err = errno;
	if (err) {
		unlink(fresh);
		status = refuse(path, err);
	}
	free(fresh);
	return status;
}

/* "a/user.trcfmt": "a/user.undo.trc" */
static char *undo_name(const char *path)
{
	char *stem = strdup(path), *name;

	if (!stem) {
		talk_error(path, ENOMEM);
		return NULL;
	}
	if (ends_with(stem, suffix))
		stem[strlen(stem) - strlen(suffix)] = '\0';
	name = joined(stem, ".undo.trc", "", "");
	free(stem);
	return name;
}

static void tell_change(const char *path, const char *undo,
			const struct pxt_updated *updated)
{
	talk("%s: %u added, %u replaced, %u deleted", path, updated->added,
	     updated->replaced, updated->deleted);
	if (updated->kept)
		talk("%s: %u template%s newer, and kept; -o replaces %s", path,
		     updated->kept, updated->kept == 1 ? " is" : "s are",
		     updated->kept == 1 ? "it" : "them");
	talk("this takes it back: posixtrace fmt add -o -t %s %s", path, undo);
}

/* The undo is there before the change is. */
static int write_change(const char *path, const struct pxt_updated *updated)
{
	char *undo = undo_name(path);
	int status = undo ? EXIT_SUCCESS : EXIT_SYSTEM;

	if (!status)
		status = replace(undo, updated->undo, updated->undo_len);
	if (!status)
		status = replace(path, updated->text, updated->len);
	if (!status)
		tell_change(path, undo, updated);
	free(undo);
	return status;
}

static int check_telling(const struct pxt_text *file,
			 struct pxt_complaints *complaints)
{
	struct pxt_templates *templates;
	int err;

	err = pxt_templates_create(&templates);
	if (err)
		return refuse(file->name, err);
	err = pxt_templates_add(templates, file->name, file->text, file->len,
				complaints);
	pxt_templates_close(templates);
	if (err && err != EINVAL)
		return refuse(file->name, err);
	return err ? EXIT_MISUSE : EXIT_SUCCESS;
}

static int check(const struct pxt_text *file)
{
	struct pxt_complaints complaints = { .tell = template_files_tell };

	return check_telling(file, &complaints);
}

/* What stays may need what is deleted: a function, a subroutine. A file that was
 * wrong before may be changed nevertheless. */
static int check_change(const char *path, const struct pxt_text *base,
			const struct pxt_updated *updated)
{
	struct pxt_complaints silent = { .tell = NULL };
	const struct pxt_text result = {
		.name = path,
		.text = updated->text,
		.len = updated->len,
	};

	if (check_telling(base, &silent) || !check(&result))
		return EXIT_SUCCESS;
	talk("%s: nothing changes, as what stays would be wrong", path);
	return EXIT_MISUSE;
}

static int change(const char *path, const struct pxt_text *base,
		  const struct pxt_text *update, bool override)
{
	struct pxt_complaints complaints = { .tell = template_files_tell };
	struct pxt_updated updated;
	int status, err;

	err = pxt_update(base, update, override, &complaints, &updated);
	if (err == EINVAL)
		return EXIT_MISUSE;
	if (err)
		return refuse(update->name, err);
	if (!updated.added && !updated.replaced && !updated.deleted)
		status = EXIT_NOTHING;
	else
		status = check_change(path, base, &updated);
	if (!status)
		status = write_change(path, &updated);
	if (status == EXIT_NOTHING)
		talk("%s: nothing changes%s", path,
		     updated.kept ? ": what is there is newer, -o replaces it" :
				    "");
	free(updated.text);
	free(updated.undo);
	return status;
}

/* A file that is not there is empty. */
static int change_file(const char *path, const struct pxt_text *update,
		       bool override)
{
	struct pxt_text base = { .name = path, .text = "" };
	char *text = NULL;
	int status;

	if (!access(path, F_OK)) {
		status = template_files_read(path, &text, &base.len);
		if (status)
			return status;
		base.text = text;
	}
	status = change(path, &base, update, override);
	free(text);
	return status;
}

/*
 * Adding
 */

static bool is_update(const char *text, size_t len)
{
	const size_t line = sizeof(first_line) - 1;

	return len >= line && !memcmp(text, first_line, line);
}

static int put_aside(const char *path)
{
	char *aside = joined(path, "~", "", "");
	int status = aside ? EXIT_SUCCESS : EXIT_SYSTEM;

	if (aside && rename(path, aside))
		status = refuse(path, errno);
	else if (aside)
		talk("%s: what it was is %s now", path, aside);
	free(aside);
	return status;
}

static int copy(const char *path, const struct pxt_text *file)
{
	int status = check(file);

	if (!status && !access(path, F_OK))
		status = put_aside(path);
	if (!status)
		status = replace(path, file->text, file->len);
	if (!status)
		talk("%s: added", path);
	return status;
}

/* Where a file goes that is no update. */
static char *name_in(const char *folder, const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash ? slash + 1 : file;

	return joined(folder, "/", name, ends_with(name, suffix) ? "" : suffix);
}

static int add(const struct pxt_text *file, const char *path, bool override)
{
	return is_update(file->text, file->len) ?
		       change_file(path, file, override) :
		       copy(path, file);
}

static int add_to_user(const struct pxt_text *file, bool override)
{
	int status = EXIT_SYSTEM;
	char *folder = user_folder(&status), *path;

	if (!folder)
		return status;
	path = name_in(folder,
		       is_update(file->text, file->len) ? "user" : file->name);
	if (path)
		status = add(file, path, override);
	free(path);
	free(folder);
	return status;
}

int template_change_add(const char *file, const char *target, bool override)
{
	struct pxt_text text = { .name = file };
	char *content;
	int status;

	status = template_files_read(file, &content, &text.len);
	if (status)
		return status;
	text.text = content;
	status = target ? add(&text, target, override) :
			  add_to_user(&text, override);
	free(content);
	return status;
}

/*
 * Removing
 */

static int remove_in(const char *path, uint16_t id)
{
	char update[64], digits[PXT_HOOK_ID_SIZE];
	const struct pxt_text text = {
		.name = "fmt rm",
		.text = update,
		.len = (size_t)snprintf(update, sizeof(update), "%s\n- %s\n",
					first_line,
					pxt_hook_id_text(id, digits)),
	};

	return change_file(path, &text, true);
}

/* Whether a file, which may be wrong, has that id. */
static bool has_id(const char *path, uint16_t id)
{
	struct pxt_templates *templates;
	bool has;

	if (pxt_templates_create(&templates))
		return false;
	has = !template_files_add(templates, path, false) &&
	      pxt_templates_find(templates, id);
	pxt_templates_close(templates);
	return has;
}

static int remove_from(const char *folder, const char *name, uint16_t id,
		       int status)
{
	char *path = joined(folder, "/", name, "");

	if (!path)
		return EXIT_SYSTEM;
	if (has_id(path, id))
		status = remove_in(path, id);
	free(path);
	return status;
}

static int remove_id(const char *folder, uint16_t id)
{
	DIR *list = opendir(folder);
	const struct dirent *entry;
	int status = EXIT_NOTHING;

	if (!list)
		return refuse(folder, errno);
	while ((entry = readdir(list)) && status <= EXIT_NOTHING)
		if (ends_with(entry->d_name, suffix))
			status = remove_from(folder, entry->d_name, id, status);
	closedir(list);
	return status;
}

static int remove_of_user(const char *what)
{
	int status = EXIT_NOTHING;
	char *folder = user_folder(&status), *path;
	uint16_t id;

	if (!folder)
		return status;
	path = name_in(folder, what);
	if (!path)
		status = EXIT_SYSTEM;
	else if (!access(path, F_OK))
		status = put_aside(path);
	else if (pxt_hook_id_parse(what, strlen(what), &id))
		status = remove_id(folder, id);
	if (status == EXIT_NOTHING)
		talk("%s: no file and no id of a template in %s", what, folder);
	free(path);
	free(folder);
	return status;
}

int template_change_remove(const char *what, const char *target)
{
	uint16_t id;

	if (!target)
		return remove_of_user(what);
	if (pxt_hook_id_parse(what, strlen(what), &id))
		return remove_in(target, id);
	talk("%s: the id of a template, three or four hex digits, was expected",
	     what);
	return EXIT_MISUSE;
}
