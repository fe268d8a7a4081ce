/*
 * without.c - a query, where SQLite is not built in
 */
#include "common/command.h"
#include "common/talk.h"
#include "query/session.h"
#include "query/sqlite_file.h"

bool query_session_is_there(void)
{
	return false;
}

bool query_session_has_prompt(void)
{
	return false;
}

int query_session_run(const struct query_session *session)
{
	(void)session;
	talk("query: built without SQLite");
	return EXIT_MISUSE;
}

const struct pxt_format query_sqlite = {
	.name = "sqlite",
	.summary = "a database of SQLite, with the tables of query",
	.patterns = "*.db *.sqlite",
	.missing = "SQLite",
};
