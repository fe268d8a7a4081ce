/*
 * fleet_index.c - the index of a fleet's folder, kept by SQLite
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "source/fleet/fleet_index.h"
#include "source/fleet/fleet_log.h"
#include "source/fleet/fleet_row.h"

enum {
	BUSY_MS = 5000,
	VERSION = 1,
};

enum query { LIST, ONE, SPANS, PUT, FORGET, FOLDERS, QUERIES };

struct fleet_index {
	sqlite3 *database;
	sqlite3_stmt *query[QUERIES];
	char *name;  /* name of the folder, */
	int folder;  /* descriptor of the folder */
	ino_t inode; /* inode of the database */
	bool is_writing;
	bool is_read_only;
};

static const char *const texts[QUERIES] = {
	[LIST] = "select " FLEET_ROW " from log where below=?1 order by path",
	[ONE] = "select " FLEET_ROW " from log where path=?1",
	[SPANS] = "select spans from log where path=?1",
	[PUT] = "insert or replace into log(" FLEET_ROW ",spans) values("
		"?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,"
		"?18,?19,?20,?21,?22,?23,?24,?25,?26,?27)",
	[FORGET] = "delete from log where path=?1",
	[FOLDERS] = "select distinct below from log",
};

#define TABLE                                                              \
	"log("                                                             \
	"path blob primary key, below blob, host text, program text, "     \
	"uuid blob, boot blob, system text, size integer, mtime integer, " \
	"inode integer, problem integer, clock integer, sync integer, "    \
	"sync_offset integer, sync_error integer, target integer, "        \
	"created integer, flags integer, first integer, last integer, "    \
	"events integer, lost integer, walked integer, number integer, "   \
	"sum integer, processes blob, spans blob) without rowid"
#define BELOW "log_below on log(below, path)"

static const char schema[] = "begin immediate;"
			     "create table if not exists " TABLE ";"
			     "create index if not exists " BELOW ";"
			     "pragma user_version = 1;"
			     "commit";

/* A view in the place of the table, or a trigger, may take for ever. */
static const char strangers[] =
	"select count(*) from sqlite_master where sql not in ("
	"'CREATE TABLE " TABLE "', 'CREATE INDEX " BELOW "')";

static int error_of(int code)
{
	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE:
		return 0;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return EBUSY;
	case SQLITE_NOMEM:
		return ENOMEM;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
	case SQLITE_SCHEMA:
	case SQLITE_ERROR: /* a table that is another */
		return EBADMSG;
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return EROFS;
	case SQLITE_FULL:
		return ENOSPC;
	default:
		return EIO;
	}
}

/* Opening */

static const char journal[] = FLEET_INDEX "-journal";

/* *inode: 0 of what is no file. */
static bool has(int folder, const char *name, ino_t *inode)
{
	struct stat st;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW))
		return false;
	*inode = S_ISREG(st.st_mode) ? st.st_ino : 0;
	return true;
}

static bool is_there(int folder, ino_t *inode)
{
	return has(folder, FLEET_INDEX, inode);
}

/* SQLite would wait for ever for the other end of a FIFO. */
static bool is_no_file(int folder, const char *name)
{
	ino_t inode = 0;

	return has(folder, name, &inode) && !inode;
}

static int read_number(struct fleet_index *index, const char *query,
		       int *number)
{
	sqlite3_stmt *statement;
	int code;

	code = sqlite3_prepare_v2(index->database, query, -1, &statement, NULL);
	if (code)
		return error_of(code);
	code = sqlite3_step(statement);
	*number = code == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
	sqlite3_finalize(statement);
	return error_of(code);
}

static int prepare(struct fleet_index *index)
{
	int version = 0, others = 0, err, code = 0;

	err = read_number(index, "pragma user_version", &version);
	if (!err)
		err = read_number(index, strangers, &others);
	if (err || others || (version && version != VERSION))
		return err ? err : EBADMSG;
	if (!version && index->is_read_only)
		return EROFS;
	if (!version)
		code = sqlite3_exec(index->database, schema, NULL, NULL, NULL);
	for (int i = 0; !code && i < QUERIES; i++)
		code = sqlite3_prepare_v3(index->database, texts[i], -1,
					  SQLITE_PREPARE_PERSISTENT,
					  &index->query[i], NULL);
	return error_of(code);
}

