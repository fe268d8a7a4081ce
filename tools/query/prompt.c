/*
 * prompt.c - statements that are typed, with history and completion
 */
#include "config.h"

#include "common/command.h"
#include "common/talk.h"
#include "query/prompt.h"

#ifdef HAVE_LIBEDIT

#include <editline/readline.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "query/dot_commands.h"
#include "query/statements.h"

bool prompt_is_there(void)
{
	return true;
}

/* Completion: words of SQL, tables, columns, commands */

static const char *const words[] = {
	"and",	  "as",	       "asc",	     "between",	   "by",       "case",
	"cast",	  "count",     "create",     "desc",	   "distinct", "else",
	"end",	  "except",    "exists",     "explain",	   "from",     "group",
	"having", "in",	       "is",	     "join",	   "lag",      "lead",
	"left",	  "like",      "limit",	     "max",	   "median",   "min",
	"not",	  "null",      "offset",     "on",	   "or",       "order",
	"over",	  "partition", "percentile", "row_number", "select",   "sum",
	"table",  "temp",      "then",	     "union",	   "using",    "values",
	"view",	  "when",      "where",	     "with",
};

enum { WORDS = sizeof(words) / sizeof(*words) };

/* The schema whose names are completed. */
static const struct schema *completed;

/* Candidates have numbers, one kind after the other. */
static const char *find_candidate(size_t number)
{
	if (number < WORDS)
		return words[number];
	number -= WORDS;
	for (size_t i = 0; dot_commands_name(i); i++)
		if (!number--)
			return dot_commands_name(i);
	for (size_t i = 0; i < completed->count; i++) {
		const struct schema_table *table = &completed->table[i];

		if (!number--)
			return table->name;
		if (number < table->columns)
			return table->column[number].name;
		number -= table->columns;
	}
	return NULL;
}

static bool was_before(size_t number)
{
	const char *candidate = find_candidate(number);

	for (size_t i = 0; i < number; i++)
		if (!strcmp(find_candidate(i), candidate))
			return true;
	return false;
}

/* libedit asks again and again, first with state 0. */
static char *complete(const char *text, int state)
{
	static size_t next;
	const size_t len = strlen(text);
	const char *candidate;

	if (!state)
		next = 0;
	while ((candidate = find_candidate(next))) {
		if (strncmp(candidate, text, len) || was_before(next)) {
			next++;
			continue;
		}
		next++;
		return strdup(candidate);
	}
	return NULL;
}

/* Statements */

struct typed {
	char *text;
	size_t len, room;
};

static int append(struct typed *typed, const char *line)
{
	const size_t len = strlen(line);

	if (pxt_array_reserve(&typed->text, &typed->room, typed->len + len + 2,
			      1))
		return ENOMEM;
	memcpy(typed->text + typed->len, line, len);
	typed->len += len;
	typed->text[typed->len++] = '\n';
	typed->text[typed->len] = '\0';
	return 0;
}

static bool is_blank(const char *line)
{
	return !line[strspn(line, " \t\r\n")];
}

/* The line is kept without its last newline. */
static void remember(struct typed *typed)
{
	typed->text[typed->len - 1] = '\0';
	add_history(typed->text);
}

static void run_typed(struct query *query, sqlite3 *database,
		      struct answer *answer, struct typed *typed, bool *quits)
{
	remember(typed);
	answer->is_later = false;
	if (dot_commands_has(typed->text))
		dot_commands_run(query, answer, typed->text, quits);
	else
		statements_run(query, database, answer, typed->text);
	typed->len = 0;
	out_flush(answer->out);
}

static void add_line(struct query *query, sqlite3 *database,
		     struct answer *answer, struct typed *typed,
		     const char *line, bool *quits)
{
	if (!typed->len && is_blank(line))
		return;
	if (append(typed, line)) {
		talk_error("query", ENOMEM);
		typed->len = 0;
		return;
	}
	if (dot_commands_has(typed->text) || sqlite3_complete(typed->text))
		run_typed(query, database, answer, typed, quits);
}

int prompt_run(struct query *query, sqlite3 *database, struct answer *answer)
{
	struct typed typed = { .text = NULL };
	bool quits = false;
	char *line;

	completed = &query->schema;
	rl_readline_name = "posixtrace";
	rl_completion_entry_function = complete;
	using_history();
	while (!quits && !answer->out->error) {
		line = readline(typed.len ? "   ...> " : "query> ");
		if (!line)
			break;
		add_line(query, database, answer, &typed, line, &quits);
		free(line);
	}
	if (!quits)
		out_text(answer->out, "\n");
	free(typed.text);
	return EXIT_SUCCESS;
}

#else

bool prompt_is_there(void)
{
	return false;
}

int prompt_run(struct query *query, sqlite3 *database, struct answer *answer)
{
	(void)query;
	(void)database;
	(void)answer;
	talk("query: built without libedit: give SQL as an argument, by "
	     "-i FILE, or by standard input");
	return EXIT_MISUSE;
}

#endif
