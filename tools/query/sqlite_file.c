/*
 * sqlite_file.c - a database of SQLite with the tables of a query
 *
 * The survey finds the types, and counts; the second reading makes the rows of
 * events, spans, holds and losses as they come. All is one transaction.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "common/stamp.h"
#include "query/census.h"
#include "query/damage_rows.h"
#include "query/hold_rows.h"
#include "query/inserter.h"
#include "query/span_rows.h"
#include "query/sqlite_error.h"
#include "query/sqlite_file.h"
#include "write/export/view.h"

struct sqlite_file {
	struct pxt_export *export;
	sqlite3 *database;
	struct event_cells cells;
	struct schema schema;
	struct census census;
	struct span_rows spans;
	struct hold_rows holds;
	struct inserter inserter;
	bool has_inserter;
	struct cell event[EVENT_COLUMNS]; /* columns of the present event */
	bool is_known[FIELDS_TYPES];
	size_t table[FIELDS_TYPES]; /* number of a type's table; 0: none */
	bool has_base;
};

/* Events come in the order of time, mostly: their index grows with them. Others
 * are sorted at the end. */
static const char index_times[] = "create index events_ts on events(ts)";
static const char index_rest[] = "pragma cache_size = -32768;"
				 "create index events_name on events(name, ts);"
				 "create index spans_name on spans(name, dur);"
				 "commit";

/* Errors */

static int note(struct sqlite_file *file, int err)
{
	if (err == EIO)
		snprintf(file->export->why, sizeof(file->export->why), "%s: %s",
			 file->export->file, sqlite3_errmsg(file->database));
	return err;
}

static int fail(struct sqlite_file *file)
{
	return note(file, sqlite_error_of(file->database,
					  sqlite3_errcode(file->database)));
}

static int run(struct sqlite_file *file, const char *text)
{
	return sqlite3_exec(file->database, text, NULL, NULL, NULL) ?
		       fail(file) :
		       0;
}

/* Opening and closing */

/* SQLite sorts as much as the database has: it is kept where that is, unless
 * the user says where. */
static int choose_folder(const struct sqlite_file *file)
{
	const char *path = file->export->file, *slash = strrchr(path, '/');

	if (getenv("SQLITE_TMPDIR") || getenv("TMPDIR"))
		return 0;
	sqlite3_temp_directory =
		slash ? sqlite3_mprintf("%.*s", (int)(slash - path) + 1, path) :
			sqlite3_mprintf(".");
	return sqlite3_temp_directory ? 0 : ENOMEM;
}

static int open_database(struct sqlite_file *file)
{
	const int err = choose_folder(file);

	if (err)
		return err;
	if (sqlite3_open_v2(file->export->file, &file->database,
			    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
				    SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW,
			    NULL))
		return fail(file);
	return run(file, "pragma journal_mode = off; pragma synchronous = off;"
			 "pragma locking_mode = exclusive;"
			 "pragma page_size = 16384; begin");
}

static int open_file(struct pxt_export *export)
{
	struct sqlite_file *file = calloc(1, sizeof(*file));
	int err;

	if (!file)
		return ENOMEM;
	export->state = file;
	file->export = export;
	err = event_cells_init(&file->cells,
			       export_view_of(export->view)->source, 0);
	census_init(&file->census, &file->cells);
	if (!err)
		err = schema_init(&file->schema);
	if (!err)
		err = span_rows_init(&file->spans, &file->cells);
	if (!err)
		err = hold_rows_init(&file->holds, &file->cells);
	return err;
}

static void close_database(struct sqlite_file *file)
{
	if (file->has_inserter)
		inserter_fini(&file->inserter);
	file->has_inserter = false;
	sqlite3_close(file->database);
	file->database = NULL;
	sqlite3_free(sqlite3_temp_directory);
	sqlite3_temp_directory = NULL;
}

static void close_file(struct pxt_export *export)
{
	struct sqlite_file *file = export->state;

	if (!file)
		return;
	close_database(file);
	if (file->holds.cells)
		hold_rows_fini(&file->holds);
	if (file->spans.cells)
		span_rows_fini(&file->spans);
	census_fini(&file->census);
	schema_fini(&file->schema);
	event_cells_fini(&file->cells);
	free(file);
}

