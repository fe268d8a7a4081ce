/*
 * postgres_sink.c - gathered logs in PostgreSQL, a row for each event
 *
 * posixtrace.part has a row for each shard of a stream: how far it was read. The
 * shard is held by an advisory lock of the connection on which the row is written,
 * so that nobody moves the row who has lost the lock. Events are there before it
 * moves; those that come again are known by the numbers of their sections.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gather/log_folder.h"
#include "gather/sink.h"
#include "ship/postgres/shared_link.h"

enum { DIGITS = 24 };

struct postgres_sink {
	struct sink sink;
	const char *where;
	const struct store_options *options;
	char *stream;
	struct shared_link *shared;
	char keys[FLEET_SHARDS][DIGITS]; /* keys of the locks; "": none */
	unsigned shard;			 /* the one that is held */
	bool is_sound;			 /* the connection, and its locks */
};

/* Connections */

/* A machine that vanishes with a lock loses it when the server finds out. */
static const char find_early[] = "set tcp_keepalives_idle = 30;"
				 "set tcp_keepalives_interval = 10;"
				 "set tcp_keepalives_count = 3";

static int check_table(struct link *link)
{
	PGresult *result;
	int err;

	result = link_ask(link,
			  "select 1 where to_regclass('posixtrace.part') "
			  "is not null",
			  0, NULL, &err);
	if (!err && !PQntuples(result)) {
		link_say("has no table of what was gathered; --create makes "
			 "it");
		err = ENOENT;
	}
	PQclear(result);
	return err;
}

static int make_shards(struct postgres_sink *sink, struct link *link)
{
	static const char text[] =
		"insert into posixtrace.part (stream, part) "
		"select $1, n from generate_series(0, $2::int - 1) n "
		"where not exists (select from posixtrace.part "
		"where stream = $1 and part = n) on conflict do nothing";
	const char *parameter[2] = { sink->stream };
	char count[DIGITS];
	int err;

	snprintf(count, sizeof(count), "%d", FLEET_SHARDS);
	parameter[1] = count;
	PQclear(link_ask(link, text, 2, parameter, &err));
	return err;
}

static int learn_keys(struct postgres_sink *sink, struct link *link)
{
	static const char text[] = "select part, (7369614::bigint << 32) + id "
				   "from posixtrace.part where stream = $1";
	const char *parameter[1] = { sink->stream };
	PGresult *result;
	int err;

	memset(sink->keys, 0, sizeof(sink->keys));
	result = link_ask(link, text, 1, parameter, &err);
	for (int i = 0; !err && i < PQntuples(result); i++) {
		const int shard = atoi(PQgetvalue(result, i, 0));

		if (shard >= 0 && shard < FLEET_SHARDS)
			snprintf(sink->keys[shard], DIGITS, "%s",
				 PQgetvalue(result, i, 1));
	}
	PQclear(result);
	return err;
}

/* Locks end with the connection. */
static void leave(struct postgres_sink *sink)
{
	shared_link_leave(sink->shared);
	sink->shared = NULL;
	sink->is_sound = false;
}

static int join(struct postgres_sink *sink)
{
	struct link *link;
	int err;

	if (sink->is_sound && link_is_up(&sink->shared->link))
		return 0;
	leave(sink);
	err = shared_link_join(&sink->shared, sink->where, sink->options);
	if (err)
		return err;
	link = &sink->shared->link;
	err = check_table(link);
	if (!err)
		err = link_run(link, find_early);
	if (!err)
		err = make_shards(sink, link);
	if (!err)
		err = learn_keys(sink, link);
	sink->is_sound = !err;
	return err;
}

static void close_sink(struct sink *base)
{
	struct postgres_sink *sink = (struct postgres_sink *)base;

	leave(sink);
	free(sink->stream);
	free(sink);
}

static int open_sink(struct sink **base, const char *where, const char *stream,
		     const struct store_options *options)
{
	struct postgres_sink *sink = calloc(1, sizeof(*sink));
	int err;

	if (!sink)
		return ENOMEM;
	sink->sink.class = &postgres_sink;
	sink->where = where;
	sink->options = options;
	sink->stream = strdup(stream);
	err = sink->stream ? join(sink) : ENOMEM;
	if (err) {
		close_sink(&sink->sink);
		return err;
	}
	*base = &sink->sink;
	return 0;
}

/* Shards */

