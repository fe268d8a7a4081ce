/*
 * prompt.h - statements that are typed, with history and completion
 */
#ifndef QUERY_PROMPT_H
#define QUERY_PROMPT_H

#include "query/answer.h"
#include "query/reader.h"

/* False: built without libedit. */
bool prompt_is_there(void);

/* Asks for statements, and answers them, until the end of input. A statement
 * that fails ends nothing. Returns the exit status. */
int prompt_run(struct query *query, sqlite3 *database, struct answer *answer);

#endif
