/* template_files.c - locations of files of templates */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "common/text.h"
#include "event/builtin_templates.h"
#include "event/carried_notes.h"
#include "event/read_files.h"
#include "event/template_files.h"
#include "template/hook_id.h"

static const char suffix[] = ".trcfmt";

enum { MOST_FOLDERS = 64 };

struct folders {
	char *folder[MOST_FOLDERS]; /* in order of precedence */
	size_t count;
};

struct pxt_templates *template_files_create(void)
{
	struct pxt_templates *templates;
	const int err = pxt_templates_create(&templates);

	if (!err)
		return templates;
	talk_error("templates", err);
	return NULL;
}

int template_files_read(const char *name, char **text, size_t *len)
{
	FILE *file = fopen(name, "re");
	int err = file ? 0 : errno;

	if (file)
		read_files_add(fileno(file));
	*text = file ? malloc(PXT_TEMPLATES_FILE_MAX + 1) : NULL;
	if (file && !*text)
		err = ENOMEM;
	if (!err) {
		*len = fread(*text, 1, PXT_TEMPLATES_FILE_MAX + 1, file);
		if (ferror(file))
			err = errno ? errno : EIO;
		else if (*len > PXT_TEMPLATES_FILE_MAX)
			err = EFBIG;
	}
	if (file)
		fclose(file);
	if (!err)
		return EXIT_SUCCESS;
	free(*text);
	*text = NULL;
	talk_error(name, err);
	return err == EACCES ? EXIT_DENIED :
	       err == ENOENT ? EXIT_MISUSE :
			       EXIT_SYSTEM;
}

void template_files_tell(struct pxt_complaints *complaints,
			 const struct pxt_complaint *complaint)
{
	char column[16] = "";

	(void)complaints;
	if (complaint->column)
		snprintf(column, sizeof(column), ":%u", complaint->column);
	talk_plain("%s:%u%s: %s%s%s%s%s", complaint->file, complaint->line,
		   column, complaint->is_warning ? "warning: " : "",
		   *complaint->at ? "'" : "end of line", complaint->at,
		   *complaint->at ? "': " : ": ", complaint->why);
}

static void tell_errors(struct pxt_complaints *complaints,
			const struct pxt_complaint *complaint)
{
	if (!complaint->is_warning)
		template_files_tell(complaints, complaint);
}

int template_files_add_text(struct pxt_templates *templates, const char *name,
			    const char *text, size_t len, bool warns)
{
	struct pxt_complaints complaints = {
		.tell = warns ? template_files_tell : tell_errors,
	};
	const int err =
		pxt_templates_add(templates, name, text, len, &complaints);

	if (complaints.errors > PXT_COMPLAINTS_MOST)
		talk("%s: too many errors, the rest was not read", name);
	if (!err)
		return EXIT_SUCCESS;
	if (err != EINVAL)
		talk_error(name, err);
	return err == ENOMEM ? EXIT_SYSTEM : EXIT_MISUSE;
}

int template_files_add(struct pxt_templates *templates, const char *name,
		       bool warns)
{
	size_t len;
	char *text;
	int status;

	status = template_files_read(name, &text, &len);
	if (status)
		return status;
	status = template_files_add_text(templates, name, text, len, warns);
	free(text);
	return status;
}

static void add_folder(struct folders *folders, const char *folder, size_t len)
{
	char *copy;

	if (!len || folders->count == MOST_FOLDERS)
		return;
	copy = strndup(folder, len);
	if (copy)
		folders->folder[folders->count++] = copy;
}

char *template_files_home(void)
{
	static const char below[] = "posixtrace/formats";
	const char *config = getenv("XDG_CONFIG_HOME");
	const char *home = getenv("HOME");
	char *folder = NULL;
	int len = -1;

	if (config && *config == '/')
		len = asprintf(&folder, "%s/%s", config, below);
	else if (home && *home == '/')
		len = asprintf(&folder, "%s/.config/%s", home, below);
	return len < 0 ? NULL : folder;
}

static void find_folders(struct folders *folders)
{
	const char *more = getenv("POSIXTRACE_FORMATS");
	char *home = template_files_home();

	for (; more && *more; more += *more == ':') {
		const size_t len = strcspn(more, ":");

		add_folder(folders, more, len);
		more += len;
	}
	if (home)
		add_folder(folders, home, strlen(home));
	free(home);
	add_folder(folders, FORMATS_OF_MACHINE, strlen(FORMATS_OF_MACHINE));
	add_folder(folders, FORMATS_OF_COMMAND, strlen(FORMATS_OF_COMMAND));
}

