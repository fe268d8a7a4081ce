/*
 * inserter.c - rows that SQLite inserts into tables of a database
 */
#include <errno.h>
#include <stdlib.h>

#include "common/thread.h"
#include "query/inserter.h"
#include "query/sqlite_error.h"

/* The virtual table with the rows of a batch */

struct waiting_table {
	sqlite3_vtab base;
	const struct inserter *inserter;
	size_t columns;
};

struct waiting_row {
	sqlite3_vtab_cursor base;
	const struct row_batch *batch;
	size_t columns, at; /* at: its first cell */
};

static struct waiting_row *row_of(sqlite3_vtab_cursor *base)
{
	return (struct waiting_row *)base;
}

/* The argument is the number of the table in the schema. */
static int connect_table(sqlite3 *database, void *context, int argc,
			 const char *const *argv, sqlite3_vtab **made,
			 char **why)
{
	const struct inserter *inserter = context;
	const size_t number = argc > 3 ? (size_t)strtoul(argv[3], NULL, 10) : 0;
	const struct schema_table *table = &inserter->schema->table[number];
	struct waiting_table *waiting = sqlite3_malloc(sizeof(*waiting));
	char *text = schema_make_table(table, false);
	int code = SQLITE_NOMEM;

	(void)why;
	if (waiting && text)
		code = sqlite3_declare_vtab(database, text);
	free(text);
	if (code != SQLITE_OK) {
		sqlite3_free(waiting);
		return code;
	}
	*waiting = (struct waiting_table){
		.inserter = inserter,
		.columns = table->columns,
	};
	*made = &waiting->base;
	return SQLITE_OK;
}

static int disconnect_table(sqlite3_vtab *base)
{
	sqlite3_free(base);
	return SQLITE_OK;
}

static int choose(sqlite3_vtab *base, sqlite3_index_info *info)
{
	(void)base;
	(void)info;
	return SQLITE_OK;
}

static int open_row(sqlite3_vtab *base, sqlite3_vtab_cursor **opened)
{
	const struct waiting_table *table = (struct waiting_table *)base;
	struct waiting_row *row = sqlite3_malloc(sizeof(*row));

	if (!row)
		return SQLITE_NOMEM;
	*row = (struct waiting_row){
		.batch = table->inserter->present,
		.columns = table->columns,
	};
	*opened = &row->base;
	return SQLITE_OK;
}

static int close_row(sqlite3_vtab_cursor *base)
{
	sqlite3_free(base);
	return SQLITE_OK;
}

static int begin(sqlite3_vtab_cursor *base, int number, const char *plan,
		 int count, sqlite3_value **value)
{
	(void)number;
	(void)plan;
	(void)count;
	(void)value;
	row_of(base)->at = 0;
	return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
	struct waiting_row *row = row_of(base);

	row->at += row->columns;
	return SQLITE_OK;
}

static int is_over(sqlite3_vtab_cursor *base)
{
	return row_of(base)->at >= row_of(base)->batch->count;
}

static int get_column(sqlite3_vtab_cursor *base, sqlite3_context *context,
		      int column)
{
	const struct waiting_row *row = row_of(base);

	row_batch_result(row->batch, row->at + (size_t)column, context);
	return SQLITE_OK;
}

static int get_number(sqlite3_vtab_cursor *base, sqlite3_int64 *number)
{
	*number = (sqlite3_int64)row_of(base)->at;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.iVersion = 1,
	.xCreate = connect_table,
	.xConnect = connect_table,
	.xBestIndex = choose,
	.xDisconnect = disconnect_table,
	.xDestroy = disconnect_table,
	.xOpen = open_row,
	.xClose = close_row,
	.xFilter = begin,
	.xNext = next,
	.xEof = is_over,
	.xColumn = get_column,
	.xRowid = get_number,
};

/* Inserting */

static int run(sqlite3 *database, char *text)
{
	const int code = text ? sqlite3_exec(database, text, NULL, NULL, NULL) :
				SQLITE_NOMEM;

	return sqlite_error_of(database, code);
}

static int prepare(struct inserter *inserter, size_t number)
{
	const struct schema_table *table = &inserter->schema->table[number];
	char *text = sqlite3_mprintf("insert into main.\"%w\" "
				     "select * from temp.\"%llu\"",
				     table->name, (unsigned long long)number);
	int code = SQLITE_NOMEM;

	if (text)
		code = sqlite3_prepare_v3(inserter->database, text, -1,
					  SQLITE_PREPARE_PERSISTENT,
					  &inserter->statement[number], NULL);
	sqlite3_free(text);
	return sqlite_error_of(inserter->database, code);
}

static int make_tables(struct inserter *inserter, size_t number)
{
	sqlite3 *database = inserter->database;
	char *text = schema_make_table(&inserter->schema->table[number], false);
	int err;

	err = run(database, text);
	free(text);
	if (err)
		return err;
	text = sqlite3_mprintf("create virtual table temp.\"%llu\" "
			       "using waiting(%llu)",
			       (unsigned long long)number,
			       (unsigned long long)number);
	err = run(database, text);
	sqlite3_free(text);
	return err;
}

