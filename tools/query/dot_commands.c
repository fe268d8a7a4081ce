/*
 * dot_commands.c - commands that are no SQL: .tables, .schema, .mode, .help
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "query/dot_commands.h"

/* The state of a command. */
struct command_run {
	struct query *query;
	struct answer *answer;
	const char *argument; /* may be "" */
	bool quits;
};

typedef int command_action(struct command_run *run);

struct dot_command {
	const char *name, *argument, *help;
	command_action *run;
};

static int put_help(struct command_run *run);

static int quit(struct command_run *run)
{
	run->quits = true;
	return EXIT_SUCCESS;
}

static int set_mode(struct command_run *run)
{
	for (const struct word *form = table_forms; form->text; form++) {
		if (strcmp(form->text, run->argument))
			continue;
		if (form->value == TABLE_JSON && !jsonl_is_there()) {
			talk(".mode json: built without yajl");
			return EXIT_MISUSE;
		}
		return answer_set_form(run->answer,
				       (enum table_form)form->value) ?
			       EXIT_SYSTEM :
			       EXIT_SUCCESS;
	}
	talk(".mode %s: it is text, json, csv or tsv", run->argument);
	return EXIT_MISUSE;
}

static int put_tables(struct command_run *run)
{
	const struct schema *schema = &run->query->schema;

	for (size_t i = 0; i < schema->count; i++) {
		out_text(run->answer->out, schema->table[i].name);
		out_text(run->answer->out, "\n");
	}
	return EXIT_SUCCESS;
}

static int put_table(struct command_run *run, const struct schema_table *table)
{
	char *text = schema_make_table(table, false);

	if (!text) {
		talk_error(".schema", ENOMEM);
		return EXIT_SYSTEM;
	}
	out_bytes(run->answer->out, text, strlen(text));
	out_text(run->answer->out, ";\n");
	free(text);
	return EXIT_SUCCESS;
}

static int put_schema(struct command_run *run)
{
	const struct schema *schema = &run->query->schema;
	int status = EXIT_SUCCESS;
	bool any = false;

	for (size_t i = 0; i < schema->count && !status; i++) {
		const struct schema_table *table = &schema->table[i];

		if (*run->argument &&
		    sqlite3_stricmp(table->name, run->argument))
			continue;
		any = true;
		status = put_table(run, table);
	}
	if (any)
		return status;
	talk(".schema %s: there is no such table", run->argument);
	return EXIT_MISUSE;
}

static const struct dot_command commands_of_prompt[] = {
	{ ".help", "", "this list", put_help },
	{ ".mode", " FORM", "rows as text, json, csv or tsv", set_mode },
	{ ".quit", "", "end; so does the end of input", quit },
	{ ".schema", " [TABLE]", "columns, also hidden ones", put_schema },
	{ ".tables", "", "names of tables", put_tables },
};

enum { COMMANDS = sizeof(commands_of_prompt) / sizeof(*commands_of_prompt) };

static int put_help(struct command_run *run)
{
	char line[80];

	for (size_t i = 0; i < COMMANDS; i++) {
		const struct dot_command *command = &commands_of_prompt[i];
		char usage[32];

		snprintf(usage, sizeof(usage), "%s%s", command->name,
			 command->argument);
		snprintf(line, sizeof(line), "%-18s %s\n", usage,
			 command->help);
		out_text(run->answer->out, line);
	}
	out_text(run->answer->out,
		 "All else is SQL, and ends with a semicolon.\n");
	return EXIT_SUCCESS;
}

const char *dot_commands_name(size_t index)
{
	return index < COMMANDS ? commands_of_prompt[index].name : NULL;
}

bool dot_commands_has(const char *text)
{
	return *text == '.';
}

static const char blanks[] = " \t\r\n;";

/* Takes a name in quotation marks, as of SQL, in place: one that is doubled is
 * part of it. Returns what is behind, or NULL: it has no end. */
static char *take_quoted(char *name)
{
	const char end = *name == '[' ? ']' : *name;
	char *to = name;

	for (char *from = name + 1; *from; from++) {
		if (*from == end && (end == ']' || from[1] != end)) {
			*to = '\0';
			return from + 1;
		}
		from += *from == end;
		*to++ = *from;
	}
	return NULL;
}

/* Takes the argument, in place. False: it is none, or one of several. */
static bool take_argument(char *text, const char **argument)
{
	char *rest = text;

	if (*text && strchr("\"'`[", *text)) {
		rest = take_quoted(text);
	} else {
		rest += strcspn(text, blanks);
		if (*rest)
			*rest++ = '\0';
	}
	*argument = text;
	return rest && !rest[strspn(rest, blanks)];
}

static int run_command(struct command_run *run, const char *name,
		       const char *text)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (!strcmp(commands_of_prompt[i].name, name))
			return commands_of_prompt[i].run(run);
	talk("%s: no such command; .help lists them", text);
	return EXIT_MISUSE;
}

int dot_commands_run(struct query *query, struct answer *answer,
		     const char *text, bool *quits)
{
	struct command_run run = { .query = query, .answer = answer };
	char *copy = strdup(text), *rest = copy, *name;
	int status;

	name = copy ? strsep(&rest, blanks) : NULL;
	if (!name) {
		talk_error("query", ENOMEM);
		return EXIT_SYSTEM;
	}
	rest = rest ? rest + strspn(rest, blanks) : name + strlen(name);
	if (take_argument(rest, &run.argument)) {
		status = run_command(&run, name, text);
	} else {
		talk("%s: expected one name; with spaces it is \"a name\"",
		     text);
		status = EXIT_MISUSE;
	}
	if (quits)
		*quits = run.quits;
	free(copy);
	return status;
}
