/* check.c - errors and contents of a file of templates */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/text.h"
#include "event/template_files.h"
#include "write/template/change.h"
#include "write/template/check.h"

/* Counts templates that no later one of the same id, or name, replaces. */
static size_t count_templates(const struct pxt_templates *templates)
{
	const struct pxt_template *template;
	size_t count = 0;

	for (size_t i = 0; (template = pxt_templates_list(templates, i)); i++)
		count +=
			pxt_templates_find(templates, template->id) == template;
	return count;
}

static bool is_last(const struct pxt_templates *templates, size_t index,
		    const char *name, size_t len)
{
	struct pxt_attachment attachment;
	const char *other;
	size_t other_len;

	while ((other = pxt_templates_list_attached(templates, ++index,
						    &other_len, &attachment)))
		if (other_len == len && !memcmp(other, name, len))
			return false;
	return true;
}

static size_t count_events(const struct pxt_templates *templates)
{
	struct pxt_attachment attachment;
	size_t count = 0, len;
	const char *name;

	for (size_t i = 0; (name = pxt_templates_list_attached(
				    templates, i, &len, &attachment));
	     i++)
		count += is_last(templates, i, name, len);
	return count;
}

static void tell_sound(const struct pxt_templates *templates, const char *name)
{
	const size_t count = count_templates(templates);
	const size_t events = count_events(templates);

	printf("%s: %zu template%s, %zu event%s by name\n", name, count,
	       text_plural(count), events, text_plural(events));
}

/* Built-in templates are not replaced by files. */
static int warn_of_builtin(const struct pxt_templates *templates,
			   struct pxt_complaints *complaints)
{
	const struct pxt_template *template;
	struct pxt_templates *builtin = template_files_create();
	int status;

	if (!builtin)
		return EXIT_SYSTEM;
	status = template_files_add_builtin(builtin);
	for (size_t i = 0;
	     !status && (template = pxt_templates_list(templates, i)); i++)
		if (pxt_templates_keeps_own(builtin, template))
			pxt_warn(complaints, template->line, 1,
				 template->source,
				 strcspn(template->source, " \t\\"),
				 "is built in: this does not count without "
				 "--replace-builtin");
	pxt_templates_close(builtin);
	return status;
}

/* Each file is checked by itself: it must not depend on others. */
static int check_templates(const char *name, const char *text, size_t len)
{
	struct pxt_complaints complaints = { .tell = template_files_tell,
					     .file = name };
	struct pxt_templates *templates = template_files_create();
	int status;

	if (!templates)
		return EXIT_SYSTEM;
	status = template_files_add_text(templates, name, text, len, true);
	if (!status) {
		pxt_templates_check(templates, &complaints);
		status = warn_of_builtin(templates, &complaints);
		tell_sound(templates, name);
	}
	pxt_templates_close(templates);
	return status;
}

int template_check(const char *name, const char *target)
{
	size_t len;
	char *text;
	int status;

	status = template_files_read(name, &text, &len);
	if (status)
		return status;
	status = template_change_is_update(text, len) ?
			 template_change_check(name, text, len, target) :
			 check_templates(name, text, len);
	free(text);
	return status;
}
