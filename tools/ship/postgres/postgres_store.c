/*
 * postgres_store.c - logs in PostgreSQL, a row for each event
 *
 * Sections are taken apart as they come, and written when they are confirmed, or
 * when they have become many: then those that follow are taken apart meanwhile.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/stamp.h"
#include "common/talk.h"
#include "info/log_facts.h"
#include "ship/gap_chunk.h"
#include "ship/log_name.h"
#include "ship/postgres/batch_transfer.h"
#include "ship/postgres/event_row.h"
#include "ship/postgres/place_rows.h"
#include "ship/postgres/postgres_store.h"
#include "ship/postgres/type_row.h"
#include "ship/section_log.h"
#include "ship/store.h"

enum {
	MOST_BYTES = 4 << 20,
	MOST_SECTIONS = 4096,
	DESCRIPTION = 7,
	DIGITS = 24,
};

static const int64_t day_ns = INT64_C(86400) * 1000000000;

struct postgres {
	struct store store;
	struct shared_link *shared;
	struct preface preface;
	struct section_log section_log;
	struct event_cells cells;
	struct json_writer writer;
	struct event_row row;
	struct batch batch; /* of sections that come */
	struct batch_transfer transfer;
	struct place_memory places;
	struct counts_list told; /* types whose views were made */
	char id[12];		 /* number of the log there, in digits */
	char *name;		 /* the file's, for messages */
	uint64_t last;		 /* number of the last section put */
	uint64_t unread;	 /* chunks that could not be read */
	uint64_t bare;		 /* events that lack a text, which is long */
	uint64_t refused;	 /* rows, as they were counted last */
};

/* Logs */

/* A log that does not say its name yet, or was not read from a file, has none. */
static int insert_log(struct postgres *postgres, const struct store_log *log)
{
	static const char text[] =
		"insert into posixtrace.log "
		"(uuid, host, program, file, started, preface) "
		"select $1::uuid, x.host, x.program, x.file, x.started, "
		"x.preface from jsonb_to_recordset($2::jsonb) as x(host text, "
		"program text, file text, started bigint, preface bytea) "
		"on conflict do nothing";
	struct json_writer *writer = &postgres->writer;
	const struct preface *preface = &postgres->preface;
	struct fleet_subject name = { .host = "" };
	struct json_rows rows = { .count = 0 };
	const char *parameter[2];
	char uuid[LOG_FACTS_UUID];
	struct jsonl *json;
	int err;

	if (log->subject)
		name = *log->subject;
	else if (log_name_find(&name, preface, log->fd))
		*name.program = '\0';
	log_facts_uuid(preface->uuid, uuid);
	json = json_rows_begin(&rows, writer);
	jsonl_key(json, "host");
	jsonl_bytes(json, name.host, strlen(name.host));
	jsonl_key(json, "program");
	jsonl_bytes(json, name.program, strlen(name.program));
	jsonl_key(json, "file");
	jsonl_bytes(json, log->name, strlen(log->name));
	jsonl_put_signed(json, "started", preface->created_ns);
	json_rows_bytes(writer, "preface", preface->bytes, preface->len);
	json_rows_end(&rows, writer);
	parameter[0] = uuid;
	parameter[1] = json_rows_list(&rows);
	err = parameter[1] ? 0 : ENOMEM;
	if (!err)
		PQclear(link_ask(&postgres->shared->link, text, 2, parameter,
				 &err));
	json_rows_fini(&rows);
	return err;
}

/* A sender for one host must not write the log of another host. */
static bool is_of(const PGresult *result, const struct fleet_subject *subject)
{
	const char *program = PQgetvalue(result, 0, 3);

	return !subject || (!strcmp(PQgetvalue(result, 0, 2), subject->host) &&
			    (!*program || !strcmp(program, subject->program)));
}

static int find_log(struct postgres *postgres,
		    const struct fleet_subject *subject)
{
	static const char text[] =
		"select id, coalesce((select max(seq) from posixtrace.section "
		"where log = id), 0), host, program from posixtrace.log "
		"where uuid = $1::uuid";
	const char *parameter[1];
	char uuid[LOG_FACTS_UUID];
	PGresult *result;
	int err;

	log_facts_uuid(postgres->preface.uuid, uuid);
	parameter[0] = uuid;
	result = link_ask(&postgres->shared->link, text, 1, parameter, &err);
	if (!err && !PQntuples(result))
		err = ENOENT;
	if (!err && !is_of(result, subject))
		err = EEXIST;
	if (!err) {
		snprintf(postgres->id, sizeof(postgres->id), "%s",
			 PQgetvalue(result, 0, 0));
		postgres->row.log = atoi(postgres->id);
		postgres->last = strtoull(PQgetvalue(result, 0, 1), NULL, 10);
		/* The sections of the preface have no rows. */
		if (postgres->last < postgres->preface.last)
			postgres->last = postgres->preface.last;
	}
	PQclear(result);
	return err;
}

