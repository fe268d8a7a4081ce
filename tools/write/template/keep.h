/*
 * keep.h - previous versions of changed files of templates
 *
 * Previous versions are never overwritten: further ones get a number.
 *
 *	orders.trcfmt~	orders.trcfmt.2~	a file that was replaced
 *	up.undo.trc	up.undo.2.trc		an update that takes back up.trc
 */
#ifndef WRITE_TEMPLATE_KEEP_H
#define WRITE_TEMPLATE_KEEP_H

#include <stddef.h>

/* All functions return the exit status, after reporting the change, or
 * errors. */

/* Replaces a file as a whole, or not at all. */
int template_keep_replace(const char *path, const char *text, size_t len);

/* Renames an existing file. */
int template_keep_aside(const char *path);

/* Writes the undo of an update beside it, like AIX; if the update is not a
 * file, or its folder not writable, beside the changed file at `path`. *name is
 * the undo's, to be freed. */
int template_keep_undo(const char *update, const char *path, const char *undo,
		       size_t len, char **name);

#endif
