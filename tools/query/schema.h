/*
 * schema.h - the tables of a query, and their columns
 *
 * The same ones stand in a database that is written. A described event type has
 * a table of its own, and types of one name share it. Names of tables and
 * columns are unique for SQLite, which knows no case; a name that is taken gets
 * an underscore in front.
 */
#ifndef QUERY_SCHEMA_H
#define QUERY_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

enum schema_kind {
	SCHEMA_EVENTS,
	SCHEMA_TYPED, /* events of a described type */
	SCHEMA_SPANS,
	SCHEMA_HOLDS,
	SCHEMA_LOSSES,
	SCHEMA_THREADS,
	SCHEMA_PROCESSES,
	SCHEMA_OBJECTS,
	SCHEMA_TYPES,
	SCHEMA_LOGS,
	SCHEMA_DAMAGE,
	SCHEMA_KINDS,
};

/* The use of a column in finding rows. */
enum schema_role {
	ROLE_NONE,
	ROLE_TS,
	ROLE_REL, /* since the beginning of the trace */
	ROLE_NAME,
	ROLE_PID,
	ROLE_TID,
	ROLE_ORIGIN,
	ROLE_END, /* end of a span */
	ROLES,
};

/* Columns of events; those of the other tables are in their modules. */
enum event_column {
	EVENT_TS,
	EVENT_REL,
	EVENT_NAME,
	EVENT_PID,
	EVENT_TID,
	EVENT_HOST,
	EVENT_COMM,
	EVENT_TNAME,
	EVENT_ADDR,
	EVENT_FUNC,
	EVENT_SRC,
	EVENT_LEN,
	EVENT_DATA,
	EVENT_TEXT,
	EVENT_ARGS,
	EVENT_ORIGIN,
	EVENT_SYSTEM,
};

enum { EVENT_COLUMNS = EVENT_SYSTEM + 1 };

/* The aspect of a field that is in a column. */
enum schema_aspect {
	ASPECT_NONE,	/* the column is of no field */
	ASPECT_VALUE,	/* the value as it is read */
	ASPECT_NUMBER,	/* hidden: the number of a constant */
	ASPECT_ADDRESS, /* hidden: the number of an object */
};

struct schema_column {
	char *name;
	const char *type; /* SQLite's affinity; "": it keeps what it gets */
	enum schema_role role;
	int which; /* number of the column among those of its kind */
	enum schema_aspect aspect;
	char *field;
};

struct schema_table {
	char *name;
	enum schema_kind kind;
	char *event; /* TYPED: name of the type */
	struct schema_column *column;
	size_t columns, room;
};

struct schema {
	struct schema_table *table;
	size_t count, room;
};

/* Zero at first. Adds the tables that every trace has. ENOMEM. */
int schema_init(struct schema *schema);
void schema_fini(struct schema *schema);

/* Adds the fields of a type to the table of its name, which is made if there is
 * none. ENOMEM. */
int schema_add_type(struct schema *schema, const char *name,
		    const struct posix_trace_layout_np *layout);

/* The statement that makes a table, to be freed. Hidden columns are so in a
 * virtual one only. NULL: no memory. */
char *schema_make_table(const struct schema_table *table, bool is_virtual);

#endif
