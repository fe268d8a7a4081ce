/*
 * virtual_tables.c - the tables of a trace in SQLite
 *
 * All are of one module; its argument is the number of the table in the
 * schema. Nothing can be written: there is no xUpdate.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query/cell_result.h"
#include "query/row_walk.h"
#include "query/virtual_tables.h"

struct virtual_table {
	sqlite3_vtab base;
	struct query *query;
	const struct schema_table *table;
};

struct cursor {
	sqlite3_vtab_cursor base;
	struct row_walk *walk;
};

static struct virtual_table *table_of(sqlite3_vtab *base)
{
	return (struct virtual_table *)base;
}

static struct cursor *cursor_of(sqlite3_vtab_cursor *base)
{
	return (struct cursor *)base;
}

/* An error as SQLite's, with its reason. */
static int code_of(sqlite3_vtab *base, int err)
{
	struct query *query = table_of(base)->query;

	if (!err)
		return SQLITE_OK;
	if (err == ENOMEM)
		return SQLITE_NOMEM;
	if (err == EINTR)
		return SQLITE_INTERRUPT;
	sqlite3_free(base->zErrMsg);
	if (!*query->why)
		snprintf(query->why, sizeof(query->why), "%s", strerror(err));
	base->zErrMsg = sqlite3_mprintf("%s", query->why);
	return SQLITE_IOERR_READ;
}

/* Tables */

static const struct schema_table *find_table(const struct query *query,
					     int argc, const char *const *argv)
{
	const size_t number = argc > 3 ? (size_t)strtoul(argv[3], NULL, 10) : 0;

	return number < query->schema.count ? &query->schema.table[number] :
					      NULL;
}

static int connect_table(sqlite3 *database, void *context, int argc,
			 const char *const *argv, sqlite3_vtab **connected,
			 char **error)
{
	struct query *query = context;
	const struct schema_table *its = find_table(query, argc, argv);
	struct virtual_table *table;
	char *declaration;
	int code;

	if (!its) {
		*error = sqlite3_mprintf("there is no such table of a trace");
		return SQLITE_ERROR;
	}
	declaration = schema_make_table(its, true);
	code = declaration ? sqlite3_declare_vtab(database, declaration) :
			     SQLITE_NOMEM;
	free(declaration);
	if (code != SQLITE_OK)
		return code;
	table = sqlite3_malloc(sizeof(*table));
	if (!table)
		return SQLITE_NOMEM;
	*table = (struct virtual_table){ .query = query, .table = its };
	*connected = &table->base;
	return SQLITE_OK;
}

static int disconnect_table(sqlite3_vtab *base)
{
	sqlite3_free(base);
	return SQLITE_OK;
}

static int choose(sqlite3_vtab *base, sqlite3_index_info *info)
{
	const struct virtual_table *table = table_of(base);

	return plan_make(table->query, table->table, info);
}

/* Cursors */

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **opened)
{
	const struct virtual_table *table = table_of(base);
	struct cursor *cursor = sqlite3_malloc(sizeof(*cursor));
	int err;

	if (!cursor)
		return SQLITE_NOMEM;
	*cursor = (struct cursor){ .walk = NULL };
	err = row_walk_open(table->query, table->table, &cursor->walk);
	if (err) {
		sqlite3_free(cursor);
		return code_of(base, err);
	}
	*opened = &cursor->base;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
	row_walk_close(cursor_of(base)->walk);
	sqlite3_free(base);
	return SQLITE_OK;
}

static int begin(sqlite3_vtab_cursor *base, int number, const char *plan,
		 int count, sqlite3_value **value)
{
	struct row_walk *walk = cursor_of(base)->walk;
	int code;

	(void)number;
	code = bounds_read(&walk->bounds, walk->query->base_ns, plan, count,
			   value);
	return code != SQLITE_OK ? code :
				   code_of(base->pVtab, row_walk_begin(walk));
}

static int next(sqlite3_vtab_cursor *base)
{
	return code_of(base->pVtab, row_walk_next(cursor_of(base)->walk));
}

static int is_over(sqlite3_vtab_cursor *base)
{
	return cursor_of(base)->walk->is_over;
}

static int get_column(sqlite3_vtab_cursor *base, sqlite3_context *context,
		      int column)
{
	struct cell cell;
	const int err =
		row_walk_get(cursor_of(base)->walk, (size_t)column, &cell);

	if (err)
		return code_of(base->pVtab, err);
	cell_result(context, &cell);
	return SQLITE_OK;
}

static int get_number(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
	uint64_t number;
	const int err = row_walk_get_number(cursor_of(base)->walk, &number);

	*row = (sqlite3_int64)number;
	return code_of(base->pVtab, err);
}

static const sqlite3_module module = {
	.iVersion = 1,
	.xCreate = connect_table,
	.xConnect = connect_table,
	.xBestIndex = choose,
	.xDisconnect = disconnect_table,
	.xDestroy = disconnect_table,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = begin,
	.xNext = next,
	.xEof = is_over,
	.xColumn = get_column,
	.xRowid = get_number,
};

static int make_table(sqlite3 *database, const struct query *query,
		      size_t number)
{
	char *text = sqlite3_mprintf(
		"create virtual table \"%w\" using posixtrace(%llu)",
		query->schema.table[number].name, (unsigned long long)number);
	const int code = text ? sqlite3_exec(database, text, NULL, NULL, NULL) :
				SQLITE_NOMEM;

	sqlite3_free(text);
	return code;
}

int virtual_tables_make(sqlite3 *database, struct query *query)
{
	int code;

	code = sqlite3_create_module(database, "posixtrace", &module, query);
	for (size_t i = 0; i < query->schema.count && code == SQLITE_OK; i++)
		code = make_table(database, query, i);
	return code;
}
