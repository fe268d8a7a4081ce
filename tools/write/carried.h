/*
 * carried.h - templates that a log is to carry
 */
#ifndef CARRIED_H
#define CARRIED_H

#include <stddef.h>

#include "common/digest.h"

enum { CARRIED_MOST = 1024 };

/* Zeroes at first. A file becomes as many notes as it takes, as
 * event/carried_notes.h tells. */
struct carried {
	struct carried_note {
		char *key;
		char *text;
	} note[CARRIED_MOST];
	size_t count;
};

/* Add a file of templates, which is checked. Its note is called as the file is.
 * Gives the exit status, and has told what is wrong. */
int carried_add(struct carried *carried, const char *name);

/* Put them where notes go to, by a function that gives an error number. */
int carried_put(const struct carried *carried,
		int (*put)(void *to, const char *key, const char *value),
		void *to);
void carried_fini(struct carried *carried);

void carried_digest(const struct carried *carried, struct digest *digest);

#endif
