/*
 * tables.c - the tables of a database, and the rows of a batch of sections
 *
 * The row of a section is inserted first. Who comes second waits there, and finds
 * that it is there: no other row is written twice.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ship/postgres/event_row.h"
#include "ship/postgres/tables.h"
#include "ship/postgres/texts.h"

enum { TABLES_VERSION = 1 };

void batch_clear(struct batch *batch)
{
	bytes_clear(&batch->events);
	json_rows_clear(&batch->sections);
	json_rows_clear(&batch->losses);
	json_rows_clear(&batch->origins);
	json_rows_clear(&batch->types);
	json_rows_clear(&batch->places);
	naming_rows_clear(&batch->naming);
	counts_clear(&batch->counts);
	batch->count = batch->bytes = batch->day_count = 0;
	batch->has_ended = batch->has_new_types = batch->is_volatile = false;
}

void batch_fini(struct batch *batch)
{
	bytes_fini(&batch->events);
	json_rows_fini(&batch->sections);
	json_rows_fini(&batch->losses);
	json_rows_fini(&batch->origins);
	json_rows_fini(&batch->types);
	json_rows_fini(&batch->places);
	naming_rows_fini(&batch->naming);
	counts_fini(&batch->counts);
}

/* Making and checking */

static const char event_table[] =
	"create table posixtrace.event ("
	"log int not null, seq bigint not null, i int not null,"
	"ts bigint not null, name text not null, pid int, tid int,"
	"origin int not null, addr bigint not null, system boolean not null,"
	"data bytea, text text, args jsonb, aside jsonb)";

/* Equal numbers of logs are an entry together: this index costs a row half of what
 * one on the times of each log does. */
static const char event_index[] =
	"create index event_log on posixtrace.event (log);"
	"create index event_ts on posixtrace.event using brin (ts)";

static int make_events(struct link *link, bool by_day)
{
	char text[sizeof(event_table) + 64];
	int err;

	snprintf(text, sizeof(text), "%s%s", event_table,
		 by_day ? " partition by range (ts)" : "");
	err = link_run(link, text);
	if (!err && by_day)
		err = link_run(link, "create table posixtrace.event_other "
				     "partition of posixtrace.event default");
	return err ? err : link_run(link, event_index);
}

static int make_all(struct link *link, bool by_day)
{
	char text[128];
	int err;

	err = link_run(link, text_tables);
	if (!err)
		err = make_events(link, by_day);
	if (!err)
		err = link_run(link, text_views);
	snprintf(text, sizeof(text),
		 "insert into posixtrace.version values (%d, %s)",
		 TABLES_VERSION, by_day ? "true" : "false");
	return err ? err : link_run(link, text);
}

/* Adds tables and views that earlier versions did not have. */
static int add_tables(struct link *link)
{
	const int err = link_run(link, text_tables);

	return err ? err : link_run(link, text_views);
}

#define HAS_SUMS                                                           \
	"exists (select from pg_attribute where attname = 'sum' and "      \
	"attrelid = to_regclass('posixtrace.section') and attnum > 0 and " \
	"not attisdropped)"

/* Earlier versions left rows out. */
#define HAS_OLD_VIEWS                                                 \
	"coalesce(pg_get_viewdef(to_regclass('posixtrace.objects')) " \
	"like '%''program''%', false)"

/* Several shippers may make the tables at the same time. */
static int make(struct link *link, bool by_day)
{
	static const char absent[] =
		"select to_regclass('posixtrace.version') is null, "
		"to_regclass('posixtrace.part') is null or "
		"to_regclass('posixtrace.place') is null or "
		"to_regproc('posixtrace.is_free_for') is null or not " HAS_SUMS
		" or " HAS_OLD_VIEWS;
	PGresult *result;
	int err;

	err = link_run(link, "begin; select pg_advisory_xact_lock(7369614, 0)");
	if (err)
		return err;
	result = link_ask(link, absent, 0, NULL, &err);
	if (!err && *PQgetvalue(result, 0, 0) == 't')
		err = make_all(link, by_day);
	else if (!err && *PQgetvalue(result, 0, 1) == 't')
		err = add_tables(link);
	PQclear(result);
	if (!err)
		return link_run(link, "commit");
	PQclear(PQexec(link->conn, "rollback"));
	return err;
}

