/*
 * catalogue.h - the list of formats for people
 */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include <stdbool.h>
#include <stdio.h>

#include "common/guess.h"
#include "format/format.h"

/* The name of the log's format, which is not a struct of format.h. */
#define CATALOGUE_LOG "ptl"

/* Formats of the command, by name: those of lib/format, and those for
 * viewers, which stand above this layer. NULL ends the list. */
extern const struct pxt_format *const catalogue_formats[];

/* Finds a format by name, or returns NULL. */
const struct pxt_format *catalogue_find(const char *name);

/* Lists the formats, with their settings. */
void catalogue_print(FILE *out);

/* "; did you mean threadx?", for a mistyped format, or "". Borrowed from
 * guess. */
const char *catalogue_hint(const char *typed, struct guess *guess);

/* Considers the keys of settings. options: of format.h, or NULL. */
void catalogue_guess_key(const struct pxt_format_option *options,
			 struct guess *guess);

/* True if a setting has one of these keys. options: of format.h, or NULL. */
bool catalogue_has_key(const struct pxt_format_option *options,
		       const char *setting);

/* The format for files of that name, by the longest pattern; *count: the number
 * of such formats, the first being returned. Only writable ones. */
const struct pxt_format *catalogue_guess(const char *name, unsigned *count);

#endif