static int load_name(struct postgres *postgres, const PGresult *result, int i)
{
	const char *hex = PQgetvalue(result, i, 1);
	struct section section = {
		.type = (uint32_t)atoi(PQgetvalue(result, i, 0)),
	};
	size_t len = 0;
	unsigned char *payload =
		PQunescapeBytea((const unsigned char *)hex, &len);
	int err;

	if (!payload)
		return ENOMEM;
	section.len = len;
	err = section_log_is_naming(&section) ?
		      section_log_name(&postgres->section_log, &section,
				       payload) :
		      0;
	PQfreemem(payload);
	return err;
}

/* Names that sections before had belong to those that come. */
static int load_names(struct postgres *postgres)
{
	static const char text[] = "select type, payload from "
				   "posixtrace.naming where log = $1::int "
				   "order by seq";
	const char *parameter[1] = { postgres->id };
	PGresult *result;
	int err;

	result = link_ask(&postgres->shared->link, text, 1, parameter, &err);
	for (int i = 0; !err && i < PQntuples(result); i++)
		err = load_name(postgres, result, i);
	PQclear(result);
	return err;
}

/* Batches that are there are counted also if a later one fails. */
static void count_refused(struct postgres *postgres)
{
	const struct refused_rows *refused = &postgres->transfer.refused;
	const uint64_t sum = refused->left_out + refused->others;

	if (postgres->store.refused)
		*postgres->store.refused += sum - postgres->refused;
	postgres->refused = sum;
}

static void tell_refused(const struct postgres *postgres)
{
	const struct refused_rows *refused = &postgres->transfer.refused;
	const uint64_t bare = refused->bare + postgres->bare;

	if (bare)
		talk("%s: events with more than the database takes: %" PRIu64
		     "; they are there without text, args and aside",
		     postgres->name, bare);
	if (refused->left_out)
		talk("%s: events that the database refuses: %" PRIu64
		     "; they are not there",
		     postgres->name, refused->left_out);
	if (refused->others)
		talk("%s: names, losses or sums that the database refuses: "
		     "%" PRIu64 "; they are not there",
		     postgres->name, refused->others);
}

static void postgres_close(struct store *store)
{
	struct postgres *postgres = (struct postgres *)store;
	uint64_t replaced;

	batch_transfer_confirm(&postgres->transfer);
	count_refused(postgres);
	replaced =
		postgres->writer.replaced + postgres->transfer.writer.replaced;
	if (postgres->unread)
		talk("%s: %" PRIu64 " chunk%s could not be read: their events "
		     "are not in the database",
		     postgres->name, postgres->unread,
		     postgres->unread == 1 ? "" : "s");
	if (replaced)
		talk("%s: texts with bytes that a database does not take: "
		     "%" PRIu64 "; data has them",
		     postgres->name, replaced);
	tell_refused(postgres);
	batch_fini(&postgres->batch);
	batch_transfer_fini(&postgres->transfer);
	place_memory_fini(&postgres->places);
	counts_list_fini(&postgres->told);
	json_rows_fini(&postgres->row.aside);
	json_writer_fini(&postgres->writer);
	section_log_fini(&postgres->section_log);
	shared_link_leave(postgres->shared);
	free(postgres->name);
	free(postgres);
}

static int begin(struct postgres *postgres, const char *where,
		 const struct store_log *log)
{
	static const struct store_options none;
	int err;

	postgres->preface = *log->preface;
	postgres->section_log.fd = -1;
	postgres->name = strdup(log->name);
	err = postgres->name ? json_writer_init(&postgres->writer) : ENOMEM;
	if (!err)
		err = section_log_init(&postgres->section_log,
				       &postgres->preface);
	if (!err)
		err = shared_link_join(&postgres->shared, where,
				       log->options ? log->options : &none);
	if (!err)
		err = batch_transfer_init(&postgres->transfer, postgres->shared,
					  postgres->id);
	if (!err)
		err = insert_log(postgres, log);
	if (!err)
		err = find_log(postgres, log->subject);
	return err ? err : load_names(postgres);
}

