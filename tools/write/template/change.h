/*
 * change.h - changing the user's files of templates
 *
 * A file is replaced as a whole, and what it was can be had again, see
 * keep.h: an update leaves one that takes it back, see trcfmt(5), and
 * a file that is replaced or removed stays with a '~' behind its name.
 */
#ifndef WRITE_TEMPLATE_CHANGE_H
#define WRITE_TEMPLATE_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

/* All give the exit status, and have told what was done, or why not. */

/* Add the templates of a file: an update to the file `target`, or if that is
 * NULL to user.trcfmt of the user's folder; any other one is copied to the
 * folder, or to target. override: whatever their versions are. */
int template_change_add(const char *file, const char *target, bool override);

/* Whether a text is an update, by its first line. */
bool template_change_is_update(const char *text, size_t len);

/* Tell on stdout what an update would do to target, or if that is NULL to
 * user.trcfmt, or on stderr why it cannot. */
int template_change_check(const char *name, const char *text, size_t len,
			  const char *target);

/* Remove a file of the user's folder, or the templates of an id in all its
 * files, or in target. */
int template_change_remove(const char *what, const char *target);

#endif