static int open_file(struct fleet_index *index, const char *path)
{
	const int how = index->is_read_only ?
				SQLITE_OPEN_READONLY :
				SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
	int code;

	code = sqlite3_open_v2(path, &index->database,
			       how | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW,
			       NULL);
	if (code)
		return error_of(code);
	sqlite3_busy_timeout(index->database, BUSY_MS);
	sqlite3_exec(index->database,
		     "pragma synchronous=off; pragma trusted_schema=off;"
		     "pragma cell_size_check=on",
		     NULL, NULL, NULL);
	return prepare(index);
}

/* SQLite follows no link in the path that it gets. */
static int open_at(struct fleet_index *index, const char *real)
{
	ino_t inode = 0;
	char *path;
	int err;

	index->is_read_only = faccessat(index->folder, ".", W_OK, AT_EACCESS);
	if (is_no_file(index->folder, FLEET_INDEX) ||
	    is_no_file(index->folder, journal))
		return EBADMSG;
	is_there(index->folder, &inode);
	if (!inode && index->is_read_only)
		return EROFS;
	if (asprintf(&path, "%s/%s", real, FLEET_INDEX) < 0)
		return ENOMEM;
	err = open_file(index, path);
	free(path);
	if (!err && !is_there(index->folder, &index->inode))
		err = ENOENT;
	return err;
}

static int open_database(struct fleet_index *index)
{
	char *real = realpath(index->name, NULL);
	int err;

	if (!real)
		return errno;
	err = open_at(index, real);
	free(real);
	return err;
}

static void close_database(struct fleet_index *index)
{
	fleet_index_commit(index);
	for (int i = 0; i < QUERIES; i++) {
		sqlite3_finalize(index->query[i]);
		index->query[i] = NULL;
	}
	sqlite3_close(index->database);
	index->database = NULL;
}

int fleet_index_open(struct fleet_index **index, const char *folder)
{
	struct fleet_index *made = calloc(1, sizeof(*made));
	int err;

	*index = NULL;
	if (!made)
		return ENOMEM;
	made->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	err = made->folder < 0 ? errno : 0;
	made->name = strdup(folder);
	if (!err)
		err = made->name ? open_database(made) : ENOMEM;
	if (err)
		fleet_index_close(made);
	else
		*index = made;
	return err;
}

void fleet_index_close(struct fleet_index *index)
{
	if (!index)
		return;
	close_database(index);
	if (index->folder >= 0)
		close(index->folder);
	free(index->name);
	free(index);
}

static int remove_database(int folder)
{
	ino_t inode;

	unlinkat(folder, journal, 0);
	if (!is_there(folder, &inode))
		return 0;
	if (!inode)
		return EBADMSG;
	return unlinkat(folder, FLEET_INDEX, 0) ? errno : 0;
}

int fleet_index_renew(struct fleet_index **index, const char *folder)
{
	const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int err;

	fleet_index_close(*index);
	*index = NULL;
	if (fd < 0)
		return errno;
	err = remove_database(fd);
	close(fd);
	return err ? err : fleet_index_open(index, folder);
}

/* Rows */

static sqlite3_stmt *begin(struct fleet_index *index, enum query query)
{
	if (index->query[query])
		sqlite3_reset(index->query[query]);
	return index->query[query];
}

static int end(sqlite3_stmt *statement, int code)
{
	sqlite3_reset(statement);
	return error_of(code);
}

int fleet_index_list(struct fleet_index *index, const char *below,
		     fleet_index_visit *visit, void *argument)
{
	struct fleet_binding to = { .statement = begin(index, LIST) };
	int code, err = 0;

	fleet_row_bind_bytes(&to, below, strlen(below));
	for (;;) {
		struct fleet_log log = { 0 };

		code = to.code ? to.code : sqlite3_step(to.statement);
		if (code != SQLITE_ROW)
			break;
		if (!fleet_row_take(to.statement, &log))
			err = EBADMSG;
		if (!err)
			err = visit(&log, argument);
		fleet_log_fini(&log);
		if (err)
			break;
	}
	code = end(to.statement, code);
	return err ? err : code;
}

static int find(struct fleet_index *index, const char *path,
		struct fleet_log *log)
{
	struct fleet_binding to = { .statement = begin(index, ONE) };
	bool is_sound = true;
	int code;