static int postgres_open(struct store **store, const char *where,
			 const struct store_log *log, uint64_t *last)
{
	struct postgres *postgres = calloc(1, sizeof(*postgres));
	int err;

	if (!postgres)
		return ENOMEM;
	postgres->store.class = &postgres_store;
	postgres->store.refused = log->refused;
	postgres->row.cells = &postgres->cells;
	postgres->row.writer = &postgres->writer;
	err = begin(postgres, where, log);
	if (err) {
		postgres_close(&postgres->store);
		return err;
	}
	*last = postgres->last;
	*store = &postgres->store;
	return 0;
}

/* Items */

/* A day without a partition of its own has its events in that of all others: a
 * wrong clock makes no partitions. */
static void note_day(struct batch *batch, int64_t ns)
{
	enum { PAST = 400, FUTURE = 1 };
	const int64_t today = time(NULL) / 86400;
	const int64_t day = ns / day_ns - (ns % day_ns < 0);

	if (batch->day_count && batch->days[batch->day_count - 1] == day)
		return;
	for (unsigned i = 0; i < batch->day_count; i++)
		if (batch->days[i] == day)
			return;
	if (day >= today - PAST && day <= today + FUTURE &&
	    batch->day_count < TABLES_DAYS)
		batch->days[batch->day_count++] = day;
}

static int put_event(struct postgres *postgres, int32_t *number)
{
	struct bytes *events = &postgres->batch.events;
	int err;

	if (!events->len)
		bytes_begin_copy(events);
	if (postgres->shared->kind.by_day)
		note_day(&postgres->batch,
			 stamp_ns(&postgres->cells.item->info.posix_timestamp));
	err = event_row_put(&postgres->row, (*number)++, events);
	if (!err && postgres->shared->kind.has_places)
		err = place_rows_add(&postgres->batch.places, &postgres->writer,
				     &postgres->places, &postgres->cells);
	postgres->bare += !err && postgres->row.has_left_out;
	return err;
}

static void put_number(struct jsonl *json, const char *key, int64_t number)
{
	jsonl_key(json, key);
	if (number)
		jsonl_signed(json, number);
	else
		jsonl_raw(json, "null", 4);
}

/* Without a reason the stream had no room. */
static void put_loss(struct postgres *postgres, int32_t *number)
{
	static const char full[] = "stream full";
	const struct posix_trace_item_np *item = postgres->cells.item;
	struct json_rows *rows = &postgres->batch.losses;
	struct jsonl *json = json_rows_begin(rows, &postgres->writer);

	jsonl_put_signed(json, "seq", (int64_t)postgres->row.section);
	jsonl_put_signed(json, "i", (*number)++);
	jsonl_put_signed(json, "ts", stamp_ns(&item->info.posix_timestamp));
	jsonl_put_signed(json, "end_ts", stamp_ns(&item->lost_end));
	if (item->lost)
		jsonl_put_unsigned(json, "lost", item->lost);
	put_number(json, "pid", item->info.posix_pid);
	put_number(json, "tid", item->tid);
	jsonl_put_signed(json, "origin", (int32_t)item->origin);
	if (item->data_len)
		json_rows_text(&postgres->writer, "reason", item->data,
			       item->data_len);
	else
		json_rows_text(&postgres->writer, "reason", full,
			       sizeof(full) - 1);
	json_rows_end(rows, &postgres->writer);
}

static void put_origin(struct postgres *postgres, unsigned number)
{
	struct json_rows *rows = &postgres->batch.origins;
	struct json_writer *writer = &postgres->writer;
	char uuid[LOG_FACTS_UUID];
	struct source_origin origin;
	struct jsonl *json;

	if (source_get_origin(postgres->cells.source, number, &origin))
		origin = (struct source_origin){ .host = "" };
	log_facts_uuid(origin.uuid, uuid);
	json = json_rows_begin(rows, writer);
	jsonl_put_signed(json, "origin", (int32_t)number);
	json_rows_text(writer, "uuid", uuid, strlen(uuid));
	json_rows_text(writer, "host", origin.host, strlen(origin.host));
	json_rows_text(writer, "system", origin.system, strlen(origin.system));
	put_number(json, "pid", origin.target);
	put_number(json, "created",
		   origin.created.tv_sec ? stamp_ns(&origin.created) : 0);
	jsonl_put_signed(json, "shift", origin.offset_ns);
	jsonl_put_signed(json, "error", (int64_t)origin.error_ns);
	json_rows_end(rows, writer);
}

static int put_type(struct postgres *postgres, trace_event_id_t type)
{
	struct event_cells *cells = &postgres->cells;
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	const char *name = labels_event(&cells->labels, type).text;
	bool is_new;
	int err;

	err = counts_note(&postgres->told, name, &is_new);
	if (source_get_description(cells->source, type, description,
				   sizeof(description)))
		*description = '\0';
	type_row_put(&postgres->batch.types, &postgres->writer, name,
		     type < POSIX_TRACE_UNNAMED_USEREVENT, description,
		     fields_layout(&cells->fields, type));
	postgres->batch.has_new_types |= is_new;
	return err;
}

