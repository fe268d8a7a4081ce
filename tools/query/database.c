/*
 * database.c - the database that statements see
 */
#include <stdio.h>
#include <string.h>

#include "query/database.h"
#include "query/percentile.h"
#include "query/virtual_tables.h"

static bool is_of_trace(const struct query *query, const char *name)
{
	for (size_t i = 0; i < query->schema.count; i++)
		if (!sqlite3_stricmp(query->schema.table[i].name, name))
			return true;
	return false;
}

/* SQLite itself refuses to write rows of a virtual table, but not to drop or
 * rename it. */
static int refuse_change(struct query *query, const char *name)
{
	snprintf(query->why, sizeof(query->why),
		 "%s is a table of the trace, which is not written", name);
	return SQLITE_DENY;
}

static bool is_in_temp(const char *database)
{
	return database && !strcmp(database, "temp");
}

/* Refuses what names files of the system, and what changes tables of the
 * trace. */
static int authorize(void *context, int action, const char *one,
		     const char *other, const char *database,
		     const char *trigger)
{
	struct query *query = context;

	(void)trigger;
	switch (action) {
	case SQLITE_DROP_VTABLE:
		return !is_in_temp(database) && is_of_trace(query, one) ?
			       refuse_change(query, one) :
			       SQLITE_OK;
	case SQLITE_ALTER_TABLE:
		return !is_in_temp(one) && is_of_trace(query, other) ?
			       refuse_change(query, other) :
			       SQLITE_OK;
	case SQLITE_ATTACH:
	case SQLITE_DETACH:
		return SQLITE_DENY;
	case SQLITE_PRAGMA:
		/* Directories of files that SQLite makes, and the way around
		 * what is refused. */
		return !sqlite3_stricmp(one, "temp_store_directory") ||
				       !sqlite3_stricmp(
					       one, "data_store_directory") ||
				       !sqlite3_stricmp(one,
							"writable_schema") ?
			       SQLITE_DENY :
			       SQLITE_OK;
	case SQLITE_FUNCTION:
		return other && !sqlite3_stricmp(other, "load_extension") ?
			       SQLITE_DENY :
			       SQLITE_OK;
	}
	return SQLITE_OK;
}

int database_open(struct query *query, sqlite3 **database)
{
	int code;

	code = sqlite3_open_v2(":memory:", database,
			       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
				       SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX,
			       NULL);
	if (code == SQLITE_OK)
		code = percentile_add(*database);
	if (code == SQLITE_OK)
		code = virtual_tables_make(*database, query);
	if (code == SQLITE_OK)
		code = sqlite3_set_authorizer(*database, authorize, query);
	if (code != SQLITE_OK)
		return code;
	/* VACUUM INTO attaches a file without asking. */
	sqlite3_limit(*database, SQLITE_LIMIT_ATTACHED, 0);
	return SQLITE_OK;
}

void database_close(sqlite3 *database)
{
	sqlite3_close(database);
}