static int check_encoding(const struct link *link)
{
	const char *encoding = PQparameterStatus(link->conn, "server_encoding");

	if (encoding && !strcmp(encoding, "UTF8"))
		return 0;
	link_say("the encoding of the database is %s, not UTF8",
		 encoding ? encoding : "not known");
	return EPROTO;
}

static int check_version(const PGresult *result, struct tables_kind *kind)
{
	const int number =
		PQntuples(result) ? atoi(PQgetvalue(result, 0, 0)) : 0;

	kind->by_day = number && *PQgetvalue(result, 0, 1) == 't';
	kind->has_places = number && *PQgetvalue(result, 0, 2) == 't';
	kind->has_sums = number && *PQgetvalue(result, 0, 3) == 't';
	if (number == TABLES_VERSION)
		return 0;
	link_say("its tables are of version %d, and this posixtrace knows "
		 "version %d",
		 number, TABLES_VERSION);
	return EPROTO;
}

int tables_prepare(struct link *link, const struct store_options *options,
		   struct tables_kind *kind)
{
	PGresult *result;
	int err;

	err = check_encoding(link);
	if (!err)
		err = link_run(link,
			       "select set_config('synchronous_commit', 'on', "
			       "false) where "
			       "current_setting('synchronous_commit') = 'off'");
	if (!err && options->creates)
		err = make(link, options->by_day);
	if (err)
		return err;
	result = link_ask(link,
			  "select 1 where "
			  "to_regclass('posixtrace.version') is not null",
			  0, NULL, &err);
	if (!err && !PQntuples(result)) {
		link_say("has no tables of posixtrace; --create makes them");
		err = ENOENT;
	}
	PQclear(result);
	if (err)
		return err;
	result = link_ask(
		link,
		"select number, by_day, "
		"to_regclass('posixtrace.place') is not null, " HAS_SUMS
		" from posixtrace.version",
		0, NULL, &err);
	if (!err)
		err = check_version(result, kind);
	PQclear(result);
	return err;
}

/* Writing */

#define ROWS(columns) "from jsonb_to_recordset($2::jsonb) as x(" columns ") "

#define INSERT_SECTIONS(more, type)                                       \
	"with done as (insert into posixtrace.section "                   \
	"(log, seq, type, events, bytes, damage" more ") "                \
	"select $1::int, seq, type, events, bytes, damage" more " " ROWS( \
		"seq bigint, type int, events int, bytes int, damage text" type) "on conflict do nothing returning 1) select count(*) from done"

static const char insert_sections[] = INSERT_SECTIONS(", sum", ", sum bigint");
static const char insert_without_sums[] = INSERT_SECTIONS("", "");

static const char insert_naming[] =
	"insert into posixtrace.naming select $1::int, seq, type, payload " ROWS(
		"seq bigint, type int, payload bytea");

static const char insert_losses[] =
	"insert into posixtrace.loss select $1::int, seq, i, ts, end_ts, lost, "
	"pid, tid, origin, reason " ROWS(
		"seq bigint, i int, ts bigint, end_ts bigint, lost numeric, "
		"pid int, tid int, origin int, reason text");

static const char insert_processes[] =
	"insert into posixtrace.process (log, origin, pid, comm, command) "
	"select distinct on (origin, pid) $1::int, origin, pid, comm, "
	"command " ROWS(
		"seq bigint, origin int, pid int, comm text, "
		"command text") "order by origin, pid, seq desc on conflict (log, origin, pid) "
				"do update set comm = excluded.comm, command = excluded.command";

static const char insert_threads[] =
	"insert into posixtrace.thread (log, origin, pid, tid, tname) "
	"select distinct on (origin, pid, tid) $1::int, origin, pid, tid, "
	"tname " ROWS(
		"seq bigint, origin int, pid int, tid int, tname text") "order by origin, pid, tid, seq desc "
									"on conflict (log, origin, pid, tid) "
									"do update set tname = excluded.tname";

static const char insert_objects[] =
	"insert into posixtrace.object select $1::int, seq, origin, pid, "
	"address, nullif(since, 0), coalesce(kind, ''), name, details " ROWS(
		"seq bigint, origin int, pid int, address numeric, "
		"since bigint, kind text, name text, details text");

static const char insert_places[] =
	"insert into posixtrace.place select distinct on (origin, pid, addr, "
	"since) $1::int, origin, pid, addr, "
	"since, func, src " ROWS(
		"origin int, pid int, addr bigint, since bigint, func text, "
		"src text") "order by origin, pid, addr, since, func, src "
			    "on conflict (log, origin, pid, addr, since) do update "
			    "set func = excluded.func, src = excluded.src "
			    "where place.func is null and place.src is null";

