/*
 * change.h - changing the user's files of templates
 *
 * A file is replaced as a whole, and can be restored, see keep.h: an update
 * leaves an undo, see trcfmt(5), and a file that is replaced or removed stays
 * with a '~' behind its name.
 */
#ifndef WRITE_TEMPLATE_CHANGE_H
#define WRITE_TEMPLATE_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

/* All functions return the exit status, after reporting the change, or
 * errors. */

/* Adds the templates of a file: an update is applied to the file `target`, or
 * if that is NULL to user.trcfmt of the user's folder; any other file is copied
 * to the folder, or to target. override: ignore versions. */
int template_change_add(const char *file, const char *target, bool override);

/* True for an update, by its first line. */
bool template_change_is_update(const char *text, size_t len);

/* Reports on stdout the effect of an update on target, or if that is NULL on
 * user.trcfmt, or on stderr why it fails. */
int template_change_check(const char *name, const char *text, size_t len,
			  const char *target);

/* Removes a file of the user's folder, or the templates of an id in all its
 * files, or in target. */
int template_change_remove(const char *what, const char *target);

#endif