static int is_templates(const struct dirent *entry)
{
	const size_t len = strlen(entry->d_name), end = sizeof(suffix) - 1;

	return *entry->d_name != '.' && len > end &&
	       !strcmp(entry->d_name + len - end, suffix);
}

/* Invalid files are left out. */
static int add_file(struct pxt_templates *templates, const char *folder,
		    const char *name)
{
	char *path;
	int status;

	if (asprintf(&path, "%s/%s", folder, name) < 0) {
		talk_error(name, ENOMEM);
		return EXIT_SYSTEM;
	}
	status = template_files_add(templates, path, false);
	if (status)
		talk("%s: left out", path);
	free(path);
	return EXIT_SUCCESS;
}

/* Folders are optional. */
static int add_files(struct pxt_templates *templates, const char *folder)
{
	struct dirent **entries;
	const int count = scandir(folder, &entries, is_templates, alphasort);
	int status = EXIT_SUCCESS;

	if (count < 0) {
		if (errno != ENOENT && errno != ENOTDIR)
			talk_error(folder, errno);
		return errno == ENOMEM ? EXIT_SYSTEM : EXIT_SUCCESS;
	}
	for (int i = 0; i < count; i++) {
		if (!status)
			status =
				add_file(templates, folder, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return status;
}

int template_files_add_builtin(struct pxt_templates *templates)
{
	const int err =
		pxt_templates_add_own(templates, "built in", builtin_templates);

	if (err)
		talk_error("templates that are built in", err);
	return err ? EXIT_SYSTEM : EXIT_SUCCESS;
}

int template_files_add_all(struct pxt_templates *templates,
			   bool replaces_builtin)
{
	struct folders folders = { 0 };
	int status = template_files_add_builtin(templates);

	pxt_templates_replace_own(templates, replaces_builtin);
	find_folders(&folders);
	for (size_t i = folders.count; i > 0; i--) {
		if (!status)
			status = add_files(templates, folders.folder[i - 1]);
		free(folders.folder[i - 1]);
	}
	return status;
}

void template_files_tell_kept(const struct pxt_templates *templates)
{
	const struct pxt_template *template, *first = NULL;
	char digits[PXT_HOOK_ID_SIZE], file[1024], more[32] = "";
	unsigned count = 0;

	for (size_t i = 0; (template = pxt_templates_list(templates, i)); i++) {
		if (!pxt_templates_keeps_own(templates, template))
			continue;
		if (!count++)
			first = template;
	}
	if (!first)
		return;
	if (count > 1)
		snprintf(more, sizeof(more), " and %u more", count - 1);
	text_tame(file, sizeof(file), pxt_templates_file(templates, first));
	talk("%s: %s%s %s built in: %s not count without --replace-builtin",
	     file, pxt_hook_id_text(first->id, digits), more,
	     count > 1 ? "are" : "is", count > 1 ? "these do" : "this does");
}

static int add_note(struct pxt_templates *templates, const char *log,
		    const struct carried_notes *notes,
		    const struct template_note *note)
{
	char *name, *text = NULL;
	int status = EXIT_SYSTEM;

	if (asprintf(&name, "%s, note %s", log, note->key) < 0)
		name = NULL;
	if (name)
		text = carried_notes_join(notes, note);
	if (text)
		status = template_files_add_text(templates, name, text,
						 strlen(text), false);
	else
		talk_error(log, ENOMEM);
	if (text && status)
		talk("%s: left out", name);
	free(text);
	free(name);
	return status == EXIT_MISUSE ? EXIT_SUCCESS : status;
}

static int add_notes(struct pxt_templates *templates, struct source *source,
		     unsigned origin)
{
	struct carried_notes notes;
	int status = EXIT_SUCCESS;

	if (carried_notes_init(&notes, source, origin)) {
		talk_error(source->name, ENOMEM);
		status = EXIT_SYSTEM;
	}
	for (size_t i = 0; i < notes.count && !status; i++)
		if (carried_notes_begins(&notes.note[i]))
			status = add_note(templates, source->name, &notes,
					  &notes.note[i]);
	carried_notes_fini(&notes);
	return status;
}

int template_files_add_carried(struct pxt_templates *templates,
			       struct source *source)
{
	struct source_origin origin;
	int status = EXIT_SUCCESS;

	for (unsigned i = 0; !status && !source_get_origin(source, i, &origin);
	     i++)
		status = add_notes(templates, source, i);
	return status;
}
