/*
 * keep.h - what files of templates were before they were changed
 *
 * Nothing that was kept is ever overwritten: names that are taken get a number.
 *
 *	orders.trcfmt~	orders.trcfmt.2~	a file that was replaced
 *	up.undo.trc	up.undo.2.trc		an update that takes back up.trc
 */
#ifndef WRITE_TEMPLATE_KEEP_H
#define WRITE_TEMPLATE_KEEP_H

#include <stddef.h>

/* All give the exit status, and have told what was done, or why not. */

/* Replace a file as a whole, or not at all. */
int template_keep_replace(const char *path, const char *text, size_t len);

/* Give a file that is there another name. */
int template_keep_aside(const char *path);

/* Write the undo of an update beside it, as AIX does; of what is no file
 * there, or where nobody may write, beside the file at `path` that it changes.
 * *name is the undo's, to be freed. */
int template_keep_undo(const char *update, const char *path, const char *undo,
		       size_t len, char **name);

#endif
