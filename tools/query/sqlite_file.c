/*
 * sqlite_file.c - a database of SQLite with the tables of a query
 *
 * The survey finds the types, and counts; the second reading makes the rows of
 * events, spans, holds and losses as they come. All is one transaction, in a
 * file beside the output, which takes its place when it is complete.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/stamp.h"
#include "query/census.h"
#include "query/damage_rows.h"
#include "query/hold_rows.h"
#include "query/span_rows.h"
#include "query/sqlite_file.h"
#include "write/export/view.h"

struct sqlite_file {
	struct pxt_export *export;
	char *beside; /* the file that is written */
	sqlite3 *database;
	struct event_cells cells;
	struct schema schema;
	struct census census;
	struct span_rows spans;
	struct hold_rows holds;
	sqlite3_stmt **insert; /* a statement for each table */
	bool is_known[FIELDS_TYPES];
	size_t table[FIELDS_TYPES]; /* number of a type's table; 0: none */
	bool has_base;
};

/* Errors */

static int fail(struct sqlite_file *file)
{
	snprintf(file->export->why, sizeof(file->export->why), "%s: %s",
		 file->beside, sqlite3_errmsg(file->database));
	return EIO;
}

static int run(struct sqlite_file *file, const char *text)
{
	return sqlite3_exec(file->database, text, NULL, NULL, NULL) ?
		       fail(file) :
		       0;
}

/* Opening and closing */

/* SQLite would make a file that others may read. */
static int create(struct sqlite_file *file)
{
	int fd;

	if (asprintf(&file->beside, "%s.%d-part", file->export->file,
		     (int)getpid()) < 0) {
		file->beside = NULL;
		return ENOMEM;
	}
	fd = open(file->beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static int open_database(struct sqlite_file *file)
{
	const int err = create(file);

	if (err)
		return err;
	if (sqlite3_open_v2(file->beside, &file->database,
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
	return err ? err : open_database(file);
}

static void close_database(struct sqlite_file *file)
{
	for (size_t i = 0; file->insert && i < file->schema.count; i++)
		sqlite3_finalize(file->insert[i]);
	free(file->insert);
	file->insert = NULL;
	sqlite3_close(file->database);
	file->database = NULL;
}

static void close_file(struct pxt_export *export)
{
	struct sqlite_file *file = export->state;

	if (!file)
		return;
	close_database(file);
	if (file->beside)
		unlink(file->beside);
	free(file->beside);
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

static int prepare_insert(struct sqlite_file *file, size_t number)
{
	const struct schema_table *table = &file->schema.table[number];
	char *name = schema_quote(table->name), *text = NULL;
	size_t size;
	FILE *out = name ? open_memstream(&text, &size) : NULL;
	int err = ENOMEM;

	if (out) {
		fprintf(out, "insert into %s values(", name);
		for (size_t i = 0; i < table->columns; i++)
			fputs(i ? ",?" : "?", out);
		fputs(")", out);
		err = fclose(out) ? ENOMEM : 0;
	}
	if (!err && sqlite3_prepare_v3(file->database, text, -1,
				       SQLITE_PREPARE_PERSISTENT,
				       &file->insert[number], NULL))
		err = fail(file);
	free(text);
	sqlite3_free(name);
	return err;
}

static int make_tables(struct sqlite_file *file)
{
	int err = 0;

	file->insert = calloc(file->schema.count, sizeof(*file->insert));
	if (!file->insert)
		return ENOMEM;
	for (size_t i = 0; i < file->schema.count && !err; i++) {
		err = make_table(file, &file->schema.table[i]);
		if (!err)
			err = prepare_insert(file, i);
	}
	return err;
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

/* The value of a column of the present row of a table. */
typedef int get_cell(struct sqlite_file *file, const struct schema_table *table,
		     size_t column, struct cell *cell);

static int insert(struct sqlite_file *file, size_t number, get_cell *get)
{
	const struct schema_table *table = &file->schema.table[number];
	sqlite3_stmt *statement = file->insert[number];
	struct cell cell;

	for (size_t i = 0; i < table->columns; i++) {
		int err;

		cell.is_lasting = false;
		err = get(file, table, i, &cell);
		if (err)
			return err;
		if (cell_bind(statement, (int)i + 1, &cell))
			return fail(file);
	}
	return sqlite3_step(statement) == SQLITE_DONE &&
			       !sqlite3_reset(statement) ?
		       0 :
		       fail(file);
}

static int get_event(struct sqlite_file *file, const struct schema_table *table,
		     size_t column, struct cell *cell)
{
	return event_cells_get_typed(&file->cells, table, column, cell);
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

/* Tables that every trace has stand in the order of their kinds, without that
 * of described types. */
static size_t number_of(enum schema_kind kind)
{
	return kind > SCHEMA_TYPED ? (size_t)kind - 1 : (size_t)kind;
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

	err = insert(file, number_of(SCHEMA_EVENTS), get_event);
	return err || !table ? err : insert(file, table, get_event);
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
	sqlite3_stmt *statement = file->insert[number];

	for (size_t i = 0; i < rows->count; i++) {
		const size_t column = i % rows->columns;

		if (cell_bind(statement, (int)column + 1, &rows->cell[i]))
			return fail(file);
		if (column != rows->columns - 1)
			continue;
		if (sqlite3_step(statement) != SQLITE_DONE ||
		    sqlite3_reset(statement))
			return fail(file);
	}
	return 0;
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
	return err ? err :
		     run(file, "create index events_ts on events(ts);"
			       "create index events_name on events(name, ts);"
			       "create index spans_name on spans(name, dur);"
			       "commit");
}

static int finish(struct pxt_export *export)
{
	struct sqlite_file *file = export->state;
	int err;

	err = complete(file);
	if (err)
		return err;
	close_database(file);
	if (file->cells.replaced)
		pxt_export_lose_more(export,
				     "texts with bytes that are not UTF-8",
				     file->cells.replaced);
	return rename(file->beside, export->file) ? errno : 0;
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