int inserter_init(struct inserter *inserter, sqlite3 *database,
		  const struct schema *schema)
{
	int err;

	*inserter = (struct inserter){ .database = database, .schema = schema };
	pthread_mutex_init(&inserter->lock, NULL);
	pthread_cond_init(&inserter->changed, NULL);
	inserter->batch = calloc(schema->count, sizeof(*inserter->batch));
	inserter->statement =
		calloc(schema->count, sizeof(*inserter->statement));
	if (!inserter->batch || !inserter->statement)
		return ENOMEM;
	err = sqlite_error_of(
		database,
		sqlite3_create_module(database, "waiting", &module, inserter));
	for (size_t i = 0; i < schema->count && !err; i++)
		err = make_tables(inserter, i);
	return err;
}

/* The thread that inserts */

static int insert(struct inserter *inserter, const struct row_batch *batch)
{
	sqlite3_stmt **statement = &inserter->statement[batch->table];
	int err = 0;

	inserter->present = batch;
	if (!*statement)
		err = prepare(inserter, batch->table);
	if (err)
		return err;
	err = sqlite_error_of(inserter->database, sqlite3_step(*statement));
	sqlite3_reset(*statement);
	return err;
}

/* Waits for a batch, which stays in the queue while it is inserted. NULL: there
 * will be none. */
static struct row_batch *take(struct inserter *inserter)
{
	struct row_batch *batch = NULL;

	pthread_mutex_lock(&inserter->lock);
	while (!inserter->waiting && !inserter->is_ending)
		pthread_cond_wait(&inserter->changed, &inserter->lock);
	if (inserter->waiting)
		batch = &inserter->queue[inserter->first];
	pthread_mutex_unlock(&inserter->lock);
	return batch;
}

static void give_back(struct inserter *inserter, struct row_batch *batch,
		      int err)
{
	row_batch_clear(batch);
	pthread_mutex_lock(&inserter->lock);
	if (!inserter->err)
		inserter->err = err;
	inserter->first = (inserter->first + 1) % INSERTER_QUEUE;
	inserter->waiting--;
	pthread_cond_signal(&inserter->changed);
	pthread_mutex_unlock(&inserter->lock);
}

/* Behind an error nothing is inserted, and nobody waits for that. */
static void *insert_all(void *argument)
{
	struct inserter *inserter = argument;
	struct row_batch *batch;
	int err = 0;

	while ((batch = take(inserter))) {
		if (!err)
			err = insert(inserter, batch);
		give_back(inserter, batch, err);
	}
	return NULL;
}

int inserter_start(struct inserter *inserter)
{
	const int err = thread_start(&inserter->thread, insert_all, inserter);

	inserter->has_thread = !err;
	return err;
}

static void stop(struct inserter *inserter)
{
	if (!inserter->has_thread)
		return;
	pthread_mutex_lock(&inserter->lock);
	inserter->is_ending = true;
	pthread_cond_signal(&inserter->changed);
	pthread_mutex_unlock(&inserter->lock);
	pthread_join(inserter->thread, NULL);
	inserter->has_thread = false;
}

/* The thread that makes rows */

/* Exchanges a full batch for an empty one of the queue. */
static int hand_over(struct inserter *inserter, size_t number)
{
	struct row_batch *batch = &inserter->batch[number], *last;
	struct row_batch empty;
	int err;

	batch->table = number;
	pthread_mutex_lock(&inserter->lock);
	while (inserter->waiting == INSERTER_QUEUE)
		pthread_cond_wait(&inserter->changed, &inserter->lock);
	last = &inserter->queue[(inserter->first + inserter->waiting) %
				INSERTER_QUEUE];
	empty = *last;
	*last = *batch;
	*batch = empty;
	inserter->waiting++;
	err = inserter->err;
	pthread_cond_signal(&inserter->changed);
	pthread_mutex_unlock(&inserter->lock);
	return err;
}

int inserter_end_row(struct inserter *inserter, size_t table)
{
	return row_batch_is_full(&inserter->batch[table]) ?
		       hand_over(inserter, table) :
		       0;
}

int inserter_finish(struct inserter *inserter)
{
	int err = 0;

	for (size_t i = 0; i < inserter->schema->count && !err; i++)
		if (inserter->batch[i].count)
			err = hand_over(inserter, i);
	stop(inserter);
	return inserter->err;
}

void inserter_fini(struct inserter *inserter)
{
	stop(inserter);
	for (size_t i = 0; inserter->batch && i < inserter->schema->count; i++)
		row_batch_fini(&inserter->batch[i]);
	for (size_t i = 0; inserter->statement && i < inserter->schema->count;
	     i++)
		sqlite3_finalize(inserter->statement[i]);
	for (unsigned i = 0; i < INSERTER_QUEUE; i++)
		row_batch_fini(&inserter->queue[i]);
	free(inserter->batch);
	free(inserter->statement);
	pthread_cond_destroy(&inserter->changed);
	pthread_mutex_destroy(&inserter->lock);
}
