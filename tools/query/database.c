/*
 * database.c - the database that statements see
 */
#include "query/database.h"
#include "query/percentile.h"
#include "query/virtual_tables.h"

/* Refuses what names files of the system. */
static int authorize(void *context, int action, const char *one,
		     const char *other, const char *database,
		     const char *trigger)
{
	(void)context;
	(void)database;
	(void)trigger;
	switch (action) {
	case SQLITE_ATTACH:
	case SQLITE_DETACH:
		return SQLITE_DENY;
	case SQLITE_PRAGMA:
		/* Directories of files that SQLite makes. */
		return !sqlite3_stricmp(one, "temp_store_directory") ||
				       !sqlite3_stricmp(
					       one, "data_store_directory") ?
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
		code = sqlite3_set_authorizer(*database, authorize, NULL);
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
