/* carried.c - templates that a log is to carry */
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trace_np.h>

#include "common/command.h"
#include "common/talk.h"
#include "event/template_files.h"
#include "write/carried.h"

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

/* "trcfmt.orders" of "any/orders.trcfmt"; NULL: no memory. */
static char *key_of(const char *name)
{
	char *copy = strdup(name), *key = NULL;
	const char *base;

	if (!copy)
		return NULL;
	base = basename(copy);
	if (asprintf(&key, "trcfmt.%.*s", (int)strcspn(base, "."), base) < 0)
		key = NULL;
	free(copy);
	return key;
}

static int refuse(const char *name, const char *why)
{
	talk("%s: %s", name, why);
	return EXIT_MISUSE;
}

static int take(struct carried *carried, const char *name)
{
	struct carried_file *file = &carried->file[carried->count];
	size_t len;
	int status;

	status = template_files_read(name, &file->text, &len);
	if (status)
		return status;
	carried->count++;
	file->key = key_of(name);
	if (!file->key) {
		talk_error(name, ENOMEM);
		return EXIT_SYSTEM;
	}
	if (len > POSIX_TRACE_NOTE_VALUE_MAX_NP)
		return refuse(name, "too long to be carried, which is for "
				    "4095 bytes of a file");
	file->text[len] = '\0';
	if (strlen(file->text) != len)
		return refuse(name, "no text");
	if (strlen(file->key) > POSIX_TRACE_NOTE_KEY_MAX_NP)
		return refuse(name, "its name is too long for a note");
	return EXIT_SUCCESS;
}

int carried_add(struct carried *carried, const char *name)
{
	int status;

	if (carried->count == CARRIED_MOST)
		return refuse(name, "more files than a log can carry");
	status = check(name);
	return status ? status : take(carried, name);
}

void carried_fini(struct carried *carried)
{
	for (size_t i = 0; i < carried->count; i++) {
		free(carried->file[i].key);
		free(carried->file[i].text);
	}
	carried->count = 0;
}

void carried_digest(const struct carried *carried, struct digest *digest)
{
	for (size_t i = 0; i < carried->count; i++) {
		digest_add_text(digest, carried->file[i].key);
		digest_add_text(digest, carried->file[i].text);
	}
}
