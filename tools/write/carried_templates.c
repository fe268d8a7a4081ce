/* carried_templates.c - templates in the notes of a new log */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <trace_np.h>

#include "common/command.h"
#include "common/talk.h"
#include "event/carried_notes.h"
#include "event/template_files.h"
#include "write/carried_templates.h"

static int check(const char *name)
{
	struct pxt_templates *templates;
	int status, err;

	err = pxt_templates_create(&templates);
	if (err) {
		talk_error(name, err);
		return EXIT_SYSTEM;
	}
	status = template_files_add(templates, name, false);
	pxt_templates_close(templates);
	return status;
}

static int refuse(const char *name, const char *why)
{
	talk("%s: %s", name, why);
	return EXIT_MISUSE;
}

/* The name of the file "any/orders.trcfmt", "orders". A '+' would mean a
 * continuation. */
static int name_of(const char *file, char *name, size_t size)
{
	const char *slash = strrchr(file, '/');
	const char *base = slash ? slash + 1 : file;
	const size_t len = strcspn(base, ".");

	if (len >= size)
		return refuse(file, "its name is too long for a note");
	memcpy(name, base, len);
	name[len] = '\0';
	for (; *name; name++)
		if (*name == '+')
			*name = '_';
	return EXIT_SUCCESS;
}

static int add_note(struct carried_templates *carried, const char *name,
		    unsigned number, const char *text, size_t len)
{
	struct carried_note *note = &carried->note[carried->count];
	char key[POSIX_TRACE_NOTE_KEY_MAX_NP + 1];

	carried_notes_key(key, sizeof(key), name, number);
	note->key = strdup(key);
	note->text = strndup(text, len);
	carried->count++;
	return note->key && note->text ? 0 : ENOMEM;
}

/* A text that fills its last note gets an empty line: a full note has a
 * continuation. */
static int split(struct carried_templates *carried, const char *name,
		 const char *text, size_t len)
{
	unsigned number = 1;
	int err = 0;

	for (; !err; number++) {
		const size_t part =
			len < CARRIED_MOST ? len : (size_t)CARRIED_MOST;

		if (carried->count == CARRIED_TEMPLATES_MOST)
			return E2BIG;
		err = add_note(carried, name, number,
			       part || number == 1 ? text : "\n",
			       part || number == 1 ? part : 1);
		if (part < CARRIED_MOST)
			break;
		text += part;
		len -= part;
	}
	return err;
}

static int take(struct carried_templates *carried, const char *file)
{
	char name[POSIX_TRACE_NOTE_KEY_MAX_NP + 1 - CARRIED_KEY_REST], *text;
	size_t len;
	int status, err = 0;

	status = template_files_read(file, &text, &len);
	if (status)
		return status;
	if (memchr(text, '\0', len))
		status = refuse(file, "no text");
	else
		status = name_of(file, name, sizeof(name));
	if (!status)
		err = split(carried, name, text, len);
	free(text);
	if (err == E2BIG)
		return refuse(file, "more than a log can carry");
	if (err)
		talk_error(file, err);
	return err ? EXIT_SYSTEM : status;
}

int carried_templates_add(struct carried_templates *carried, const char *name)
{
	const int status = check(name);

	return status ? status : take(carried, name);
}

int carried_templates_put(const struct carried_templates *carried,
			  int (*put)(void *to, const char *key,
				     const char *value),
			  void *to)
{
	int err = 0;

	for (size_t i = 0; i < carried->count && !err; i++)
		err = put(to, carried->note[i].key, carried->note[i].text);
	return err;
}

void carried_templates_fini(struct carried_templates *carried)
{
	for (size_t i = 0; i < carried->count; i++) {
		free(carried->note[i].key);
		free(carried->note[i].text);
	}
	carried->count = 0;
}

void carried_templates_digest(const struct carried_templates *carried,
			      struct digest *digest)
{
	for (size_t i = 0; i < carried->count; i++) {
		digest_add_text(digest, carried->note[i].key);
		digest_add_text(digest, carried->note[i].text);
	}
}
