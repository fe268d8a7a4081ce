/*
 * sqlite_file.c - a database of SQLite with the tables of a query
 *
 * The survey finds the types, and counts; then SQLite makes the tables, and the
 * second reading writes the rows of events, spans, holds and losses as they
 * come, without SQLite, whose statements would take most of the time. SQLite
 * makes the indexes that have another order.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/stamp.h"
#include "query/census.h"
#include "query/damage_rows.h"
#include "query/hold_rows.h"
#include "query/name_index.h"
#include "query/span_rows.h"
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
	struct btree_file pages;
	struct btree *tree; /* trees of the tables */
	struct btree by_time;
	struct name_index by_name;
	uint32_t by_name_root;
	struct record record;
	struct cell event[EVENT_COLUMNS]; /* columns of the present event */
	bool is_known[FIELDS_TYPES];
	size_t table[FIELDS_TYPES]; /* number of a type's table; 0: none */
	bool has_base;
	bool is_ordered; /* events have names, and come in the order of time */
	int64_t last_ns;
};

enum { LONGEST_NAME = 1024 };

static const char ordered_indexes[] =
	"create index events_ts on events(ts);"
	"create index events_name on events(name, ts)";

/* Errors */

static int fail(struct sqlite_file *file)
{
	if (sqlite3_errcode(file->database) == SQLITE_FULL)
		return ENOSPC;
	snprintf(file->export->why, sizeof(file->export->why), "%s: %s",
		 file->export->file, sqlite3_errmsg(file->database));
	return EIO;
}

static int run(struct sqlite_file *file, const char *text)
{
	return sqlite3_exec(file->database, text, NULL, NULL, NULL) ?
		       fail(file) :
		       0;
}

/* Opening and closing */

static int open_database(struct sqlite_file *file)
{
	if (sqlite3_open_v2(file->export->file, &file->database,
			    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
				    SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW,
			    NULL))
		return fail(file);
	/* The size of a page is BTREE_PAGE. */
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
	file->pages.fd = -1;
	file->is_ordered = true;
	file->last_ns = INT64_MIN;
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
	sqlite3_close(file->database);
	file->database = NULL;
}

static void free_trees(struct sqlite_file *file)
{
	for (size_t i = 0; file->tree && i < file->schema.count; i++)
		btree_fini(&file->tree[i]);
	free(file->tree);
	btree_fini(&file->by_time);
	name_index_fini(&file->by_name);
	record_fini(&file->record);
	if (file->pages.fd >= 0)
		close(file->pages.fd);
}

static void close_file(struct pxt_export *export)
{
	struct sqlite_file *file = export->state;

	if (!file)
		return;
	close_database(file);
	free_trees(file);
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

static int make_table(struct sqlite_file *file,
		      const struct schema_table *table)
{
	char *text = schema_make_table(table, false);
	const int err = text ? run(file, text) : ENOMEM;

	free(text);
	return err;
}

/* The first page of a table or an index. */
static int find_root(struct sqlite_file *file, const char *name, uint32_t *root)
{
	sqlite3_stmt *statement;
	int err = 0;

	if (sqlite3_prepare_v2(file->database,
			       "select rootpage from sqlite_master "
			       "where name = ?",
			       -1, &statement, NULL))
		return fail(file);
	if (sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC) ||
	    sqlite3_step(statement) != SQLITE_ROW)
		err = fail(file);
	else
		*root = (uint32_t)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return err;
}

static int begin_tree(struct sqlite_file *file, struct btree *tree,
		      const char *name, bool is_index)
{
	uint32_t root = 0;
	const int err = find_root(file, name, &root);

	btree_init(tree, &file->pages, root, is_index);
	return err;
}

static int begin_indexes(struct sqlite_file *file)
{
	int err;

	file->by_name.file = &file->pages;
	err = begin_tree(file, &file->by_time, "events_ts", true);
	return err ? err : find_root(file, "events_name", &file->by_name_root);
}

static int begin_trees(struct sqlite_file *file)
{
	int err = 0;

	file->tree = calloc(file->schema.count, sizeof(*file->tree));
	if (!file->tree)
		return ENOMEM;
	for (size_t i = 0; i < file->schema.count && !err; i++)
		err = begin_tree(file, &file->tree[i],
				 file->schema.table[i].name, false);
	return err || !file->is_ordered ? err : begin_indexes(file);
}

static int make_tables(struct sqlite_file *file)
{
	int err;

	err = open_database(file);
	for (size_t i = 0; i < file->schema.count && !err; i++)
		err = make_table(file, &file->schema.table[i]);
	if (!err && file->is_ordered)
		err = run(file, ordered_indexes);
	if (!err)
		err = run(file, "commit");
	if (!err)
		err = begin_trees(file);
	close_database(file);
	return err ? err : btree_file_open(&file->pages, file->export->file);
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

	file->last_ns = INT64_MIN;
	return err ? err : make_tables(file);
}

