/* report_options.c - options of templates and reports */
#include <string.h>

#include "common/misuse.h"
#include "common/command.h"
#include "common/talk.h"
#include "event/template_files.h"
#include "view/report_options.h"

enum {
	OPTION_TEMPLATES = 0x2100, /* distinct from others' options */
	OPTION_HOOK,
	OPTION_HOOKS,
	OPTION_NO_HOOKS,
	OPTION_NO_TITLES,
	OPTION_REPLACE_BUILTIN,
};

static const struct argp_option option_table[] = {
	{ "templates", OPTION_TEMPLATES, "FILE", OPTION_ARG_OPTIONAL,
	  "print events as templates say, see trcfmt(5)", 2 },
	{ "hook", OPTION_HOOK, "NAME=ID", OPTION_HIDDEN,
	  "the template of an event", 2 },
	{ "hooks", OPTION_HOOKS, "ID,...", OPTION_HIDDEN, "report only these",
	  2 },
	{ "no-hooks", OPTION_NO_HOOKS, "ID,...", OPTION_HIDDEN,
	  "report all but these", 2 },
	{ "no-titles", OPTION_NO_TITLES, NULL, OPTION_HIDDEN,
	  "no titles of columns", 2 },
	{ "replace-builtin", OPTION_REPLACE_BUILTIN, NULL, OPTION_HIDDEN,
	  "let files replace built-in templates", 2 },
	{ 0 },
};

static void add_file(struct report_options *options, const char *name,
		     struct argp_state *state)
{
	options->wants = true;
	if (!name)
		return;
	if (options->files == REPORT_FILES)
		misuse(state, "--templates: too many files");
	options->file[options->files++] = name;
}

/* The id is behind the last '='. */
static bool parse_hook(const char *arg, size_t *name,
		       struct pxt_attachment *attachment)
{
	const char *equals = strrchr(arg, '=');

	memset(attachment, 0, sizeof(*attachment));
	*name = equals ? (size_t)(equals - arg) : 0;
	return *name && *name <= TRACE_EVENT_NAME_MAX &&
	       pxt_hook_id_parse(equals + 1, strlen(equals + 1),
				 &attachment->id);
}

static void add_hook(struct report_options *options, const char *arg,
		     struct argp_state *state)
{
	struct pxt_attachment attachment;
	size_t name;

	options->wants = true;
	if (!parse_hook(arg, &name, &attachment))
		misuse(state,
		       "--hook=%s: NAME=ID was expected, the ID in three "
		       "or four hex digits",
		       arg);
	if (options->hooks == REPORT_HOOKS)
		misuse(state, "--hook: too many events");
	options->hook[options->hooks++] = arg;
}

static void add_ids(struct pxt_hook_ids *ids, const char *option,
		    const char *arg, struct argp_state *state)
{
	const char *wrong;

	if (!pxt_hook_ids_add(ids, arg, &wrong))
		misuse(state,
		       "%s=%s: '%s': the id of a hook, two to four hex "
		       "digits, was expected",
		       option, arg, wrong);
}

void report_options_parse(struct report_options *options, const char *arg,
			  struct argp_state *state)
{
	const char *wrong, *why;

	options->is_given = true;
	if (!pxt_report_parse(&options->report, arg, &wrong, &why))
		misuse(state, "-O %s: %s", wrong, why);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_options *options = state->input;

	switch (key) {
	case OPTION_TEMPLATES:
		add_file(options, arg, state);
		return 0;
	case OPTION_HOOK:
		add_hook(options, arg, state);
		return 0;
	case OPTION_HOOKS:
		options->is_given = options->chooses = true;
		add_ids(&options->chosen, "--hooks", arg, state);
		return 0;
	case OPTION_NO_HOOKS:
		options->is_given = true;
		add_ids(&options->refused, "--no-hooks", arg, state);
		return 0;
	case OPTION_NO_TITLES:
		options->is_given = options->no_titles = true;
		return 0;
	case OPTION_REPLACE_BUILTIN:
		options->wants = options->replaces_builtin = true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp report_argp = {
	.options = option_table,
	.parser = parse,
};

static int attach(struct pxt_templates *templates, const char *arg)
{
	char event[TRACE_EVENT_NAME_MAX + 1];
	struct pxt_attachment attachment;
	size_t len;
	int err;

	if (!parse_hook(arg, &len, &attachment))
		return EXIT_MISUSE;
	memcpy(event, arg, len);
	event[len] = '\0';
	err = pxt_templates_attach(templates, event, &attachment);
	if (err)
		talk_error(arg, err);
	return err ? EXIT_SYSTEM : EXIT_SUCCESS;
}

static int load(const struct report_options *options, struct source *source,
		struct pxt_templates *templates)
{
	int status =
		template_files_add_all(templates, options->replaces_builtin);

	if (!status)
		status = template_files_add_carried(templates, source);
	for (size_t i = 0; i < options->files && !status; i++)
		status = template_files_add(templates, options->file[i], false);
	for (size_t i = 0; i < options->hooks && !status; i++)
		status = attach(templates, options->hook[i]);
	if (!status)
		template_files_tell_kept(templates);
	return status;
}

int report_options_load(const struct report_options *options,
			struct source *source, struct pxt_templates **templates)
{
	int status;

	*templates = template_files_create();
	if (!*templates)
		return EXIT_SYSTEM;
	status = load(options, source, *templates);
	if (status) {
		pxt_templates_close(*templates);
		*templates = NULL;
	}
	return status;
}