static const char insert_types[] =
	"insert into posixtrace.type (log, name, system, description, span, "
	"begins, ends, is_optional, key, key_from, object, fields, locks) "
	"select distinct on (x.name) $1::int, x.* "
	"from jsonb_array_elements($2::jsonb) with ordinality as e(row, n), "
	"jsonb_to_record(e.row) as x(name text, system boolean, "
	"description text, span text, begins boolean, ends boolean, "
	"is_optional boolean, key text, key_from text, object text, "
	"fields jsonb, locks jsonb) order by x.name, n desc "
	"on conflict (log, name) do update set "
	"description = excluded.description, span = excluded.span, "
	"begins = excluded.begins, ends = excluded.ends, "
	"is_optional = excluded.is_optional, key = excluded.key, "
	"key_from = excluded.key_from, object = excluded.object, "
	"fields = excluded.fields, locks = excluded.locks "
	"where excluded.description is distinct from type.description";

static const char insert_origins[] =
	"insert into posixtrace.origin select $1::int, origin, uuid, host, "
	"system, pid, created, shift, error, 0, 0 " ROWS(
		"origin int, uuid text, host text, system text, pid int, "
		"created bigint, shift bigint, error bigint") "on conflict do nothing";

#define COUNTS "events bigint, lost numeric, first_ts bigint, last_ts bigint"
#define SUMS(table)                                     \
	"events = " table ".events + excluded.events, " \
	"lost = " table ".lost + excluded.lost, " TIMES(table)
#define TIMES(table)                                                \
	"first_ts = least(" table ".first_ts, excluded.first_ts), " \
	"last_ts = greatest(" table ".last_ts, excluded.last_ts)"

static const char add_to_origins[] =
	"update posixtrace.origin set events = origin.events + x.events, "
	"lost = origin.lost + x.lost, "
	"first_ts = least(origin.first_ts, x.first_ts), "
	"last_ts = greatest(origin.last_ts, x.last_ts) " ROWS(
		"origin int, " COUNTS) "where origin.log = $1::int and origin.origin = x.origin";

static const char add_to_processes[] =
	"insert into posixtrace.process "
	"(log, origin, pid, events, lost, first_ts, last_ts) "
	"select $1::int, origin, pid, events, lost, first_ts, last_ts " ROWS(
		"origin int, pid int, " COUNTS) "on conflict (log, origin, pid) do update set " SUMS("process");

static const char add_to_threads[] =
	"insert into posixtrace.thread "
	"(log, origin, pid, tid, events, lost, first_ts, last_ts) select "
	"$1::int, origin, pid, tid, events, lost, first_ts, last_ts " ROWS(
		"origin int, pid int, tid int, " COUNTS) "on conflict (log, origin, pid, tid) do update set " SUMS("thread");

static const char add_to_types[] =
	"insert into posixtrace.type (log, name, events, first_ts, last_ts) "
	"select $1::int, name, events, first_ts, last_ts " ROWS(
		"name text, " COUNTS) "on conflict (log, name) do update set "
				      "events = type.events + excluded.events, " TIMES(
					      "type");

static const char update_log[] =
	"update posixtrace.log set has_ended = has_ended or $2::boolean, "
	"first_ts = (select min(first_ts) from posixtrace.origin "
	"where log = $1::int) where id = $1::int";

/* A batch on its way. Careful: what the server refuses is left out. */
struct writing {
	struct link *link;
	const char *log;
	struct batch *batch;
	struct json_writer *writer;
	const struct tables_kind *kind;
	bool is_careful;
};

static int run(const struct writing *writing, const char *text,
	       const char *list)
{
	const char *parameter[2] = { writing->log, list };
	int err;

	PQclear(link_ask(writing->link, text, 2, parameter, &err));
	return err;
}

static int run_carefully(const struct writing *writing, const char *text,
			 const struct json_rows *rows, const char *list)
{
	int err = link_run(writing->link, "savepoint list");

	if (err)
		return err;
	err = run(writing, text, list);
	if (err != ERANGE)
		return err ? err : link_run(writing->link, "release list");
	writing->batch->refused.others += rows->count;
	return link_run(writing->link, "rollback to list; release list");
}

static int put(const struct writing *writing, const char *text,
	       struct json_rows *rows)
{
	const char *list;

