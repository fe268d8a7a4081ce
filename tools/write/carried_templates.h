/*
 * carried_templates.h - templates in the notes of a new log
 */
#ifndef CARRIED_TEMPLATES_H
#define CARRIED_TEMPLATES_H

#include <stddef.h>

#include "common/digest.h"

enum { CARRIED_TEMPLATES_MOST = 1024 };

/* Zero at first. A file becomes as many notes as needed, see
 * event/carried_notes.h. */
struct carried_templates {
	struct carried_note {
		char *key;
		char *text;
	} note[CARRIED_TEMPLATES_MOST];
	size_t count;
};

/* Adds a valid file of templates, under its name. Returns the exit status,
 * after reporting errors. */
int carried_templates_add(struct carried_templates *carried, const char *name);

/* Puts the notes by a function that returns an error number. */
int carried_templates_put(const struct carried_templates *carried,
			  int (*put)(void *to, const char *key,
				     const char *value),
			  void *to);
void carried_templates_fini(struct carried_templates *carried);

void carried_templates_digest(const struct carried_templates *carried,
			      struct digest *digest);

#endif
