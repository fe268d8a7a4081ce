/*
 * lognames.h - logs in users' notation
 *
 *	orders.ptl	that log; if there is none, the numbered ones that
 *			record --rotate makes of the name, orders.000001.ptl
 *			and so on
 *	orders.%n.ptl	the numbered ones
 *	orders.ptl.d	all *.ptl of that directory
 *	'orders.*.ptl' matching names, if the shell has not expanded it
 *	fleet:DIR	the logs of a fleet, see fleet/fleet_pattern.h
 */
#ifndef LOGNAMES_H
#define LOGNAMES_H

#include <stdbool.h>
#include <stddef.h>

struct lognames {
	char **name;
	size_t count, room;
};

/* Finds the logs, in the order of names and numbers. Returns the exit status,
 * after reporting errors; a name without logs stays as it is. */
int lognames_find(struct lognames *names, char *const *given, size_t count);

/* Same, where as->fleet may choose among the logs of a fleet. */
struct source_as;
int lognames_find_in(struct lognames *names, char *const *given, size_t count,
		     const struct source_as *as);

/* Finds the files there are at the moment, where more may come: directories
 * without logs are allowed. */
int lognames_find_now(struct lognames *names, char *const *given, size_t count);

/* The folder of that name, "" or with a slash at the end, to be freed. NULL: no
 * memory. */
char *lognames_folder(const char *given);

/* True if a file of that name would be among them, were it there. */
bool lognames_have(char *const *given, size_t count, const char *path);

void lognames_fini(struct lognames *names);

#endif
