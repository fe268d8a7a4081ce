/*
 * catalogue.h - which formats can be read and written, for people
 */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include <stdbool.h>
#include <stdio.h>

#include "common/guess.h"
#include "format/format.h"

/* What the format of a log is called, which is none of format.h. */
#define CATALOGUE_LOG "ptl"

/* List them, with their settings. */
void catalogue_print(FILE *out);

/* "; did you mean threadx?", of the formats and what is typed, or "". Borrowed
 * from guess. */
const char *catalogue_hint(const char *typed, struct guess *guess);

/* Consider the keys of settings. options: as in format.h, or NULL. */
void catalogue_guess_key(const struct pxt_format_option *options,
			 struct guess *guess);

/* Whether a setting has one of these keys. options: as in format.h, or NULL. */
bool catalogue_has_key(const struct pxt_format_option *options,
		       const char *setting);

/* The format that files of that name have, and how many there are: none, or the
 * first of several. Only such as can be written. */
const struct pxt_format *catalogue_guess(const char *name, unsigned *count);

#endif