/* Subjects that the batch meets for the first time are described in it. */
static int put_entities(struct postgres *postgres)
{
	struct counts *counts = &postgres->batch.counts;
	const struct posix_trace_item_np *item = postgres->cells.item;
	const size_t origins = counts->origins.used, types = counts->types.used;
	int err = counts_add(counts, &postgres->cells);

	if (!err && counts->origins.used > origins)
		put_origin(postgres, item->origin);
	if (!err && counts->types.used > types)
		err = put_type(postgres, item->info.posix_event_id);
	return err;
}

static int put_item(struct postgres *postgres,
		    const struct posix_trace_item_np *item, int32_t *events,
		    int32_t *losses)
{
	int err;

	event_cells_set(&postgres->cells, item);
	err = put_entities(postgres);
	if (err)
		return err;
	if (item->kind == POSIX_TRACE_ITEM_EVENT_NP)
		return put_event(postgres, events);
	put_loss(postgres, losses);
	return 0;
}

static int put_items(struct postgres *postgres, struct source *source,
		     int32_t *events)
{
	struct posix_trace_item_np item;
	int unavailable = 0, err = 0;
	int32_t losses = 0;

	while (!err && !source_next(source, &item, &unavailable) &&
	       !unavailable)
		err = put_item(postgres, &item, events, &losses);
	return err;
}

static int put_chunk(struct postgres *postgres, const struct section *section,
		     const unsigned char *bytes, int32_t *events, bool *is_read)
{
	struct source *source;
	int err;

	err = section_log_open(&postgres->section_log, section, bytes, &source);
	*is_read = err != EBADMSG;
	if (err)
		return *is_read ? err : 0;
	err = event_cells_init(&postgres->cells, source, 0);
	postgres->row.section = section->number;
	if (!err)
		err = put_items(postgres, source, events);
	postgres->writer.replaced += postgres->cells.replaced;
	event_cells_fini(&postgres->cells);
	*is_read = !section_log_is_damaged(source);
	source_close(source);
	return err;
}

/* Sections */

static void put_section(struct postgres *postgres,
			const struct section *section, int32_t events,
			bool is_read)
{
	struct json_rows *rows = &postgres->batch.sections;
	struct jsonl *json = json_rows_begin(rows, &postgres->writer);

	jsonl_put_signed(json, "seq", (int64_t)section->number);
	jsonl_put_signed(json, "type", (int32_t)section->type);
	jsonl_put_signed(json, "events", events);
	jsonl_put_unsigned(json, "bytes", section_size(section));
	jsonl_put_unsigned(json, "sum", section->sum);
	if (!is_read)
		json_rows_text(&postgres->writer, "damage", "not readable", 12);
	json_rows_end(rows, &postgres->writer);
	postgres->batch.count++;
	postgres->batch.bytes += section_size(section);
	postgres->unread += !is_read;
}

/* Types are told again where descriptions may have come for them. */
static int put_name(struct postgres *postgres, const struct section *section,
		    const unsigned char *payload)
{
	naming_rows_add(&postgres->batch.naming, &postgres->writer, section,
			payload);
	place_memory_name(&postgres->places, section, payload);
	return section_log_name(&postgres->section_log, section, payload);
}

static int is_there(struct postgres *postgres, uint64_t number, bool *is)
{
	const char *parameter[2] = { postgres->id };
	char digits[DIGITS];
	PGresult *result;
	int err;

	snprintf(digits, sizeof(digits), "%" PRIu64, number);
	parameter[1] = digits;
	result = link_ask(&postgres->shared->link,
			  "select 1 from posixtrace.section "
			  "where log = $1::int and seq = $2::bigint",
			  2, parameter, &err);
	*is = !err && PQntuples(result);
	PQclear(result);
	return err;
}

/* Programs that were told behind the events of their processes: any chunk makes a
 * log that has them. */
static int renew_places(struct postgres *postgres)
{
	const struct preface *preface = &postgres->preface;
	struct section section = { .number = postgres->last };
	unsigned char bytes[GAP_CHUNK];
	struct source *source;
	int err;

	if (!postgres->shared->kind.has_places || !postgres->places.is_late ||
	    !gap_chunk_make(bytes, &section, preface, preface->created_ns,
			    preface->ticks))
		return 0;
	err = section_log_open(&postgres->section_log, &section, bytes,
			       &source);
	if (err)
		return err == EBADMSG ? 0 : err;
	err = event_cells_init(&postgres->cells, source, 0);
	if (!err)
		err = place_rows_renew(&postgres->batch.places,
				       &postgres->writer, &postgres->places,
				       &postgres->cells);
	event_cells_fini(&postgres->cells);
	source_close(source);
	return err;
}

