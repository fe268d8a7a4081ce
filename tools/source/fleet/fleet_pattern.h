/*
 * fleet_pattern.h - which logs of a fleet a user names
 *
 *	fleet:DIR		all of them
 *	fleet:DIR/HOST		those of a host
 *	fleet:DIR/HOST/PROGRAM	those of a program there
 *
 * HOST and PROGRAM may be patterns as in the shell. Two slashes may stand behind
 * DIR; else what lies there tells where it ends.
 */
#ifndef FLEET_PATTERN_H
#define FLEET_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

struct fleet_pattern {
	char *folder;
	char *host;    /* NULL: any */
	char *program; /* NULL: any */
};

/* True for a name that begins with "fleet:". */
bool fleet_pattern_is(const char *name);

/* Takes such a name. ENOMEM; ENOENT: there is no such folder; other error
 * numbers of reading it. */
int fleet_pattern_find(struct fleet_pattern *pattern, const char *name);
void fleet_pattern_fini(struct fleet_pattern *pattern);

/* True if a pattern matches a name, or what is behind its %XX. NULL matches
 * any. */
bool fleet_pattern_fits(const char *pattern, const char *name);

/* Makes the bytes of %XX, where these are no control characters. */
void fleet_pattern_decode(char *to, size_t size, const char *name);

#endif
