/*
 * logs.h - opening logs, and reporting their damage
 */
#ifndef LOGS_H
#define LOGS_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

/* Opens a log for reading. Returns the exit status, after reporting errors. */
int logs_open(const char *file, int *fd, trace_id_t *trid);
/* True if a file, or these bytes, begin like a log, as far as they go. */
bool logs_is_log(int fd);
bool logs_have_magic(const void *start, size_t len);

/* Report that a file cannot be opened; that it is compressed by a program; that
 * it is of no known format, with its first 8 bytes, or all. Return the exit
 * status. */
int logs_cannot_open(const char *file, int err);
int logs_are_squeezed(const char *file, const char *how);
int logs_are_not(const char *file, const void *start, size_t len);

void logs_close(int fd, trace_id_t trid);

/* Reports damage that was met. A missing end during a recording is no damage;
 * growing: ignore a missing end. Returns the exit status. */
int logs_tell_damage(int fd, trace_id_t trid,
		     const struct posix_trace_damage_np *damage,
		     const char *file, bool growing);

/* The newest *.ptl of the current directory, to be freed by the caller, or
 * NULL. */
char *logs_find_newest(void);

#endif