/* Asks for a value of a shard. ENODATA: its row has gone. */
static int ask(struct postgres_sink *sink, const char *text, const char *second,
	       char value[DIGITS])
{
	const char *parameter[2] = { sink->keys[sink->shard], second };
	PGresult *result;
	int err;

	result = link_ask(&sink->shared->link, text, second ? 2 : 1, parameter,
			  &err);
	if (!err && !PQntuples(result)) {
		link_say("a row of posixtrace.part has gone");
		err = ENODATA;
	}
	if (!err)
		snprintf(value, DIGITS, "%s", PQgetvalue(result, 0, 0));
	else
		sink->is_sound = false;
	PQclear(result);
	return err;
}

#define ROW "where id = $1::bigint - (7369614::bigint << 32)"

static int take(struct sink *base, unsigned shard,
		struct shard_checkpoint *checkpoint)
{
	struct postgres_sink *sink = (struct postgres_sink *)base;
	char value[DIGITS];
	int err = join(sink);

	*checkpoint = (struct shard_checkpoint){ .last = 0 };
	sink->shard = shard;
	if (!err)
		err = ask(sink, "select pg_try_advisory_lock($1::bigint)", NULL,
			  value);
	if (!err && *value != 't')
		return EBUSY;
	if (!err)
		err = ask(sink, "select read from posixtrace.part " ROW, NULL,
			  value);
	if (!err)
		checkpoint->last = strtoull(value, NULL, 10);
	else
		leave(sink);
	return err;
}

/* The row has no time: a stream that was set back is known by its end only. */
static int move(struct sink *base, struct shard_checkpoint checkpoint)
{
	struct postgres_sink *sink = (struct postgres_sink *)base;
	char digits[DIGITS], value[DIGITS];

	snprintf(digits, sizeof(digits), "%" PRIu64, checkpoint.last);
	return ask(sink,
		   "update posixtrace.part set read = $2::bigint " ROW
		   " returning read",
		   digits, value);
}

static void give(struct sink *base)
{
	struct postgres_sink *sink = (struct postgres_sink *)base;
	char value[DIGITS];

	if (!sink->is_sound ||
	    ask(sink, "select pg_advisory_unlock($1::bigint)", NULL, value) ||
	    *value != 't')
		leave(sink);
}

/* Logs */

/* Finds the beginning of a log that is there. ENOENT: it is not. */
static int find_preface(struct postgres_sink *sink, struct preface *preface,
			const unsigned char *uuid)
{
	const char *parameter[1];
	char text[FLEET_UUID_TEXT];
	unsigned char *bytes;
	PGresult *result;
	size_t len = 0;
	int err;

	parameter[0] = fleet_uuid_text(text, uuid);
	result = link_ask(
		&sink->shared->link,
		"select preface from posixtrace.log where uuid = $1::uuid", 1,
		parameter, &err);
	if (!err && !PQntuples(result))
		err = ENOENT;
	if (!err) {
		bytes = PQunescapeBytea(
			(const unsigned char *)PQgetvalue(result, 0, 0), &len);
		err = bytes ? preface_parse(preface, bytes,
					    len < PREFACE_MOST ? len :
								 PREFACE_MOST) :
			      ENOMEM;
		PQfreemem(bytes);
		if (err && err != ENOMEM)
			err = EBADMSG;
	}
	PQclear(result);
	if (!err && memcmp(preface->uuid, uuid, SECTION_UUID) != 0)
		err = EBADMSG;
	return err;
}

static int open_log(struct sink *base, struct sink_log *log,
		    const struct preface *preface)
{
	struct postgres_sink *sink = (struct postgres_sink *)base;
	struct preface found = { .len = 0 };
	char file[LOG_FOLDER_NAME];
	const struct store_log what = {
		.name = file,
		.preface = preface ? preface : &found,
		.fd = -1,
		.options = sink->options,
		.subject = &log->name,
		.refused = log->refused,
	};
	int err = 0;

	if (!preface)
		err = find_preface(sink, &found, log->name.uuid);
	if (err)
		return err;
	log_folder_name(file, what.preface);
	return postgres_store.open(&log->store, sink->where, &what, &log->last);
}

static void note(struct sink *base, const struct sink_log *log)
{
	(void)base;
	(void)log;
}

static const char *refuse(const char *where)
{
	return postgres_store.refuse(where);
}

static const char *why(void)
{
	return postgres_store.why();
}

const struct sink_class postgres_sink = {
	.refuse = refuse,
	.open = open_sink,
	.close = close_sink,
	.take = take,
	.move = move,
	.give = give,
	.open_log = open_log,
	.note = note,
	.why = why,
};