	if (!rows->count)
		return 0;
	list = json_rows_list(rows);
	if (!list)
		return ENOMEM;
	return writing->is_careful ? run_carefully(writing, text, rows, list) :
				     run(writing, text, list);
}

static int put_sections(const struct writing *writing)
{
	struct batch *batch = writing->batch;
	const char *parameter[2] = { writing->log,
				     json_rows_list(&batch->sections) };
	PGresult *result;
	int err;

	if (!parameter[1])
		return ENOMEM;
	result = link_ask(writing->link,
			  writing->kind->has_sums ? insert_sections :
						    insert_without_sums,
			  2, parameter, &err);
	if (!err &&
	    strtoull(PQgetvalue(result, 0, 0), NULL, 10) != batch->count)
		err = EBUSY;
	PQclear(result);
	return err;
}

static int put_days(struct link *link, const struct batch *batch)
{
	int err = 0;

	for (unsigned i = 0; i < batch->day_count && !err; i++) {
		char text[64];

		snprintf(text, sizeof(text), "select posixtrace.add_day(%lld)",
			 (long long)batch->days[i]);
		err = link_run(link, text);
	}
	return err;
}

static int put_events(const struct writing *writing)
{
	struct batch *batch = writing->batch;

	if (!batch->events.len || batch->events.error)
		return batch->events.error;
	if (writing->is_careful)
		return refused_rows_copy(writing->link, &batch->events,
					 &batch->refused);
	return link_copy(writing->link, event_row_copy, &batch->events);
}

static int put_names(const struct writing *writing)
{
	struct batch *batch = writing->batch;
	struct naming_rows *naming = &batch->naming;
	int err;

	err = put(writing, insert_naming, &naming->sections);
	if (!err)
		err = put(writing, insert_processes, &naming->processes);
	if (!err)
		err = put(writing, insert_threads, &naming->threads);
	if (!err)
		err = put(writing, insert_objects, &naming->objects);
	if (!err)
		err = put(writing, insert_types, &batch->types);
	if (!err)
		err = put(writing, insert_places, &batch->places);
	return err ? err : put(writing, insert_origins, &batch->origins);
}

static int put_counts(const struct writing *writing)
{
	const struct counts *counts = &writing->batch->counts;
	const struct {
		const struct counts_list *list;
		const char *text;
	} tables[] = {
		{ &counts->origins, add_to_origins },
		{ &counts->processes, add_to_processes },
		{ &counts->threads, add_to_threads },
		{ &counts->types, add_to_types },
	};
	struct json_rows rows = { .count = 0 };
	int err = 0;

	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables) && !err; i++) {
		json_rows_clear(&rows);
		counts_put(tables[i].list, &rows, writing->writer);
		err = put(writing, tables[i].text, &rows);
	}
	json_rows_fini(&rows);
	return err;
}

static int put_rows(const struct writing *writing)
{
	struct batch *batch = writing->batch;
	struct link *link = writing->link;
	int err;

	err = put_sections(writing);
	if (!err && writing->kind->by_day)
		err = put_days(link, batch);
	if (!err)
		err = put_events(writing);
	if (!err)
		err = put(writing, insert_losses, &batch->losses);
	if (!err)
		err = put_names(writing);
	if (!err)
		err = put_counts(writing);
	return err ? err :
		     run(writing, update_log,
			 batch->has_ended ? "true" : "false");
}

static int put_batch(const struct writing *writing)
{
	struct link *link = writing->link;
	int err;

	writing->batch->refused = (struct refused_rows){ .bare = 0 };
	err = link_run(link, writing->batch->is_volatile ?
				     "begin; "
				     "set local synchronous_commit to off" :
				     "begin");
	if (!err)
		err = put_rows(writing);
	if (!err)
		return link_run(link, "commit");
	if (PQstatus(link->conn) == CONNECTION_OK)
		PQclear(PQexec(link->conn, "rollback"));
	return err;
}

int tables_write(struct link *link, const char *log, struct batch *batch,
		 struct json_writer *writer, const struct tables_kind *kind)
{
	struct writing writing = {
		.link = link,
		.log = log,
		.batch = batch,
		.writer = writer,
		.kind = kind,
	};
	int err = put_batch(&writing);

	writing.is_careful = err == ERANGE;
	return writing.is_careful ? put_batch(&writing) : err;
}

void tables_make_views(struct link *link)
{
	PQclear(PQexec(link->conn, "select posixtrace.make_views()"));
}