/* Begins to write what came, when what came before that is written. */
static int write_behind(struct postgres *postgres, bool is_volatile)
{
	int err;

	if (!postgres->batch.count)
		return 0;
	err = renew_places(postgres);
	postgres->batch.is_volatile = is_volatile;
	return err ? err :
		     batch_transfer_begin(&postgres->transfer,
					  &postgres->batch);
}

static int postgres_confirm(struct store *store)
{
	struct postgres *postgres = (struct postgres *)store;
	int err = write_behind(postgres, false);

	if (!err)
		err = batch_transfer_confirm(&postgres->transfer);
	count_refused(postgres);
	return err;
}

/* A description that comes behind events of its type is for later ones: what was
 * taken apart is written first. */
static bool is_full(const struct batch *batch, const struct section *section)
{
	return batch->events.len > MOST_BYTES || batch->bytes > MOST_BYTES ||
	       batch->count > MOST_SECTIONS ||
	       (section->type == DESCRIPTION && batch->events.len);
}

static int postgres_put(struct store *store, const struct section *section,
			const unsigned char *bytes)
{
	struct postgres *postgres = (struct postgres *)store;
	bool is_read = true, is = false;
	int32_t events = 0;
	int err = 0;

	if (section->number > INT64_MAX)
		return 0;
	if (is_full(&postgres->batch, section))
		err = write_behind(postgres, true);
	if (!err && section->number <= postgres->last)
		err = is_there(postgres, section->number, &is);
	if (err || is)
		return err;
	if (section_log_is_naming(section))
		err = put_name(postgres, section, bytes + SECTION_HEAD);
	else if (section->type == SECTION_CHUNK)
		err = put_chunk(postgres, section, bytes, &events, &is_read);
	if (err)
		return err;
	postgres->batch.has_ended |= section->type == SECTION_END;
	put_section(postgres, section, events, is_read);
	if (section->number > postgres->last)
		postgres->last = section->number;
	return 0;
}

/* Rows that an earlier version wrote have no sum: that is not known. */
static int find_other(struct postgres *postgres, const struct section *section,
		      bool *is)
{
	const char *parameter[4] = { postgres->id };
	char number[DIGITS], type[DIGITS], sum[DIGITS];
	PGresult *result;
	int err;

	snprintf(number, sizeof(number), "%" PRIu64, section->number);
	snprintf(type, sizeof(type), "%" PRIu32, section->type);
	snprintf(sum, sizeof(sum), "%" PRIu32, section->sum);
	parameter[1] = number;
	parameter[2] = type;
	parameter[3] = sum;
	result = link_ask(&postgres->shared->link,
			  "select 1 from posixtrace.section "
			  "where log = $1::int and seq = $2::bigint and "
			  "sum is not null and "
			  "(type <> $3::bigint or sum <> $4::bigint)",
			  4, parameter, &err);
	*is = !err && PQntuples(result);
	PQclear(result);
	return err;
}

/* The section may be one of those that are not written yet. The END of a log that
 * overwrites itself changes. */
static int postgres_compare(struct store *store, const struct section *section)
{
	struct postgres *postgres = (struct postgres *)store;
	bool is = false;
	int err;

	if (!postgres->shared->kind.has_sums || section->number > INT64_MAX ||
	    (!postgres->preface.appends && section->type == SECTION_END))
		return 0;
	err = postgres_confirm(store);
	if (!err)
		err = find_other(postgres, section, &is);
	return is ? EEXIST : err;
}

bool postgres_is_there(void)
{
	return true;
}

static const char *refuse(const char *where)
{
	const char *why;

	if (!jsonl_is_there())
		return "built without yajl, which makes JSON for it";
	why = late_pq_load();
	if (why)
		return why;
	return link_has_password(where) ?
		       "a password in an URL is seen by everybody; ~/.pgpass, "
		       "PGPASSFILE and a service file are for it" :
		       NULL;
}

const struct store_class postgres_store = {
	.kind = "PostgreSQL",
	.abilities = STORE_CREATES | STORE_PARTITIONS | STORE_CERTIFICATES |
		     STORE_PLAIN,
	.refuse = refuse,
	.open = postgres_open,
	.put = postgres_put,
	.compare = postgres_compare,
	.confirm = postgres_confirm,
	.close = postgres_close,
	.why = link_why,
};
