/*
 * reader.c - readers of the trace that is queried
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/command.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "query/reader.h"
#include "select/select_fields.h"
#include "source/lognames.h"
#include "source/source_foreign.h"
#include "source/source_log.h"

static int fail(struct query *query, int err)
{
	snprintf(query->why, sizeof(query->why), "%s", strerror(err));
	return err;
}

/* Readers */

static int prepare(struct query *query, struct reader *reader)
{
	int err;

	/* The options are shared, and what they mean in the source is not. */
	reader->selection = *query->input.selection;
	reader->selection.described = NULL;
	reader->utc = query->input.utc;
	reader->as = &query->input.files.as;
	err = selection_begin(&reader->selection, reader->source,
			      query->input.utc);
	if (err)
		return err;
	return event_cells_init(&reader->cells, reader->source, query->base_ns);
}

static int open_reader(struct query *query, struct reader **made)
{
	struct reader *reader = calloc(1, sizeof(*reader));

	if (!reader)
		return fail(query, ENOMEM);
	query->status =
		query->input.open(&reader->source, query->input.context);
	if (query->status) {
		free(reader);
		snprintf(query->why, sizeof(query->why),
			 "the trace cannot be opened once more");
		return EIO;
	}
	reader->next = query->readers;
	query->readers = reader;
	*made = reader;
	return 0;
}

int reader_take(struct query *query, struct reader **taken)
{
	struct reader *reader;
	int err;

	for (reader = query->readers; reader; reader = reader->next)
		if (!reader->is_taken)
			break;
	if (!reader && query->input.is_once) {
		query->status = EXIT_MISUSE;
		snprintf(query->why, sizeof(query->why),
			 "one table at a time can be read from a pipe: put the "
			 "trace into a file first");
		return ESPIPE;
	}
	if (!reader) {
		err = open_reader(query, &reader);
		if (!err)
			err = prepare(query, reader);
		if (err)
			return *query->why ? err : fail(query, err);
	}
	reader->is_taken = true;
	*taken = reader;
	return 0;
}

void reader_give(struct reader *reader)
{
	if (reader)
		reader->is_taken = false;
}

static void close_reader(struct reader *reader)
{
	event_cells_fini(&reader->cells);
	select_fields_end(&reader->selection);
	source_close(reader->source);
	free(reader);
}

/* Reading */

static int begin_at(struct reader *reader, int64_t ns)
{
	struct selection *selection = &reader->selection;
	struct timespec from;

	if (selection->bounded && selection->from.kind &&
	    stamp_ns(&selection->since) > ns)
		ns = stamp_ns(&selection->since);
	from = stamp_time(ns);
	selection->over = false;
	return source_seek(reader->source, &from);
}

static int begin_anew(struct reader *reader)
{
	const int err = source_rewind(reader->source);

	return err ? err :
		     selection_begin(&reader->selection, reader->source,
				     reader->utc);
}

/* A log as a whole is read by workers; a part of it would be less than what they
 * read ahead. */
static void read_ahead(struct reader *reader)
{
	if (!reader->reads_ahead && source_log_is(reader->source))
		source_log_read_ahead(reader->source, reader->as);
	reader->reads_ahead = true;
}

int reader_begin(struct reader *reader, bool has_from, int64_t from_ns)
{
	if (!has_from)
		read_ahead(reader);
	reader->number = 0;
	reader->is_bounded = has_from;
	return has_from ? begin_at(reader, from_ns) : begin_anew(reader);
}

int reader_next(struct reader *reader, bool *is_over)
{
	int unavailable, err;

	err = selection_next(&reader->selection, &reader->item, &unavailable);
	*is_over = err || unavailable;
	if (*is_over) {
		reader->was_whole |= !err && !reader->is_bounded;
		return err;
	}
	reader->number += reader->item.kind == POSIX_TRACE_ITEM_EVENT_NP;
	event_cells_set(&reader->cells, &reader->item);
	return 0;
}

int query_count_before(struct query *query, int64_t ns, uint64_t *count)
{
	struct reader *reader;
	bool is_over = false;
	int err;

	*count = 0;
	err = reader_take(query, &reader);
	if (err)
		return err;
	err = reader_begin(reader, false, 0);
	while (!err && !is_over) {
		err = reader_next(reader, &is_over);
		if (!err && !is_over &&
		    stamp_ns(&reader->item.info.posix_timestamp) >= ns)
			break;
		*count = reader->number;
	}
	reader_give(reader);
	return err;
}

/* Types */

static int add_type(struct query *query, struct fields *fields,
		    struct labels *labels, trace_event_id_t type)
{
	const struct posix_trace_layout_np *layout =
		fields_layout(fields, type);

	return layout ? schema_add_type(&query->schema,
					labels_event(labels, type).text,
					layout) :
			0;
}

static int add_types(struct query *query, struct source *source)
{
	struct fields *fields = malloc(sizeof(*fields));
	struct labels *labels = malloc(sizeof(*labels));
	int err = fields && labels ? 0 : ENOMEM;

	if (!err) {
		fields_init(fields, source);
		fields->no_symbols = true;
		labels_init(labels, source, false);
		for (trace_event_id_t type = 0; type < FIELDS_TYPES && !err;
		     type++)
			err = add_type(query, fields, labels, type);
		labels_fini(labels);
		fields_fini(fields);
	}
	free(fields);
	free(labels);
	return err;
}

