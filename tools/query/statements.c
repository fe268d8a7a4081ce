/*
 * statements.c - statements of SQL, one after the other
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "query/sqlite_error.h"
#include "query/statements.h"

/* The query that a signal interrupts. */
static struct query *interrupted;
static sqlite3 *running;

/* SQLite's function only sets a variable. */
static void interrupt(int number)
{
	(void)number;
	interrupted->is_interrupted = 1;
	sqlite3_interrupt(running);
}

void statements_catch_interrupt(struct query *query, sqlite3 *database)
{
	struct sigaction action = { .sa_handler = interrupt };

	interrupted = query;
	running = database;
	sigaction(SIGINT, &action, NULL);
}

/* The trace has its own reasons; all else that SQLite reads and writes is
 * temporary. */
static void tell_system_error(const struct query *query, sqlite3 *database,
			      int code)
{
	if (*query->why || code == SQLITE_NOMEM)
		talk("%s", sqlite3_errmsg(database));
	else
		talk_error("a temporary file of SQLite",
			   sqlite_error_of(database, code));
}

/* Reports an error, with its place in the text as a line. */
static int refuse(struct query *query, sqlite3 *database, const char *text,
		  const char *rest)
{
	const int code = sqlite3_errcode(database);
	const int offset = sqlite3_error_offset(database);
	const char *at = offset < 0 ? text : rest + offset;
	unsigned line = 1;

	if (code == SQLITE_INTERRUPT) {
		talk("interrupted");
		return EXIT_SIGNALLED + SIGINT;
	}
	if (code == SQLITE_NOMEM || code == SQLITE_IOERR ||
	    code == SQLITE_FULL) {
		tell_system_error(query, database, code);
		return query->status ? query->status : EXIT_SYSTEM;
	}
	if (code == SQLITE_AUTH && *query->why) {
		talk("SQL: %s", query->why);
		return EXIT_MISUSE;
	}
	for (const char *c = text; c < at; c++)
		line += *c == '\n';
	if (offset >= 0 && strchr(text, '\n'))
		talk("SQL, line %u: %s", line, sqlite3_errmsg(database));
	else
		talk("SQL: %s", sqlite3_errmsg(database));
	return EXIT_MISUSE;
}

static int tell_error(int err)
{
	talk_error("query", err);
	return EXIT_SYSTEM;
}

/* Puts the rows of a statement. The output may be closed before the last. */
static int put_rows(struct answer *answer, sqlite3_stmt *statement, int *code)
{
	int err = 0;

	*code = sqlite3_step(statement);
	if (sqlite3_column_count(statement) &&
	    (*code == SQLITE_ROW || *code == SQLITE_DONE))
		err = answer_begin(answer, statement);
	while (*code == SQLITE_ROW && !err && !answer->out->error) {
		err = answer_put(answer, statement);
		*code = sqlite3_step(statement);
	}
	return err ? err : answer_end(answer);
}

static bool is_all_right(int code)
{
	return code == SQLITE_DONE || code == SQLITE_ROW;
}

static int run_one(struct query *query, sqlite3 *database,
		   struct answer *answer, const char *text, const char **rest)
{
	const char *from = *rest;
	sqlite3_stmt *statement;
	int code, err, status = EXIT_SUCCESS;

	*query->why = '\0';
	if (sqlite3_prepare_v2(database, from, -1, &statement, rest))
		return refuse(query, database, text, from);
	if (!statement)
		return EXIT_SUCCESS;
	query->status = EXIT_SUCCESS;
	err = put_rows(answer, statement, &code);
	if (err)
		status = tell_error(err);
	else if (!is_all_right(code))
		status = refuse(query, database, text, from);
	sqlite3_finalize(statement);
	return status;
}

int statements_run(struct query *query, sqlite3 *database,
		   struct answer *answer, const char *text)
{
	const char *rest = text;
	int status = EXIT_SUCCESS;

	query->is_interrupted = 0;
	while (*rest && !status && !answer->out->error)
		status = run_one(query, database, answer, text, &rest);
	return status;
}
