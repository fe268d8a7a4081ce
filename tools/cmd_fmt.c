/*
 * cmd_fmt.c - templates for the output of events: check, list, add, remove, and
 * make them
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/forms.h"
#include "common/table.h"
#include "common/talk.h"
#include "event/template_files.h"
#include "source/sources.h"
#include "view/template_list.h"
#include "view/template_show.h"
#include "write/template/change.h"
#include "write/template/check.h"
#include "write/template/make.h"

enum { OPTION_REPLACE_BUILTIN = 0x100 };

struct options {
	int (*action)(const struct options *options);
	char **operand;
	size_t operands;
	enum table_form form;
	bool override, replaces_builtin;
	const char *target;
};

static const struct argp_option option_table[] = {
	{ "format", 'f', "FORM", 0,
	  "with ls: text (the default), json, csv or tsv", 0 },
	{ "override", 'o', NULL, 0,
	  "with add: replace newer templates, too; to undo a change", 0 },
	{ "replace-builtin", OPTION_REPLACE_BUILTIN, NULL, 0,
	  "with ls and show: let files replace built-in templates", 0 },
	{ "target", 't', "FILE", 0,
	  "with add and rm: change this file, rather than those in "
	  "~/.config/posixtrace/formats; with check: the file that an update "
	  "changes; with ls and show: read only this file",
	  0 },
	{ 0 },
};

/*
 * Checking
 */

static int check(const struct options *options)
{
	int worst = EXIT_SUCCESS;

	if (!options->operands) {
		talk("fmt check: a file of templates was expected");
		return EXIT_MISUSE;
	}
	for (size_t i = 0; i < options->operands; i++) {
		const int status =
			template_check(options->operand[i], options->target);

		if (status > worst)
			worst = status;
	}
	return worst;
}

/*
 * Listing
 */

static int load(struct pxt_templates *templates, const struct options *options,
		bool takes_operands)
{
	int status = EXIT_SUCCESS;

	if (options->target)
		status = template_files_add(templates, options->target, false);
	else if (!takes_operands || !options->operands)
		status = template_files_add_all(templates,
						options->replaces_builtin);
	if (!status)
		template_files_tell_kept(templates);
	if (!takes_operands)
		return status;
	for (size_t i = 0; i < options->operands && !status; i++)
		status = template_files_add(templates, options->operand[i],
					    false);
	return status;
}

static int list(const struct options *options)
{
	struct pxt_templates *templates = template_files_create();
	int status;

	if (!templates)
		return EXIT_SYSTEM;
	status = load(templates, options, true);
	if (!status)
		status = template_list(templates, options->form);
	pxt_templates_close(templates);
	return status;
}

/*
 * Showing
 */

static int show(const struct options *options)
{
	struct pxt_templates *templates;
	int status, worst = EXIT_SUCCESS;

	if (!options->operands) {
		talk("fmt show: an id, or the name of an event, was expected");
		return EXIT_MISUSE;
	}
	templates = template_files_create();
	if (!templates)
		return EXIT_SYSTEM;
	worst = load(templates, options, false);
	for (size_t i = 0; i < options->operands && worst <= EXIT_NOTHING;
	     i++) {
		status = template_show(templates, options->operand[i]);
		if (status > worst)
			worst = status;
	}
	pxt_templates_close(templates);
	return worst;
}

/*
 * Changing
 */

static int add(const struct options *options)
{
	int status = EXIT_SUCCESS;

	if (!options->operands) {
		talk("fmt add: a file of templates, or an update, was "
		     "expected");
		return EXIT_MISUSE;
	}
	for (size_t i = 0; i < options->operands && !status; i++)
		status =
			template_change_add(options->operand[i],
					    options->target, options->override);
	return status;
}

static int rm(const struct options *options)
{
	int status, worst = EXIT_SUCCESS;

	if (!options->operands) {
		talk("fmt rm: a file of your own, or an id, was expected");
		return EXIT_MISUSE;
	}
	for (size_t i = 0; i < options->operands && worst <= EXIT_NOTHING;
	     i++) {
		status = template_change_remove(options->operand[i],
						options->target);
		if (status > worst)
			worst = status;
	}
	return worst;
}

/*
 * Making
 */

static int make(const struct options *options)
{
	const struct source_files files = {
		.file = options->operand,
		.count = options->operands,
	};
	struct source *source;
	int status;

	if (!options->operands) {
		talk("fmt make: a log, or another trace, was expected");
		return EXIT_MISUSE;
	}
	status = sources_open(&source, &files);
	if (status)
		return status;
	status = template_make(source, stdout);
	if (!status)
		status = source_tell_damage(source, false);
	source_close(source);
	return status;
}

static const struct {
	const char *name;
	int (*action)(const struct options *options);
} actions[] = {
	{ "check", check }, { "ls", list }, { "show", show },
	{ "add", add },	    { "rm", rm },   { "make", make },
};

static void set_action(struct options *options, const char *arg,
		       struct argp_state *state)
{
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (!strcmp(actions[i].name, arg))
			options->action = actions[i].action;
	if (!options->action)
		misuse(state, "%s: expected check, ls, show, add, rm or make",
		       arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'f':
		options->form =
			(enum table_form)forms_parse(table_forms, arg, state);
		return 0;
	case 'o':
		options->override = true;
		return 0;
	case OPTION_REPLACE_BUILTIN:
		options->replaces_builtin = true;
		return 0;
	case 't':
		options->target = arg;
		return 0;
	case ARGP_KEY_ARGS:
		set_action(options, state->argv[state->next], state);
		options->operand = state->argv + state->next + 1;
		options->operands = (size_t)(state->argc - state->next - 1);
		return 0;
	case ARGP_KEY_NO_ARGS:
		misuse(state, "expected check, ls, show, add, rm or make");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "check|ls|show|add|rm|make [FILE|ID...]",
	.doc = "templates that say how events print"
	       "\v`check' reports errors in files. `ls' lists templates, "
	       "those of the search path or of files. `show' prints them by "
	       "id, or by the name of an event. `add' copies a file to your "
	       "folder, or changes one by an update; `rm' removes a file, or "
	       "an id. `make' writes templates for the described events of "
	       "traces. trcfmt(5) describes the language."
	       "\n\nExit status: 0 success; 1 there is no such template, or "
	       "nothing changes; 2 wrong usage, there is no such file, or a "
	       "template is wrong; 5 not permitted; 7 no memory, or a file "
	       "cannot be read or written.",
};

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { 0 };

	arguments_parse(cmd, argc, argv, &options);
	return options.action(&options);
}

const struct command cmd_fmt = {
	.name = "fmt",
	.argp = &argp,
	.run = run,
};