/* The survey */

static int make_tables(struct sqlite_file *file)
{
	int err;

	err = open_database(file);
	if (err)
		return err;
	file->has_inserter = true;
	err = note(file, inserter_init(&file->inserter, file->database,
				       &file->schema));
	if (!err)
		err = run(file, index_times);
	return err ? err : inserter_start(&file->inserter);
}

/* Types have the order of their numbers, as in a query. */
static int add_types(struct sqlite_file *file)
{
	const struct posix_trace_layout_np *layout;
	int err = 0;

	for (trace_event_id_t type = 0; type < FIELDS_TYPES && !err; type++) {
		layout = fields_layout(&file->cells.fields, type);
		file->is_known[type] = layout;
		if (layout)
			err = schema_add_type(
				&file->schema,
				labels_event(&file->cells.labels, type).text,
				layout);
	}
	return err;
}

static int end_survey(struct sqlite_file *file)
{
	const int err = add_types(file);

	return err ? err : make_tables(file);
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct sqlite_file *file = export->state;

	if (!item)
		return end_survey(file);
	event_cells_set(&file->cells, item);
	if (!file->has_base)
		file->cells.base_ns = stamp_ns(&item->info.posix_timestamp);
	file->has_base = true;
	return census_add(&file->census);
}

/* Rows */

/* Tables that every trace has stand in the order of their kinds, without that
 * of described types. */
static size_t number_of(enum schema_kind kind)
{
	return kind > SCHEMA_TYPED ? (size_t)kind - 1 : (size_t)kind;
}

static int end_row(struct sqlite_file *file, size_t number)
{
	return note(file, inserter_end_row(&file->inserter, number));
}

static int insert_event(struct sqlite_file *file)
{
	const size_t number = number_of(SCHEMA_EVENTS);
	int err = 0;

	for (size_t i = 0; i < EVENT_COLUMNS && !err; i++) {
		file->event[i].is_lasting = false;
		err = event_cells_get(&file->cells, (enum event_column)i,
				      &file->event[i]);
		if (!err)
			err = inserter_add(&file->inserter, number,
					   &file->event[i]);
	}
	return err ? err : end_row(file, number);
}

/* The columns that are no fields are as in events. */
static int insert_typed(struct sqlite_file *file, size_t number)
{
	const struct schema_table *table = &file->schema.table[number];
	int err = 0;

	for (size_t i = 0; i < table->columns && !err; i++) {
		const struct schema_column *column = &table->column[i];
		const struct cell *shown = &file->event[column->which];
		struct cell cell;

		if (column->aspect) {
			cell.is_lasting = false;
			err = event_cells_get_typed(&file->cells, table, i,
						    &cell);
			shown = &cell;
		}
		if (!err)
			err = inserter_add(&file->inserter, number, shown);
	}
	return err ? err : end_row(file, number);
}

/* The value of a column of the present row of a table. */
typedef int get_cell(struct sqlite_file *file, const struct schema_table *table,
		     size_t column, struct cell *cell);

static int insert(struct sqlite_file *file, size_t number, get_cell *get)
{
	const struct schema_table *table = &file->schema.table[number];
	struct cell cell;
	int err = 0;

	for (size_t i = 0; i < table->columns && !err; i++) {
		cell.is_lasting = false;
		err = get(file, table, i, &cell);
		if (!err)
			err = inserter_add(&file->inserter, number, &cell);
	}
	return err ? err : end_row(file, number);
}

static int get_span(struct sqlite_file *file, const struct schema_table *table,
		    size_t column, struct cell *cell)
{
	span_rows_get(&file->spans, table->column[column].which, cell);
	return 0;
}

static int get_hold(struct sqlite_file *file, const struct schema_table *table,
		    size_t column, struct cell *cell)
{
	hold_rows_get(&file->holds, table->column[column].which, cell);
	return 0;
}

