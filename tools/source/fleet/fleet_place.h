/*
 * fleet_place.h - which logs of a fleet a user names
 *
 *	fleet:DIR		all of them
 *	fleet:DIR/HOST		those of a host
 *	fleet:DIR/HOST/PROGRAM	those of a program there
 *
 * HOST and PROGRAM may be patterns as in the shell. Two slashes may stand behind
 * DIR; else what lies there tells where it ends.
 */
#ifndef FLEET_PLACE_H
#define FLEET_PLACE_H

#include <stdbool.h>
#include <stddef.h>

struct fleet_place {
	char *folder;
	char *host;    /* NULL: any */
	char *program; /* NULL: any */
};

/* True for a name that begins with "fleet:". */
bool fleet_place_is(const char *name);

/* Takes such a name. ENOMEM; ENOENT: there is no such folder; other error
 * numbers of reading it. */
int fleet_place_find(struct fleet_place *place, const char *name);
void fleet_place_fini(struct fleet_place *place);

/* True if a pattern matches a name, or what is behind its %XX. NULL matches
 * any. */
bool fleet_place_fits(const char *pattern, const char *name);

/* Makes the bytes of %XX, where these are no control characters. */
void fleet_place_decode(char *to, size_t size, const char *name);

#endif
