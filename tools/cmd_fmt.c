/*
 * cmd_fmt.c - templates that say how events print: check, list, add, remove,
 * and make them
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/forms.h"
#include "common/table.h"
#include "common/talk.h"
#include "common/text.h"
#include "event/template_files.h"
#include "source/sources.h"
#include "template/hook_id.h"
#include "write/template_change.h"
#include "write/template_make.h"

#define ARGS "check|ls|show|add|rm|make [FILE|ID...]"
#define SUMMARY "templates that say how events print"

enum {
	OPTION_REPLACE_BUILTIN = 0x100,
	LABEL_MAX = 256,
	EVENTS_SHOWN = 40, /* bytes of a list of names */
};

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
	  "of ls: text (the default), json, csv or "
	  "tsv",
	  0 },
	{ "override", 'o', NULL, 0,
	  "of add: replace what is newer; for taking a change back", 0 },
	{ "replace-builtin", OPTION_REPLACE_BUILTIN, NULL, 0,
	  "of ls and show: files may replace templates that are built in", 0 },
	{ "target", 't', "FILE", 0,
	  "of add and rm: change this one, rather than those in "
	  "~/.config/posixtrace/formats; of check: the one that an update is "
	  "for; of ls and show: look only there",
	  0 },
	{ 0 },
};

static struct pxt_templates *create(void)
{
	struct pxt_templates *templates;
	const int err = pxt_templates_create(&templates);

	if (!err)
		return templates;
	talk_error("templates", err);
	return NULL;
}

/*
 * Checking
 */

