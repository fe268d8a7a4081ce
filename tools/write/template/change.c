/* change.c - changing the user's files of templates */
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
#include "common/text.h"
#include "event/template_files.h"
#include "template/hook_id.h"
#include "template/update.h"
#include "write/template/change.h"
#include "write/template/keep.h"
#include "write/template/shadow.h"

static const char suffix[] = ".trcfmt";
static const char first_line[] = "* /etc/trcfmt";

static int refuse(const char *what, int err)
{
	talk_error(what, err);
	return command_error_status(err);
}

/* The result is to be freed. NULL: no memory, which was reported. */
static char *joined_text(const char *a, const char *b, const char *c,
			 const char *d)
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

/* Makes parent folders, too. */
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

/* The user's folder, made if necessary. NULL: an error was reported. */
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

static void tell_change(const char *path, const char *undo,
			const struct pxt_updated *updated)
{
	talk("%s: %u added, %u replaced, %u deleted", path, updated->added,
	     updated->replaced, updated->deleted);
	if (updated->kept)
		talk("%s: %u template%s newer, and kept; -o replaces %s", path,
		     updated->kept, updated->kept == 1 ? " is" : "s are",
		     updated->kept == 1 ? "it" : "them");
	talk("undo with: posixtrace fmt add -o -t %s %s", path, undo);
}

/* The undo is written before the change. */
static int write_change(const char *path, const char *update,
			const struct pxt_updated *updated)
{
	char *undo = NULL;
	int status;

	status = template_keep_undo(update, path, updated->undo,
				    updated->undo_len, &undo);
	if (!status)
		status = template_keep_replace(path, updated->text,
					       updated->len);
	if (!status)
		tell_change(path, undo, updated);
	free(undo);
	return status;
}

static int check_telling(const struct pxt_file *file,
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

static int check(const struct pxt_file *file)
{
	struct pxt_complaints complaints = { .tell = template_files_tell };

	return check_telling(file, &complaints);
}

/* Remaining templates may need a deleted function or subroutine. A file with
 * errors may be changed nevertheless. */
static int check_change(const char *path, const struct pxt_file *base,
			const struct pxt_updated *updated)
{
	struct pxt_complaints silent = { .tell = NULL };
	const struct pxt_file result = {
		.name = path,
		.text = updated->text,
		.len = updated->len,
	};

	if (check_telling(base, &silent) || !check(&result))
		return EXIT_SUCCESS;
	talk("%s: nothing changes, as the result would be wrong", path);
	return EXIT_MISUSE;
}

static int change(const char *path, const struct pxt_file *base,
		  const struct pxt_file *update, bool override)
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
		status = write_change(path, update->name, &updated);
	if (status == EXIT_NOTHING)
		talk("%s: nothing changes%s", path,
		     updated.kept ?
			     ": the present templates are newer, -o replaces "
			     "them" :
			     "");
	free(updated.text);
	free(updated.undo);
	return status;
}

/* A missing file is empty. *text: to be freed. */
static int read_base(const char *path, struct pxt_file *base, char **text)
{
	int status;

	*text = NULL;
	*base = (struct pxt_file){ .name = path, .text = "" };
	if (access(path, F_OK))
		return EXIT_SUCCESS;
	status = template_files_read(path, text, &base->len);
	if (!status)
		base->text = *text;
	return status;
}

static int change_file(const char *path, const struct pxt_file *update,
		       bool override)
{
	struct pxt_file base;
	char *text;
	int status;

	status = read_base(path, &base, &text);
	if (!status)
		status = change(path, &base, update, override);
	free(text);
	return status;
}

/*
 * Adding
 */

bool template_change_is_update(const char *text, size_t len)
{
	const size_t line = sizeof(first_line) - 1;

	return len >= line && !memcmp(text, first_line, line);
}

static int copy(const char *path, const struct pxt_file *file)
{
	int status = check(file);

	if (!status && !access(path, F_OK))
		status = template_keep_aside(path);
	if (!status)
		status = template_keep_replace(path, file->text, file->len);
	if (!status)
		talk("%s: added", path);
	return status;
}

/* The destination of a file that is not an update. */
static char *name_in(const char *folder, const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash ? slash + 1 : file;

	return joined_text(folder, "/", name,
			   ends_with(name, suffix) ? "" : suffix);
}

static int add(const struct pxt_file *file, const char *path, bool override)
{
	return template_change_is_update(file->text, file->len) ?
		       change_file(path, file, override) :
		       copy(path, file);
}

static int add_to_user(const struct pxt_file *file, bool override)
{
	int status = EXIT_SYSTEM;
	char *folder = user_folder(&status), *path;

	if (!folder)
		return status;
	path = name_in(folder,
		       template_change_is_update(file->text, file->len) ?
			       "user" :
			       file->name);
	if (path)
		status = add(file, path, override);
	if (path && !status)
		template_shadow_tell(path);
	free(path);
	free(folder);
	return status;
}

int template_change_add(const char *file, const char *target, bool override)
{
	struct pxt_file text = { .name = file };
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
 * Checking
 */

static void tell_update(const char *name, const struct pxt_updated *updated)
{
	const unsigned templates =
		updated->added + updated->replaced + updated->kept;

	printf("%s: an update of %u template%s, %u deletion%s\n", name,
	       templates, text_plural(templates), updated->deletions,
	       text_plural(updated->deletions));
}

static int check_update(const char *path, const struct pxt_file *base,
			const struct pxt_file *update)
{
	struct pxt_complaints complaints = { .tell = template_files_tell };
	struct pxt_updated updated;
	int status, err;

	err = pxt_update(base, update, true, &complaints, &updated);
	if (err == EINVAL)
		return EXIT_MISUSE;
	if (err)
		return refuse(update->name, err);
	status = check_change(path, base, &updated);
	if (!status)
		tell_update(update->name, &updated);
	free(updated.text);
	free(updated.undo);
	return status;
}

/* The destination of updates without a target, or NULL. */
static char *user_file(void)
{
	char *folder = template_files_home(), *path;

	path = folder ? joined_text(folder, "/user", suffix, "") : NULL;
	free(folder);
	return path;
}

int template_change_check(const char *name, const char *text, size_t len,
			  const char *target)
{
	const struct pxt_file update = {
		.name = name,
		.text = text,
		.len = len,
	};
	char *user = target ? NULL : user_file(), *content;
	const char *path = target ? target : user ? user : "";
	struct pxt_file base;
	int status;

	status = read_base(path, &base, &content);
	if (!status)
		status = check_update(path, &base, &update);
	free(content);
	free(user);
	return status;
}

/*
 * Removing
 */

/* Deleting works like an update named after the id, beside the file. */
static int remove_in(const char *path, uint16_t id)
{
	char update[64], digits[PXT_HOOK_ID_SIZE];
	const char *slash = strrchr(path, '/');
	struct pxt_file text = {
		.text = update,
		.len = (size_t)snprintf(update, sizeof(update), "%s\n- %s\n",
					first_line,
					pxt_hook_id_text(id, digits)),
	};
	char *name;
	int status;

	if (asprintf(&name, "%.*s%s.trc", slash ? (int)(slash - path) + 1 : 0,
		     path, digits) < 0)
		return refuse(path, ENOMEM);
	text.name = name;
	status = change_file(path, &text, true);
	free(name);
	return status;
}

/* True if a file, valid or not, has that id. */
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
	char *path = joined_text(folder, "/", name, "");

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
		status = template_keep_aside(path);
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