/* True for an event that the indexes can get behind the last one. */
static bool is_next(struct sqlite_file *file, const struct cell *name,
		    int64_t ns)
{
	const bool is_named = name->kind == CELL_TEXT && name->is_lasting &&
			      name->len <= LONGEST_NAME;
	const bool is_later = ns >= file->last_ns;

	file->last_ns = ns;
	return is_named && is_later;
}

/* Events whose order is not that of their times, and those without names, are
 * put into the indexes by SQLite. */
static void check_order(struct sqlite_file *file,
			const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	struct cell name;

	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP || !file->is_ordered)
		return;
	event_cells_get(&file->cells, EVENT_NAME, &name);
	file->is_ordered = is_next(file, &name, ns);
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
	check_order(file, item);
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
	size_t len;
	const uint8_t *row = record_end(&file->record, &len);

	return row ? btree_add_row(&file->tree[number], row, len) : ENOMEM;
}

static int insert_event(struct sqlite_file *file)
{
	const size_t number = number_of(SCHEMA_EVENTS);
	const struct schema_table *table = &file->schema.table[number];
	int err = 0;

	record_begin(&file->record);
	for (size_t i = 0; i < EVENT_COLUMNS && !err; i++) {
		file->event[i].is_lasting = false;
		err = event_cells_get(&file->cells, (enum event_column)i,
				      &file->event[i]);
		if (!err)
			err = record_add(&file->record, table->column[i].type,
					 &file->event[i]);
	}
	return err ? err : end_row(file, number);
}

/* The columns that are no fields are as in events. */
static int insert_typed(struct sqlite_file *file, size_t number)
{
	const struct schema_table *table = &file->schema.table[number];
	int err = 0;

	record_begin(&file->record);
	for (size_t i = 0; i < table->columns && !err; i++) {
		const struct schema_column *column = &table->column[i];
		const struct cell *shown = &file->event[column->which];
		struct cell cell;

		if (column->part) {
			cell.is_lasting = false;
			err = event_cells_get_typed(&file->cells, table, i,
						    &cell);
			shown = &cell;
		}
		if (!err)
			err = record_add(&file->record, column->type, shown);
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

	record_begin(&file->record);
	for (size_t i = 0; i < table->columns && !err; i++) {
		cell.is_lasting = false;
		err = get(file, table, i, &cell);
		if (!err)
			err = record_add(&file->record, table->column[i].type,
					 &cell);
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

static int add_by_time(struct sqlite_file *file, int64_t ns, uint64_t rowid)
{
	struct cell cell;
	const uint8_t *entry;
	size_t len;
	int err;

	record_begin(&file->record);
	cell_set_integer(&cell, ns);
	err = record_add(&file->record, "", &cell);
	cell_set_integer(&cell, (int64_t)rowid);
	if (!err)
		err = record_add(&file->record, "", &cell);
	entry = err ? NULL : record_end(&file->record, &len);
	return entry ? btree_add_entry(&file->by_time, entry, len) : ENOMEM;
}

/* Adds the last event to the indexes. */
static int put_entries(struct sqlite_file *file,
		       const struct posix_trace_item_np *item)
{
	const uint64_t rowid = file->tree[number_of(SCHEMA_EVENTS)].rowid;
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	struct cell name;
	int err;

	event_cells_get(&file->cells, EVENT_NAME, &name);
	if (!is_next(file, &name, ns)) {
		snprintf(file->export->why, sizeof(file->export->why),
			 "%s: changed while it was read",
			 file->cells.source->name);
		return EIO;
	}
	err = name_index_add(&file->by_name, &name, ns, rowid);
	return err ? err : add_by_time(file, ns, rowid);
}

static int put_event(struct sqlite_file *file,
		     const struct posix_trace_item_np *item)
{
	const size_t table = find_table(file, item->info.posix_event_id);
	int err;

	err = insert_event(file);
	if (!err && table)
		err = insert_typed(file, table);
	return err || !file->is_ordered ? err : put_entries(file, item);
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
	const struct schema_column *columns = file->schema.table[number].column;
	int err = 0;

	for (size_t i = 0; i < rows->count && !err; i++) {
		const size_t column = i % rows->columns;

		if (!column)
			record_begin(&file->record);
		err = record_add(&file->record, columns[column].type,
				 &rows->cell[i]);
		if (!err && column == rows->columns - 1)
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

static int end_trees(struct sqlite_file *file)
{
	int err = 0;

	for (size_t i = 0; i < file->schema.count && !err; i++)
		err = btree_finish(&file->tree[i]);
	if (!err && file->is_ordered)
		err = btree_finish(&file->by_time);
	if (!err && file->is_ordered)
		err = name_index_finish(&file->by_name, file->by_name_root);
	return err ? err : btree_file_close(&file->pages);
}

static int make_indexes(struct sqlite_file *file)
{
	int err = open_database(file);

	if (!err && !file->is_ordered)
		err = run(file, ordered_indexes);
	return err ? err :
		     run(file, "create index spans_name on spans(name, dur);"
			       "commit");
}

static int finish(struct pxt_export *export)
{
	struct sqlite_file *file = export->state;
	int err;

	err = complete(file);
	if (!err)
		err = end_trees(file);
	if (!err)
		err = make_indexes(file);
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
