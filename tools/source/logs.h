/*
 * logs.h - open a log that the user names, and tell what is wrong with it
 */
#ifndef LOGS_H
#define LOGS_H

#include <stdbool.h>
#include <stddef.h>

#include <trace.h>

/* Open a log for reading. Gives the exit status, and has told why not. */
int logs_open(const char *file, int *fd, trace_id_t *trid);
/* Whether a file, or these bytes, begin as a log, as far as they go. */
bool logs_is_log(int fd);
bool logs_begin_so(const void *start, size_t len);

/* Tell that a file cannot be opened to be read; that it is nothing that is
 * known, and begins so: 8 bytes, or all of it. Each gives the exit status. */
int logs_cannot_open(const char *file, int err);
int logs_are_not(const char *file, const void *start, size_t len);

void logs_close(int fd, trace_id_t trid);

/* Tell what damage reading has met so far. That a log has no end which is being
 * recorded is none; growing: nobody wants to hear of it. Gives the exit
 * status. */
int logs_tell_damage(int fd, trace_id_t trid, const char *file, bool growing);

/* The newest *.ptl of the current directory, for the caller to free, or NULL.
 */
char *logs_find_newest(void);

#endif
