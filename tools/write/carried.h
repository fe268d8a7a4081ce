/*
 * carried.h - templates that a log is to carry
 */
#ifndef CARRIED_H
#define CARRIED_H

#include <stddef.h>

#include "common/digest.h"

enum { CARRIED_MOST = 16 };

/* Zeroes at first. */
struct carried {
	struct carried_file {
		char *key;
		char *text;
	} file[CARRIED_MOST];
	size_t count;
};

/* Add a file of templates, which is checked. Its note is called as the file is.
 * Gives the exit status, and has told what is wrong. */
int carried_add(struct carried *carried, const char *name);
void carried_fini(struct carried *carried);

void carried_digest(const struct carried *carried, struct digest *digest);

#endif
