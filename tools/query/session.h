/*
 * session.h - a query from its beginning to its end
 */
#ifndef QUERY_SESSION_H
#define QUERY_SESSION_H

#include "common/table.h"
#include "query/input.h"
#include "view/destination.h"

struct query_session {
	struct query_input input;
	const char *sql; /* NULL: those that are typed */
	enum table_form form;
	struct destination_options to;
};

/* False: built without SQLite; without libedit. */
bool query_session_is_there(void);
bool query_session_has_prompt(void);

/* Runs it. Returns the exit status, after reporting errors. */
int query_session_run(const struct query_session *session);

#endif
