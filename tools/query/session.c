/*
 * session.c - a query from its beginning to its end
 */
#include "common/command.h"
#include "common/talk.h"
#include "query/database.h"
#include "query/dot_commands.h"
#include "query/prompt.h"
#include "query/session.h"
#include "query/statements.h"

bool query_session_is_there(void)
{
	return true;
}

bool query_session_has_prompt(void)
{
	return prompt_is_there();
}

static int run_text(struct query *query, sqlite3 *database,
		    struct answer *answer, const char *text)
{
	return dot_commands_has(text) ?
		       dot_commands_run(query, answer, text, NULL) :
		       statements_run(query, database, answer, text);
}

static int answer_all(const struct query_session *session, struct query *query,
		      sqlite3 *database, struct out *out)
{
	struct answer answer;
	int status;

	if (answer_init(&answer, session->form, out)) {
		talk_error("query", ENOMEM);
		return EXIT_SYSTEM;
	}
	status = session->sql ?
			 run_text(query, database, &answer, session->sql) :
			 prompt_run(query, database, &answer);
	answer_fini(&answer);
	return status;
}

static int put_answers(const struct query_session *session, struct query *query,
		       sqlite3 *database)
{
	static struct destination to;
	int status, written;

	status = destination_open(&to, &session->to, query->readers->source);
	if (status)
		return status;
	status = answer_all(session, query, database, &to.out);
	written = destination_close(&to);
	return status ? status : written;
}

static int ask(const struct query_session *session, struct query *query)
{
	sqlite3 *database = NULL;
	int status;

	if (database_open(query, &database) == SQLITE_OK) {
		statements_catch_interrupt(query, database);
		status = put_answers(session, query, database);
	} else {
		talk("SQLite: %s", sqlite3_errmsg(database));
		status = EXIT_SYSTEM;
	}
	database_close(database);
	return status;
}

int query_session_run(const struct query_session *session)
{
	struct query query;
	int status;

	status = query_begin(&query, &session->input);
	if (!status)
		status = ask(session, &query);
	if (!status)
		status = query_tell(&query);
	query_close(&query);
	return status;
}
