/*
 * logfile.h - the file a recording goes to
 *
 * It is made without touching what is there: a file that is to be replaced
 * stays until the recording has begun. One that is not kept is removed.
 */
#ifndef LOGFILE_H
#define LOGFILE_H

#include <stdbool.h>
#include <stdint.h>

struct logfile {
	char *path;   /* as the user knows it */
	char *beside; /* its name until it is kept, or NULL: path */
	char *target; /* what it will replace, symbolic links followed */
	int fd;
	bool unnamed; /* a file for the time being: path is what it is for */
};

/* Make the file for its owner alone, open for reading and writing. force: it
 * may replace a regular file. EEXIST: it is there. ENOTSUP: to be replaced, but
 * no regular file. ELOOP: a link that others may have put there. */
int logfile_create(struct logfile *file, const char *path, bool force);

/* Make a file that has no name, and is gone when it is closed. path: what it is
 * for, in messages. */
int logfile_create_unnamed(struct logfile *file, const char *path);

/* The same, in memory. */
int logfile_create_in_memory(struct logfile *file, const char *name);

/* The same in the directory of path, so that it can get that name later. */
int logfile_create_hidden(struct logfile *file, const char *path);

/* Give a file that has no name one. force: it may replace a file. EEXIST: it is
 * taken. */
int logfile_publish(int fd, const char *path, bool force);

/* Tell why it could not be made. Gives the exit status. */
int logfile_refuse(const char *path, int err);

/* The name it has now. */
const char *logfile_name(const struct logfile *file);

/* Put it where it belongs. */
int logfile_keep(struct logfile *file);

/* Remove and close it. */
void logfile_drop(struct logfile *file);

/* Bytes in it. */
uint64_t logfile_size(const struct logfile *file);

/* Close it; one that was closed before is let be. */
void logfile_close(struct logfile *file);

#endif