	fleet_row_bind_bytes(&to, path, strlen(path));
	code = to.code ? to.code : sqlite3_step(to.statement);
	if (code == SQLITE_ROW)
		is_sound = fleet_row_take(to.statement, log);
	if (code == SQLITE_DONE || !is_sound)
		fleet_log_fini(log);
	return end(to.statement, is_sound ? code : SQLITE_CORRUPT);
}

int fleet_index_load_spans(struct fleet_index *index, struct fleet_log *log)
{
	struct fleet_binding to = { .statement = begin(index, SPANS) };
	int code, err = EBADMSG;

	fleet_row_bind_bytes(&to, log->path, strlen(log->path));
	code = to.code ? to.code : sqlite3_step(to.statement);
	if (code == SQLITE_ROW)
		err = fleet_row_unpack_spans(
			log, sqlite3_column_blob(to.statement, 0),
			(size_t)sqlite3_column_bytes(to.statement, 0));
	code = end(to.statement, code);
	return code ? code : err;
}

static int begin_writing(struct fleet_index *index)
{
	int code;

	if (index->is_writing)
		return 0;
	if (index->is_read_only)
		return EROFS;
	code = sqlite3_exec(index->database, "begin immediate", NULL, NULL,
			    NULL);
	index->is_writing = !code;
	return error_of(code);
}

int fleet_index_put(struct fleet_index *index, const struct fleet_log *log)
{
	struct fleet_binding to = { .statement = begin(index, PUT) };
	unsigned char *spans;
	size_t len;
	int err;

	err = begin_writing(index);
	if (err)
		return err;
	spans = fleet_row_pack_spans(log, &len);
	if (!spans)
		return ENOMEM;
	fleet_row_bind(&to, log);
	fleet_row_bind_bytes(&to, spans, len);
	free(spans);
	return end(to.statement,
		   to.code ? to.code : sqlite3_step(to.statement));
}

int fleet_index_forget(struct fleet_index *index, const char *path)
{
	struct fleet_binding to = { .statement = begin(index, FORGET) };
	const int err = begin_writing(index);

	if (err)
		return err;
	fleet_row_bind_bytes(&to, path, strlen(path));
	return end(to.statement,
		   to.code ? to.code : sqlite3_step(to.statement));
}

int fleet_index_commit(struct fleet_index *index)
{
	int code;

	if (!index || !index->is_writing)
		return 0;
	index->is_writing = false;
	code = sqlite3_exec(index->database, "commit", NULL, NULL, NULL);
	if (code)
		sqlite3_exec(index->database, "rollback", NULL, NULL, NULL);
	return error_of(code);
}

int fleet_index_list_folders(struct fleet_index *index,
			     fleet_index_folder *visit, void *argument)
{
	sqlite3_stmt *statement = begin(index, FOLDERS);
	int code, err = 0;

	while (!err && (code = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *below =
			(const char *)sqlite3_column_text(statement, 0);

		err = visit(below ? below : "", argument);
	}
	code = end(statement, code);
	return err ? err : code;
}

/* Updates by who writes the logs */

static int update(struct fleet_index *index, const char *path)
{
	struct fleet_log log = { 0 };
	int fd, err;

	err = find(index, path, &log);
	if (err)
		return err;
	fd = openat(index->folder, path,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0) {
		fleet_log_fini(&log);
		return fleet_index_forget(index, path);
	}
	if (log.path)
		err = fleet_index_load_spans(index, &log);
	else
		log.path = strdup(path);
	if (!err)
		err = log.path ? fleet_log_read(&log, fd) : ENOMEM;
	if (!err)
		err = fleet_index_put(index, &log);
	close(fd);
	fleet_log_fini(&log);
	return err;
}

/* Processes beside this one may have made the index anew. */
static int follow(struct fleet_index *index)
{
	ino_t inode = 0;

	if (index->database && is_there(index->folder, &inode) &&
	    inode == index->inode)
		return 0;
	close_database(index);
	return open_database(index);
}

int fleet_index_update(struct fleet_index *index, const char *const *paths,
		       size_t count)
{
	int err, last;

	if (!index)
		return ENOTSUP;
	err = follow(index);
	for (size_t i = 0; !err && i < count; i++)
		err = update(index, paths[i]);
	last = fleet_index_commit(index);
	if (err == EBADMSG) {
		close_database(index);
		remove_database(index->folder);
	}
	return err ? err : last;
}
