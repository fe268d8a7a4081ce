/*
 * carried_templates.h - templates that a log is to carry
 */
#ifndef CARRIED_TEMPLATES_H
#define CARRIED_TEMPLATES_H

#include <stddef.h>

#include "common/digest.h"

enum { CARRIED_TEMPLATES_MOST = 1024 };

/* Zeroes at first. A file becomes as many notes as it takes, as
 * event/carried_notes.h tells. */
struct carried_templates {
	struct carried_note {
		char *key;
		char *text;
	} note[CARRIED_TEMPLATES_MOST];
	size_t count;
};

/* Add a file of templates, which is checked. Its note is called as the file is.
 * Gives the exit status, and has told what is wrong. */
int carried_templates_add(struct carried_templates *carried, const char *name);

/* Put them where notes go to, by a function that gives an error number. */
int carried_templates_put(const struct carried_templates *carried,
			  int (*put)(void *to, const char *key,
				     const char *value),
			  void *to);
void carried_templates_fini(struct carried_templates *carried);

void carried_templates_digest(const struct carried_templates *carried,
			      struct digest *digest);

#endif