/* Those that count: none behind is of the same id, or name. */
static size_t count_templates(const struct pxt_templates *templates)
{
	const struct pxt_template *template;
	size_t count = 0;

	for (size_t i = 0; (template = pxt_templates_list(templates, i)); i++)
		count += pxt_templates_find(templates, template->id) ==
			 template;
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

/* What is built in is not replaced by being there. */
static int warn_of_builtin(const struct pxt_templates *templates,
			   struct pxt_complaints *complaints)
{
	const struct pxt_template *template;
	struct pxt_templates *builtin = create();
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

/* Each by itself: what others have is of no use to it elsewhere. */
static int check_templates(const char *name, const char *text, size_t len)
{
	struct pxt_complaints complaints = { .tell = template_files_tell,
					     .file = name };
	struct pxt_templates *templates = create();
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

/* An update is for another file, whose functions it may use. */
static int check_file(const char *name, const char *target)
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

static int check(const struct options *options)
{
	int worst = EXIT_SUCCESS;

	if (!options->operands) {
		talk("fmt check: a file of templates was expected");
		return EXIT_MISUSE;
	}
	for (size_t i = 0; i < options->operands; i++) {
		const int status =
			check_file(options->operand[i], options->target);

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

static const struct table_column columns[] = {
	{ "ID", "id", false, 4 },	  { "VERSION", "version", false, 0 },
	{ "LEVEL", "level", false, 0 },	  { "LABEL", "label", false, 0 },
	{ "EVENTS", "events", false, 0 }, { "FILE", "file", false, 0 },
};

/* For a terminal, from a text that is not null-terminated. */
static void tame(char *shown, size_t size, const char *text, size_t len)
{
	char name[LABEL_MAX];

	if (len >= sizeof(name))
		len = sizeof(name) - 1;
	memcpy(name, text, len);
	name[len] = '\0';
	text_tame(shown, size, name);
}

/* Events of an id, with commas. */
static void name_events(const struct pxt_templates *templates, uint16_t id,
			char *shown, size_t size)
{
	struct pxt_attachment attachment;
	const char *name;
	size_t len, used = 0;

	*shown = '\0';
	for (size_t i = 0; (name = pxt_templates_list_attached(
				    templates, i, &len, &attachment));
	     i++) {
		char tamed[LABEL_MAX];

		if (attachment.id != id)
			continue;
		tame(tamed, sizeof(tamed), name, len);
		if (used + strlen(tamed) + 2 > size)
			return;
		used += (size_t)snprintf(shown + used, size - used, "%s%s",
					 used ? "," : "", tamed);
	}
}

/* One template may be for hundreds of them. */
static void shorten(char *few, size_t size, const char *names)
{
	if ((size_t)snprintf(few, size, "%s", names) >= size)
		snprintf(few + size - 4, 4, "...");
}

static void put_row(struct table *table, const struct pxt_templates *templates,
		    const struct pxt_template *template)
{
	static const char *const levels[] = { "APPL", "SVC", "KERN", "INT" };
	char id[PXT_HOOK_ID_SIZE], version[32], shown[1024], few[EVENTS_SHOWN];
	const char *label;
	size_t len;

	pxt_hook_id_text(template->id, id);
	table_text(table, id, id);
	snprintf(version, sizeof(version), "%u.%u", template->version[0],
		 template->version[1]);
	table_text(table, version, version);
	table_text(table, levels[template->level], levels[template->level]);
	label = pxt_templates_label(templates, template, &len);
	tame(shown, sizeof(shown), label, len);
	table_text(table, shown, shown);
	name_events(templates, template->id, shown, sizeof(shown));
	shorten(few, sizeof(few), shown);
	table_text(table, few, shown);
	text_tame(shown, sizeof(shown),
		  pxt_templates_file(templates, template));
	table_text(table, shown, shown);
}

static int print_all(const struct pxt_templates *templates,
		     enum table_form form)
{
	const struct pxt_template *template;
	struct table table;
	const struct table *only = &table;
	int err, status = EXIT_SUCCESS;

	table_init(&table, "templates", columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (unsigned id = 0; id <= UINT16_MAX; id++) {
		template = pxt_templates_find(templates, (uint16_t)id);
		if (template)
			put_row(&table, templates, template);
	}
	if (!table_rows(&table)) {
		talk("there is no template; trcfmt(5) tells where they are");
		status = EXIT_NOTHING;
	}
	err = table_rows(&table) || form != TABLE_TEXT ?
		      table_print(&only, 1, form, stdout) :
		      0;
	table_fini(&table);
	if (!err)
		return status;
	talk_error("fmt ls", err);
	return EXIT_SYSTEM;
}

static int list(const struct options *options)
{
	struct pxt_templates *templates = create();
	int status;

	if (!templates)
		return EXIT_SYSTEM;
	status = load(templates, options, true);
	if (!status)
		status = print_all(templates, options->form);
	pxt_templates_close(templates);
	return status;
}

/*
 * Showing
 */

static void put_attachment(const char *name, size_t len,
			   const struct pxt_attachment *attachment)
{
	static const char *const kinds[] = { "words", "generic", "raw",
					     "hook" };
	char id[PXT_HOOK_ID_SIZE], shown[LABEL_MAX];

	tame(shown, sizeof(shown), name, len);
	printf("#!posix event \"%s\" hook %s kind=%s", shown,
	       pxt_hook_id_text(attachment->id, id), kinds[attachment->kind]);
	if (attachment->subhook)
		printf(" subhook=0x%x", attachment->subhook);
	if (attachment->word)
		printf(" word=%u", attachment->word);
	if (*attachment->system) {
		tame(shown, sizeof(shown), attachment->system,
		     strlen(attachment->system));
		printf(" system=%s", shown);
	}
	if (attachment->has_layout)
		printf(" layout=0x%08x", attachment->layout);
	putchar('\n');
}

/* Comments between its lines may hold anything. */
static void put_source(const struct pxt_template *template)
{
	for (size_t i = 0; i < template->source_len; i++) {
		const unsigned char c = (unsigned char)template->source[i];

		if (c != '\r')
			putchar((c < 0x20 && c != '\n' && c != '\t') ||
						c == 0x7f ?
					'?' :
					c);
	}
	putchar('\n');
}

static void put_template(const struct pxt_templates *templates,
			 const struct pxt_template *template)
{
	struct pxt_attachment attachment;
	char file[1024];
	const char *name;
	size_t len;

	text_tame(file, sizeof(file), pxt_templates_file(templates, template));
	printf("# %s, line %u\n", file, template->line);
	for (size_t i = 0; (name = pxt_templates_list_attached(
				    templates, i, &len, &attachment));
	     i++)
		if (attachment.id == template->id)
			put_attachment(name, len, &attachment);
	put_source(template);
}

static int show_one(const struct pxt_templates *templates, const char *what)
{
	const struct pxt_template *template = NULL;
	struct pxt_attachment attachment;
	uint16_t id = 0;

	if (pxt_templates_know(templates, what, &attachment))
		template = pxt_templates_find(templates, attachment.id);
	else if (pxt_hook_id_parse(what, strlen(what), &id))
		template = pxt_templates_find(templates, id);
	if (!template && pxt_templates_is_own(templates, id)) {
		talk("%s: built in, and not written as a template", what);
		return EXIT_NOTHING;
	}
	if (!template) {
		talk("%s: no template has that id, and no event of that name "
		     "has one",
		     what);
		return EXIT_NOTHING;
	}
	put_template(templates, template);
	return EXIT_SUCCESS;
}

static int show(const struct options *options)
{
	struct pxt_templates *templates;
	int status, worst = EXIT_SUCCESS;

	if (!options->operands) {
		talk("fmt show: an id, or the name of an event, was expected");
		return EXIT_MISUSE;
	}
	templates = create();
	if (!templates)
		return EXIT_SYSTEM;
	worst = load(templates, options, false);
	for (size_t i = 0; i < options->operands && worst <= EXIT_NOTHING;
	     i++) {
		status = show_one(templates, options->operand[i]);
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
		argp_error(state, "%s: it is check, ls, show, add, rm or make",
			   arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'f':
		options->form = (enum table_form)forms_parse(table_forms, arg,
							     state);
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
		argp_error(state, "it is check, ls, show, add, rm or make");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = ARGS,
	.doc = SUMMARY
	"\v`check' tells what is wrong in files. `ls' lists templates, those "
	"of the search path or of files. `show' prints them by id, or by the "
	"name of an event. `add' copies a file to your folder, or changes one "
	"by an update; `rm' removes a file, or an id. `make' writes templates "
	"of what is described in traces. trcfmt(5) has the language."
	"\n\nExit status: 0 done; 1 there is no such template, or nothing "
	"changes; 2 called wrongly, there is no such file, or a template is "
	"wrong; 5 not "
	"permitted; 7 no memory, or a file cannot be read or written.",
};

static int run(int argc, char **argv)
{
	struct options options = { 0 };

	command_parse(&cmd_fmt, &argp, 0, argc, argv, &options);
	return options.action(&options);
}

const struct command cmd_fmt = {
	.name = "fmt",
	.args = ARGS,
	.summary = SUMMARY,
	.argp = &argp,
	.run = run,
};
