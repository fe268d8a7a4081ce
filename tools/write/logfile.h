/*
 * logfile.h - the file a recording goes to
 *
 * It is made beside an existing file, which is replaced only when the recording
 * has begun. A file that is not kept is removed.
 */
#ifndef LOGFILE_H
#define LOGFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "write/unfinished.h"

struct logfile {
	char *path;   /* the user's path */
	char *beside; /* temporary name, or NULL: path */
	char *target; /* file to be replaced, with links followed */
	int fd;
	bool is_new;  /* target is not there, and must not be */
	bool unnamed; /* temporary file: path is its purpose */
	struct unfinished *unfinished; /* NULL: an interrupt leaves it */
};

/* Makes a file for its owner alone, open for reading and writing. force: it may
 * replace a regular file. EEXIST: it exists. ENOTSUP: to be replaced, but no
 * regular file. ELOOP: a link that other users may have made. */
int logfile_create(struct logfile *file, const char *path, bool force);

/* Same, but always beside the path, which has nothing until it is kept. */
int logfile_create_beside(struct logfile *file, const char *path, bool force);

/* Makes a file without a name, which is gone when it is closed. path: its
 * purpose, for messages. */
int logfile_create_unnamed(struct logfile *file, const char *path);

/* Same, in memory. */
int logfile_create_in_memory(struct logfile *file, const char *name);

/* Same in the directory of path, so that it can get that name later. */
int logfile_create_hidden(struct logfile *file, const char *path);

/* Names a file without a name. force: it may replace a file. EEXIST: the name
 * is taken. */
int logfile_publish(int fd, const char *path, bool force);

/* Has a file with a name removed if the user interrupts before it is kept. */
void logfile_guard(struct logfile *file);

/* Reports why it could not be made. Returns the exit status. */
int logfile_refuse(const char *path, int err);

/* The present name. */
const char *logfile_name(const struct logfile *file);

/* Gives the file its final name. */
int logfile_keep(struct logfile *file);

/* Removes and closes it. */
void logfile_drop(struct logfile *file);

/* Size of the file. */
uint64_t logfile_size(const struct logfile *file);

/* Closes it, unless it is closed. */
void logfile_close(struct logfile *file);

#endif
