/*
 * schema.c - the tables of a query, and their columns
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/array.h"
#include "query/schema.h"

struct fixed_column {
	const char *name, *type;
	enum schema_role role;
	int which;
};

struct fixed_table {
	const char *name;
	const struct fixed_column *column;
};

/* clang-format off */

static const struct fixed_column events[] = {
	{ "ts", "INTEGER", ROLE_TS, EVENT_TS },
	{ "rel", "INTEGER", ROLE_REL, EVENT_REL },
	{ "name", "TEXT", ROLE_NAME, EVENT_NAME },
	{ "pid", "INTEGER", ROLE_PID, EVENT_PID },
	{ "tid", "INTEGER", ROLE_TID, EVENT_TID },
	{ "host", "TEXT", ROLE_NONE, EVENT_HOST },
	{ "comm", "TEXT", ROLE_NONE, EVENT_COMM },
	{ "tname", "TEXT", ROLE_NONE, EVENT_TNAME },
	{ "addr", "TEXT", ROLE_NONE, EVENT_ADDR },
	{ "func", "TEXT", ROLE_NONE, EVENT_FUNC },
	{ "src", "TEXT", ROLE_NONE, EVENT_SRC },
	{ "len", "INTEGER", ROLE_NONE, EVENT_LEN },
	{ "data", "BLOB", ROLE_NONE, EVENT_DATA },
	{ "text", "TEXT", ROLE_NONE, EVENT_TEXT },
	{ "args", "TEXT", ROLE_NONE, EVENT_ARGS },
	{ "origin", "INTEGER", ROLE_ORIGIN, EVENT_ORIGIN },
	{ "system", "INTEGER", ROLE_NONE, EVENT_SYSTEM },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column typed[] = {
	{ "ts", "INTEGER", ROLE_TS, EVENT_TS },
	{ "pid", "INTEGER", ROLE_PID, EVENT_PID },
	{ "tid", "INTEGER", ROLE_TID, EVENT_TID },
	{ "host", "TEXT", ROLE_NONE, EVENT_HOST },
	{ "comm", "TEXT", ROLE_NONE, EVENT_COMM },
	{ "addr", "TEXT", ROLE_NONE, EVENT_ADDR },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column spans[] = {
	{ "name", "TEXT", ROLE_NAME, 0 },
	{ "key", "", ROLE_NONE, 1 },
	{ "ts", "INTEGER", ROLE_TS, 2 },
	{ "dur", "INTEGER", ROLE_NONE, 3 },
	{ "end_ts", "INTEGER", ROLE_END, 4 },
	{ "pid", "INTEGER", ROLE_NONE, 5 },
	{ "tid", "INTEGER", ROLE_NONE, 6 },
	{ "end_pid", "INTEGER", ROLE_NONE, 7 },
	{ "end_tid", "INTEGER", ROLE_NONE, 8 },
	{ "object", "TEXT", ROLE_NONE, 9 },
	{ "begin_event", "TEXT", ROLE_NONE, 10 },
	{ "end_event", "TEXT", ROLE_NONE, 11 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column holds[] = {
	{ "object", "TEXT", ROLE_NONE, 0 },
	{ "ts", "INTEGER", ROLE_NONE, 1 },
	{ "dur", "INTEGER", ROLE_NONE, 2 },
	{ "pid", "INTEGER", ROLE_NONE, 3 },
	{ "tid", "INTEGER", ROLE_NONE, 4 },
	{ "waiters_ns", "INTEGER", ROLE_NONE, 5 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column losses[] = {
	{ "ts", "INTEGER", ROLE_TS, 0 },
	{ "end_ts", "INTEGER", ROLE_NONE, 1 },
	{ "lost", "", ROLE_NONE, 2 },
	{ "pid", "INTEGER", ROLE_PID, 3 },
	{ "tid", "INTEGER", ROLE_TID, 4 },
	{ "reason", "TEXT", ROLE_NONE, 5 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column threads[] = {
	{ "pid", "INTEGER", ROLE_NONE, 0 },
	{ "tid", "INTEGER", ROLE_NONE, 1 },
	{ "host", "TEXT", ROLE_NONE, 2 },
	{ "comm", "TEXT", ROLE_NONE, 3 },
	{ "tname", "TEXT", ROLE_NONE, 4 },
	{ "events", "INTEGER", ROLE_NONE, 5 },
	{ "lost", "", ROLE_NONE, 6 },
	{ "first_ts", "INTEGER", ROLE_NONE, 7 },
	{ "last_ts", "INTEGER", ROLE_NONE, 8 },
	{ "origin", "INTEGER", ROLE_NONE, 9 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column processes[] = {
	{ "pid", "INTEGER", ROLE_NONE, 0 },
	{ "host", "TEXT", ROLE_NONE, 1 },
	{ "comm", "TEXT", ROLE_NONE, 2 },
	{ "command", "TEXT", ROLE_NONE, 3 },
	{ "events", "INTEGER", ROLE_NONE, 4 },
	{ "lost", "", ROLE_NONE, 5 },
	{ "first_ts", "INTEGER", ROLE_NONE, 6 },
	{ "last_ts", "INTEGER", ROLE_NONE, 7 },
	{ "origin", "INTEGER", ROLE_NONE, 8 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column objects[] = {
	{ "object", "TEXT", ROLE_NONE, 0 },
	{ "kind", "TEXT", ROLE_NONE, 1 },
	{ "name", "TEXT", ROLE_NONE, 2 },
	{ "address", "", ROLE_NONE, 3 },
	{ "pid", "INTEGER", ROLE_NONE, 4 },
	{ "details", "TEXT", ROLE_NONE, 5 },
	{ "since", "INTEGER", ROLE_NONE, 6 },
	{ "origin", "INTEGER", ROLE_NONE, 7 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column types[] = {
	{ "name", "TEXT", ROLE_NONE, 0 },
	{ "events", "INTEGER", ROLE_NONE, 1 },
	{ "first_ts", "INTEGER", ROLE_NONE, 2 },
	{ "last_ts", "INTEGER", ROLE_NONE, 3 },
	{ "system", "INTEGER", ROLE_NONE, 4 },
	{ "description", "TEXT", ROLE_NONE, 5 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column logs[] = {
	{ "origin", "INTEGER", ROLE_NONE, 0 },
	{ "host", "TEXT", ROLE_NONE, 1 },
	{ "system", "TEXT", ROLE_NONE, 2 },
	{ "pid", "INTEGER", ROLE_NONE, 3 },
	{ "comm", "TEXT", ROLE_NONE, 4 },
	{ "uuid", "TEXT", ROLE_NONE, 5 },
	{ "created", "INTEGER", ROLE_NONE, 6 },
	{ "shift", "INTEGER", ROLE_NONE, 7 },
	{ "error", "INTEGER", ROLE_NONE, 8 },
	{ "events", "INTEGER", ROLE_NONE, 9 },
	{ "lost", "", ROLE_NONE, 10 },
	{ "first_ts", "INTEGER", ROLE_NONE, 11 },
	{ "last_ts", "INTEGER", ROLE_NONE, 12 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_column damage[] = {
	{ "log", "TEXT", ROLE_NONE, 0 },
	{ "offset", "INTEGER", ROLE_NONE, 1 },
	{ "places", "INTEGER", ROLE_NONE, 2 },
	{ "what", "TEXT", ROLE_NONE, 3 },
	{ NULL, NULL, ROLE_NONE, 0 },
};

static const struct fixed_table fixed[SCHEMA_KINDS] = {
	[SCHEMA_EVENTS] = { "events", events },
	[SCHEMA_TYPED] = { NULL, typed },
	[SCHEMA_SPANS] = { "spans", spans },
	[SCHEMA_HOLDS] = { "holds", holds },
	[SCHEMA_LOSSES] = { "losses", losses },
	[SCHEMA_THREADS] = { "threads", threads },
	[SCHEMA_PROCESSES] = { "processes", processes },
	[SCHEMA_OBJECTS] = { "objects", objects },
	[SCHEMA_TYPES] = { "types", types },
	[SCHEMA_LOGS] = { "logs", logs },
	[SCHEMA_DAMAGE] = { "damage", damage },
};

/* clang-format on */

/* Columns */

static bool has_column(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->columns; i++)
		if (!sqlite3_stricmp(table->column[i].name, name))
			return true;
	return false;
}

/* Puts an underscore before a name, which it frees. */
static char *extend(char *name)
{
	char *longer;

	if (name && asprintf(&longer, "_%s", name) < 0)
		longer = NULL;
	else if (!name)
		return NULL;
	free(name);
	return longer;
}

static int add_column(struct schema_table *table,
		      const struct schema_column *added, const char *name,
		      const char *ending)
{
	struct schema_column column = *added;

	if (asprintf(&column.name, "%s%s", name, ending) < 0)
		return ENOMEM;
	while (column.name && has_column(table, column.name))
		column.name = extend(column.name);
	if (column.field)
		column.field = strdup(column.field);
	if (!column.name || (added->field && !column.field) ||
	    pxt_array_reserve(&table->column, &table->room, table->columns + 1,
			      sizeof(column))) {
		free(column.name);
		free(column.field);
		return ENOMEM;
	}
	table->column[table->columns++] = column;
	return 0;
}

static int add_fixed_columns(struct schema_table *table)
{
	const struct fixed_column *column = fixed[table->kind].column;
	int err = 0;

	for (; column->name && !err; column++)
		err = add_column(table,
				 &(struct schema_column){
					 .type = column->type,
					 .role = column->role,
					 .which = column->which,
				 },
				 column->name, "");
	return err;
}

/* Fields */

static bool is_named(const struct posix_trace_field_np *field)
{
	return field->flags &
	       (POSIX_TRACE_FIELD_ENUM_NP | POSIX_TRACE_FIELD_FLAGS_NP);
}

/* An integer that SQLite has no room for is a text, and stays one. */
static const char *type_of_number(const struct posix_trace_field_np *field)
{
	switch (field->kind) {
	case POSIX_TRACE_FIELD_FLOAT_NP:
		return "REAL";
	case POSIX_TRACE_FIELD_UNSIGNED_NP:
		return field->size < sizeof(int64_t) ? "INTEGER" : "";
	case POSIX_TRACE_FIELD_CHAR_NP:
	case POSIX_TRACE_FIELD_TEXT_NP:
		return "TEXT";
	}
	return "INTEGER";
}

static const char *type_of_value(const struct posix_trace_field_np *field)
{
	if (field->flags & POSIX_TRACE_FIELD_ARRAY_NP || field->object ||
	    is_named(field))
		return "TEXT";
	return type_of_number(field);
}

static int add_aspect(struct schema_table *table,
		      const struct posix_trace_field_np *field,
		      enum schema_aspect aspect, const char *type,
		      const char *ending)
{
	for (size_t i = 0; i < table->columns; i++) {
		struct schema_column *column = &table->column[i];

		if (column->aspect != aspect ||
		    strcmp(column->field, field->name))
			continue;
		if (strcmp(column->type, type))
			column->type = "";
		return 0;
	}
	return add_column(table,
			  &(struct schema_column){
				  .type = type,
				  .aspect = aspect,
				  .field = (char *)(uintptr_t)field->name,
			  },
			  field->name, ending);
}

static int add_field(struct schema_table *table,
		     const struct posix_trace_field_np *field)
{
	int err;

	err = add_aspect(table, field, ASPECT_VALUE, type_of_value(field), "");
	if (err || field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		return err;
	if (field->object)
		return add_aspect(table, field, ASPECT_ADDRESS,
				  type_of_number(field), "_address");
	if (is_named(field))
		return add_aspect(table, field, ASPECT_NUMBER,
				  type_of_number(field), "_value");
	return 0;
}

/* Tables */

/* SQLite keeps names that begin so for itself. */
static bool is_reserved(const char *name)
{
	return !sqlite3_strnicmp(name, "sqlite_", 7) || !*name;
}

static bool has_table(const struct schema *schema, const char *name)
{
	for (size_t i = 0; i < schema->count; i++)
		if (!sqlite3_stricmp(schema->table[i].name, name))
			return true;
	return is_reserved(name);
}

static int add_table(struct schema *schema, enum schema_kind kind,
		     const char *name, const char *event)
{
	struct schema_table table = { .kind = kind, .name = strdup(name) };

	while (table.name && has_table(schema, table.name))
		table.name = extend(table.name);
	table.event = event ? strdup(event) : NULL;
	if (!table.name || (event && !table.event) ||
	    pxt_array_reserve(&schema->table, &schema->room, schema->count + 1,
			      sizeof(table))) {
		free(table.name);
		free(table.event);
		return ENOMEM;
	}
	schema->table[schema->count++] = table;
	return add_fixed_columns(&schema->table[schema->count - 1]);
}

int schema_init(struct schema *schema)
{
	int err = 0;

	for (int kind = 0; kind < SCHEMA_KINDS && !err; kind++)
		if (fixed[kind].name)
			err = add_table(schema, (enum schema_kind)kind,
					fixed[kind].name, NULL);
	return err;
}

static void free_table(struct schema_table *table)
{
	for (size_t i = 0; i < table->columns; i++) {
		free(table->column[i].name);
		free(table->column[i].field);
	}
	free(table->column);
	free(table->name);
	free(table->event);
}

void schema_fini(struct schema *schema)
{
	for (size_t i = 0; i < schema->count; i++)
		free_table(&schema->table[i]);
	free(schema->table);
	*schema = (struct schema){ 0 };
}

static struct schema_table *find_typed(const struct schema *schema,
				       const char *name)
{
	for (size_t i = 0; i < schema->count; i++)
		if (schema->table[i].event &&
		    !strcmp(schema->table[i].event, name))
			return &schema->table[i];
	return NULL;
}

int schema_add_type(struct schema *schema, const char *name,
		    const struct posix_trace_layout_np *layout)
{
	struct schema_table *table = find_typed(schema, name);
	int err = 0;

	if (!table) {
		err = add_table(schema, SCHEMA_TYPED, name, name);
		table = &schema->table[schema->count - 1];
	}
	for (unsigned i = 0; i < layout->fields && !err; i++)
		err = add_field(table, &layout->field[i]);
	return err;
}

/* A name in quotation marks, to be freed by sqlite3_free(). */
static char *quote(const char *name)
{
	return sqlite3_mprintf("\"%w\"", name);
}

/* To SQLite "HIDDEN" alone is a type of numbers, and texts that are compared with
 * the column would be numbers, too. */
static void print_column(FILE *out, const struct schema_column *column,
			 bool is_virtual)
{
	const bool is_hidden = is_virtual && column->aspect > ASPECT_VALUE;
	const char *type = is_hidden && !*column->type ? "BLOB" : column->type;
	char *name = quote(column->name);

	fprintf(out, "%s%s%s%s", name ? name : "", *type ? " " : "", type,
		is_hidden ? " HIDDEN" : "");
	sqlite3_free(name);
}

char *schema_make_table(const struct schema_table *table, bool is_virtual)
{
	char *text = NULL, *name = quote(table->name);
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out || !name) {
		sqlite3_free(name);
		return NULL;
	}
	fprintf(out, "create table %s(", is_virtual ? "x" : name);
	for (size_t i = 0; i < table->columns; i++) {
		fputs(i ? ", " : "", out);
		print_column(out, &table->column[i], is_virtual);
	}
	fputs(")", out);
	sqlite3_free(name);
	return fclose(out) ? NULL : text;
}