/* A trace of another system is known when it was read. */
static int read_all(struct query *query, struct source *source)
{
	struct posix_trace_item_np item;
	int unavailable = 0, err = 0;

	while (!err && !unavailable) {
		err = source_next(source, &item, &unavailable);
		if (err || unavailable)
			break;
		query->last_ns = stamp_ns(&item.info.posix_timestamp);
		if (!query->events++)
			query->base_ns = query->last_ns;
	}
	return err;
}

/* Counting the events of a log reads the heads of all its sections: its size
 * tells plans enough. */
static void guess_events(struct query *query, const struct source *source)
{
	enum { EVENT_BYTES = 40, UNKNOWN = 1000000 };
	struct stat file;

	query->events += stat(source->name, &file) ?
				 UNKNOWN :
				 (uint64_t)file.st_size / EVENT_BYTES;
}

static int add_types_of(struct query *query, struct source *source)
{
	int err = 0;

	if (source_foreign_format(source))
		err = read_all(query, source);
	else
		guess_events(query, source);
	return err ? err : add_types(query, source);
}

/* Several logs are asked one by one: as one source they know a type only when
 * they come to it. */
static int ask_logs(struct query *query)
{
	const struct source_files *files = &query->input.files;
	struct source_as as = files->as;
	struct source *source;
	struct lognames names;
	int status, err = 0;

	status =
		lognames_find_in(&names, files->file, files->count, &files->as);
	as.workers = 0;
	for (size_t i = 0; i < names.count && !status && !err; i++) {
		status = source_open(&source, names.name[i], &as);
		if (status)
			break;
		err = add_types_of(query, source);
		if (err)
			talk_error(names.name[i], err);
		source_close(source);
	}
	lognames_fini(&names);
	return err ? EXIT_SYSTEM : status;
}

static int find_times(struct query *query, struct source *source)
{
	struct timespec first, last;
	int err;

	err = source_get_times(source, &first, &last);
	query->is_empty = err == ENODATA;
	if (query->is_empty)
		return 0;
	if (err)
		return err;
	query->base_ns = stamp_ns(&first);
	query->last_ns = stamp_ns(&last);
	return 0;
}

static int learn(struct query *query, struct source *source)
{
	int err = 0, status = EXIT_SUCCESS;

	if (source_log_is(source) || source_foreign_format(source))
		err = add_types_of(query, source);
	else
		status = ask_logs(query);
	if (source_foreign_format(source))
		query->is_empty = !query->events;
	else if (!err && !status)
		err = find_times(query, source);
	if (!err && !status)
		err = source_rewind(source);
	if (err == ESPIPE) {
		talk("%s: a query needs a trace that can be read twice: put it "
		     "into a file first",
		     source->name);
		return EXIT_MISUSE;
	}
	if (err) {
		talk_error(source->name, err);
		return EXIT_SYSTEM;
	}
	return status;
}

int query_begin(struct query *query, const struct query_input *input)
{
	struct reader *reader;
	int status, err;

	*query = (struct query){ .input = *input };
	err = schema_init(&query->schema);
	if (!err)
		err = open_reader(query, &reader);
	if (err && query->status)
		return query->status;
	if (err) {
		talk_error("query", err);
		return EXIT_SYSTEM;
	}
	status = learn(query, reader->source);
	if (status)
		return status;
	err = prepare(query, reader);
	return err ? selection_refuse(&reader->selection, err) : EXIT_SUCCESS;
}

/* Readers of a query meet the same damage: the first that met any tells it, unless
 * the table damage has. */
static int tell_damage(struct query *query)
{
	int status = query->damage;

	for (struct reader *reader = query->readers; reader && !status;
	     reader = reader->next)
		status = source_tell_damage(reader->source, false);
	return status;
}

static void tell_texts(const struct query *query)
{
	uint64_t replaced = 0;

	for (const struct reader *reader = query->readers; reader;
	     reader = reader->next)
		replaced += reader->cells.replaced;
	if (replaced)
		talk("%llu text%s had bytes that are not UTF-8: the column data "
		     "has them",
		     (unsigned long long)replaced, replaced == 1 ? "" : "s");
}

/* A window of a statement may have nothing of what the user selected. */
static int tell_selection(const struct query *query)
{
	for (const struct reader *reader = query->readers; reader;
	     reader = reader->next)
		if (reader->was_whole &&
		    (selection_is_given(&reader->selection) || query->is_empty))
			return selection_tell(&reader->selection);
	return EXIT_SUCCESS;
}

/* Statements need not have read the whole trace. */
static int tell_losses(struct query *query)
{
	struct reader *reader;
	bool is_over = false;
	int err;

	err = reader_take(query, &reader);
	if (err)
		return EXIT_SYSTEM;
	err = reader_begin(reader, false, 0);
	while (!err && !is_over)
		err = reader_next(reader, &is_over);
	reader_give(reader);
	if (!err)
		return selection_tell_losses(&reader->selection);
	talk_error(reader->source->name, err);
	return EXIT_SYSTEM;
}

int query_tell(struct query *query)
{
	int status;

	tell_texts(query);
	if (query->readers)
		refused_descriptions_tell_all(query->readers->source);
	status = tell_damage(query);
	if (!status)
		status = tell_selection(query);
	return status || !query->input.is_strict ? status : tell_losses(query);
}

void query_close(struct query *query)
{
	while (query->readers) {
		struct reader *reader = query->readers;

		query->readers = reader->next;
		close_reader(reader);
	}
	schema_fini(&query->schema);
}
