/*
 * fleet_index.h - the index of a fleet's folder: FOLDER/.posixtrace-index
 *
 * The index is a database of SQLite with a row for each log: host, program, the
 * file as it was read, times, counts, and the spans of its sections by time. It
 * holds nothing that the logs do not tell: where it is missing or damaged it is
 * made anew, and a row whose file has changed is read again. Several processes
 * may use it at once. One that may not write here, or has no SQLite, reads the
 * heads of the logs instead.
 *
 * Who writes logs into a fleet's folder tells the index, for instance after
 * each batch that was stored for good:
 *
 *	fleet_index_open(&index, "/srv/fleet");
 *	fleet_index_update(index, paths, count);	(as often as needed)
 *	fleet_index_close(index);
 */
#ifndef FLEET_INDEX_H
#define FLEET_INDEX_H

#include <stdbool.h>
#include <stddef.h>

#define FLEET_INDEX ".posixtrace-index"

struct fleet_index;
struct fleet_log;

/* Opens the index, and makes it where it is missing. An error number; ENOTSUP:
 * there is no SQLite. *index may be NULL then: other functions take that, and
 * do nothing. */
int fleet_index_open(struct fleet_index **index, const char *folder);
void fleet_index_close(struct fleet_index *index);

/* Reads what was added to logs since the last time, and keeps it. paths: below
 * the folder, HOST/PROGRAM/NAME.ptl; one that is not there, or is a link, is
 * forgotten. An error number; nothing is lost but time if it is ignored. */
int fleet_index_update(struct fleet_index *index, const char *const *paths,
		       size_t count);

/* Rows of a folder below, "" or "HOST/PROGRAM", in the order of names, without
 * their spans. EBADMSG: the index is damaged; EBUSY. */
typedef int fleet_index_visit(struct fleet_log *log, void *argument);
int fleet_index_list(struct fleet_index *index, const char *below,
		     fleet_index_visit *visit, void *argument);

/* Loads the spans of a log. */
int fleet_index_load_spans(struct fleet_index *index, struct fleet_log *log);

/* Keeps a log, or forgets one, in a transaction that fleet_index_commit()
 * ends. */
int fleet_index_put(struct fleet_index *index, const struct fleet_log *log);
int fleet_index_forget(struct fleet_index *index, const char *path);
int fleet_index_commit(struct fleet_index *index);

/* Visits the folders below that have rows. */
typedef int fleet_index_folder(const char *below, void *argument);
int fleet_index_list_folders(struct fleet_index *index,
			     fleet_index_folder *visit, void *argument);

/* Removes the index, as it is damaged, and makes it anew. */
int fleet_index_renew(struct fleet_index **index, const char *folder);

#endif
