/*
 * check.h - what is wrong in a file of templates, and what it has
 */
#ifndef WRITE_TEMPLATE_CHECK_H
#define WRITE_TEMPLATE_CHECK_H

/* Tell on stdout what a file has, and on stderr what is wrong with it. target:
 * what an update is for, whose functions it may use; NULL: user.trcfmt of the
 * user's folder. Gives the exit status. */
int template_check(const char *name, const char *target);

#endif
