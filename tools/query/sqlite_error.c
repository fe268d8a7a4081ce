/*
 * sqlite_error.c - errors of SQLite as error numbers
 */
#include <errno.h>
#include <stddef.h>

#include "query/sqlite_error.h"

/* SQLite passes the system's number on when a statement fails, but not when its
 * commit does: then the database's file has it, or that of temporary tables. */
static int system_error_of(sqlite3 *database)
{
	static const char *const files[] = { "main", "temp" };
	int err = sqlite3_system_errno(database);

	for (size_t i = 0; i < sizeof(files) / sizeof(*files) && !err; i++)
		sqlite3_file_control(database, files[i],
				     SQLITE_FCNTL_LAST_ERRNO, &err);
	return err ? err : EIO;
}

int sqlite_error_of(sqlite3 *database, int code)
{
	switch (code) {
	case SQLITE_OK:
	case SQLITE_DONE:
		return 0;
	case SQLITE_NOMEM:
		return ENOMEM;
	case SQLITE_FULL:
		return ENOSPC;
	case SQLITE_IOERR:
		return system_error_of(database);
	}
	return EIO;
}
