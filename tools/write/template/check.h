/*
 * check.h - errors and contents of a file of templates
 */
#ifndef WRITE_TEMPLATE_CHECK_H
#define WRITE_TEMPLATE_CHECK_H

/* Reports on stdout the contents of a file, and on stderr its errors. target:
 * the file that an update applies to, whose functions it may use; NULL:
 * user.trcfmt of the user's folder. Returns the exit status. */
int template_check(const char *name, const char *target);

#endif
