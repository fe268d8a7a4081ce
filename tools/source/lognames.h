/*
 * lognames.h - which logs a user means
 *
 *	orders.ptl	that log; if there is none, the numbered ones that
 *			record --rotate makes of the name, orders.000001.ptl
 *			and so on
 *	orders.%n.ptl	the numbered ones
 *	orders.ptl.d	all *.ptl of that directory
 *	'orders.*.ptl'	what matches, should no shell have seen to it
 */
#ifndef LOGNAMES_H
#define LOGNAMES_H

#include <stddef.h>

struct lognames {
	char **name;
	size_t count, room;
};

/* Find them, in the order of what was given and of their numbers. Gives the
 * exit status, and has told what was wrong; a name that means nothing stays as
 * it is. */
int lognames_find(struct lognames *names, char *const *given, size_t count);
void lognames_fini(struct lognames *names);

#endif
