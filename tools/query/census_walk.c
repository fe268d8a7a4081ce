/*
 * census_walk.c - rows of the small tables: threads, processes, objects, types,
 * logs, damage
 *
 * They are made when a statement first asks for them, by reading all that is
 * selected; the walk keeps them, should the statement begin it again. What the
 * head and the end of a log tell takes no reading: its objects, and the facts
 * about it that are no counts.
 */
#include <errno.h>

#include "query/damage_rows.h"
#include "query/row_walk.h"
#include "source/lognames.h"

struct census_walk {
	struct row_walk walk;
	struct census_rows rows;
	bool is_made;
	bool is_uncounted; /* columns of counts wait until they are asked for */
};

static struct census_walk *census_of(struct row_walk *walk)
{
	return (struct census_walk *)walk;
}

static void close_census(struct row_walk *walk)
{
	census_rows_fini(&census_of(walk)->rows);
}

static bool is_at_end(struct row_walk *walk)
{
	return walk->number >= census_rows_count(&census_of(walk)->rows);
}

static int next_row(struct row_walk *walk)
{
	walk->is_over = is_at_end(walk);
	return 0;
}

static int get_cell(struct row_walk *walk, size_t column, struct cell *cell)
{
	const struct census_rows *rows = &census_of(walk)->rows;

	if (is_at_end(walk))
		return EBADMSG; /* damage has hidden it from the reading */
	*cell = rows->cell[walk->number * rows->columns + column];
	return 0;
}

/* Threads and the like */

static int read_census(struct row_walk *walk, struct census *census)
{
	bool ignored;
	int err;

	err = reader_begin(walk->reader, false, 0);
	while (!err) {
		err = row_walk_read(walk, &ignored);
		if (err || walk->is_over)
			break;
		err = census_add(census);
	}
	return err;
}

/* True if rows need no reading: those of the table logs only if the log has no
 * other one in it, which may have no events. */
static bool is_known(const struct row_walk *walk)
{
	struct source *source = walk->reader->source;
	struct source_origin other;

	if (!source->is_settled || walk->query->input.is_once ||
	    selection_is_given(&walk->reader->selection))
		return false;
	return walk->table->kind == SCHEMA_OBJECTS ||
	       (walk->table->kind == SCHEMA_LOGS && !walk->query->is_empty &&
		source_get_origin(source, 1, &other));
}

static int make_census(struct row_walk *walk, bool counted)
{
	struct census census;
	int err;

	census_init(&census, &walk->reader->cells);
	err = counted ? read_census(walk, &census) : census_add_log(&census);
	if (!err)
		err = census_make(&census, walk->table, &census_of(walk)->rows);
	census_fini(&census);
	return err;
}

/* Columns at the end of the table logs. */
enum { COUNTS = 4 };

static int get_counted(struct row_walk *walk, size_t column, struct cell *cell)
{
	struct census_walk *census = census_of(walk);
	int err = 0;

	if (census->is_uncounted && walk->table->kind == SCHEMA_LOGS &&
	    column + COUNTS >= walk->table->columns) {
		census->is_uncounted = false;
		census_rows_fini(&census->rows);
		err = make_census(walk, true);
		walk->is_over = false; /* the reading is, the row is not */
	}
	return err ? err : get_cell(walk, column, cell);
}

static int begin_census(struct row_walk *walk)
{
	struct census_walk *census = census_of(walk);
	int err = 0;

	if (!census->is_made) {
		census->is_uncounted = is_known(walk);
		err = make_census(walk, !census->is_uncounted);
	}
	census->is_made |= !err;
	walk->is_over = is_at_end(walk);
	return err;
}

const struct row_walk_class row_walk_census = {
	.size = sizeof(struct census_walk),
	.begin = begin_census,
	.next = next_row,
	.get = get_counted,
	.close = close_census,
};

/* Damage */

static int read_through(const struct row_walk *walk, struct source *source)
{
	struct posix_trace_item_np item;
	int unavailable = 0, err = 0;

	while (!err && !unavailable)
		err = walk->query->is_interrupted ?
			      EINTR :
			      source_next(source, &item, &unavailable);
	return err;
}

/* Each log is read by itself, whatever is selected: damage may be anywhere. */
static int read_logs(struct row_walk *walk, const struct lognames *names)
{
	struct source_as as = walk->query->input.files.as;
	struct source *source;
	int err = 0;

	as.workers = 0;
	for (size_t i = 0; i < names->count && !err; i++) {
		if (source_open(&source, names->name[i], &as))
			return EIO;
		err = read_through(walk, source);
		if (!err)
			err = damage_rows_add(&census_of(walk)->rows, source);
		if (!err && !walk->query->damage)
			walk->query->damage = source_tell_damage(source, false);
		source_close(source);
	}
	return err;
}

/* A stream, and a pipe, cannot be opened anew. */
static int read_reader(struct row_walk *walk)
{
	bool ignored;
	int err;

	err = reader_begin(walk->reader, false, 0);
	while (!err && !walk->is_over)
		err = row_walk_read(walk, &ignored);
	return err ? err :
		     damage_rows_add(&census_of(walk)->rows,
				     walk->reader->source);
}

static int make_damage(struct row_walk *walk)
{
	const struct query_input *input = &walk->query->input;
	struct lognames names;
	int err;

	census_of(walk)->rows.columns = walk->table->columns;
	if (input->is_once)
		return read_reader(walk);
	if (lognames_find_in(&names, input->files.file, input->files.count,
			     &input->files.as))
		return EIO;
	err = read_logs(walk, &names);
	lognames_fini(&names);
	return err;
}

static int begin_damage(struct row_walk *walk)
{
	struct census_walk *census = census_of(walk);
	const int err = census->is_made ? 0 : make_damage(walk);

	census->is_made |= !err;
	walk->is_over = is_at_end(walk);
	return err;
}

const struct row_walk_class row_walk_damage = {
	.size = sizeof(struct census_walk),
	.begin = begin_damage,
	.next = next_row,
	.get = get_cell,
	.close = close_census,
};