static int get_loss(struct sqlite_file *file, const struct schema_table *table,
		    size_t column, struct cell *cell)
{
	return event_cells_get_loss(&file->cells, table->column[column].which,
				    cell);
}

/* The number of a type's table, which is not the first; 0: it has none. */
static size_t find_table(struct sqlite_file *file, trace_event_id_t type)
{
	const char *name;

	if (type >= FIELDS_TYPES || !file->is_known[type])
		return 0;
	if (file->table[type])
		return file->table[type];
	name = labels_event(&file->cells.labels, type).text;
	for (size_t i = 1; i < file->schema.count; i++)
		if (file->schema.table[i].event &&
		    !strcmp(file->schema.table[i].event, name))
			file->table[type] = i;
	return file->table[type];
}

static int put_event(struct sqlite_file *file,
		     const struct posix_trace_item_np *item)
{
	const size_t table = find_table(file, item->info.posix_event_id);
	int err;

	err = insert_event(file);
	return err || !table ? err : insert_typed(file, table);
}

static int put_spans(struct sqlite_file *file)
{
	int err = 0;

	while (!err && span_rows_take(&file->spans))
		err = insert(file, number_of(SCHEMA_SPANS), get_span);
	return err;
}

static int put_holds(struct sqlite_file *file)
{
	int err = 0;

	while (!err && hold_rows_take(&file->holds))
		err = insert(file, number_of(SCHEMA_HOLDS), get_hold);
	return err;
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct sqlite_file *file = export->state;
	int err;

	event_cells_set(&file->cells, item);
	err = item->kind == POSIX_TRACE_ITEM_EVENT_NP ?
		      put_event(file, item) :
		      insert(file, number_of(SCHEMA_LOSSES), get_loss);
	if (!err)
		err = span_rows_add(&file->spans);
	if (!err)
		err = put_spans(file);
	if (!err)
		err = hold_rows_add(&file->holds);
	return err ? err : put_holds(file);
}

/* The small tables, and the end */

static int put_rows(struct sqlite_file *file, size_t number,
		    const struct census_rows *rows)
{
	int err = 0;

	for (size_t i = 0; i < rows->count && !err; i++) {
		err = inserter_add(&file->inserter, number, &rows->cell[i]);
		if (!err && i % rows->columns == rows->columns - 1)
			err = end_row(file, number);
	}
	return err;
}

static int put_table(struct sqlite_file *file, enum schema_kind kind)
{
	const size_t number = number_of(kind);
	const struct schema_table *table = &file->schema.table[number];
	struct census_rows rows = { .columns = table->columns };
	int err;

	err = kind == SCHEMA_DAMAGE ?
		      damage_rows_add(&rows, file->cells.source) :
		      census_make(&file->census, table, &rows);
	if (!err)
		err = put_rows(file, number, &rows);
	census_rows_fini(&rows);
	return err;
}

static int complete(struct sqlite_file *file)
{
	int err = 0;

	span_rows_end(&file->spans);
	hold_rows_end(&file->holds);
	err = put_spans(file);
	if (!err)
		err = put_holds(file);
	for (int kind = SCHEMA_THREADS; kind < SCHEMA_KINDS && !err; kind++)
		err = put_table(file, (enum schema_kind)kind);
	return err;
}

static int finish(struct pxt_export *export)
{
	struct sqlite_file *file = export->state;
	int err;

	err = complete(file);
	if (!err)
		err = note(file, inserter_finish(&file->inserter));
	if (!err)
		err = run(file, index_rest);
	if (err)
		return err;
	close_database(file);
	if (file->cells.replaced)
		pxt_export_lose_more(export,
				     "texts with bytes that are not UTF-8",
				     file->cells.replaced);
	return 0;
}

static const struct pxt_exporter exporter = {
	.owns_file = true,
	.open = open_file,
	.survey = survey,
	.put = put,
	.finish = finish,
	.close = close_file,
};

const struct pxt_format query_sqlite = {
	.name = "sqlite",
	.summary = "a database of SQLite, with the tables of query",
	.patterns = "*.db *.sqlite",
	.export = &exporter,
};
