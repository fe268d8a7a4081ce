/*
 * settings.h - what a user says of a foreign trace: KEY=VALUE
 */
#ifndef PXT_FORMAT_SETTINGS_H
#define PXT_FORMAT_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_SETTINGS_MAX = 64 };

/* Zeroes at first. The texts are borrowed. */
struct pxt_settings {
	const char *text[PXT_SETTINGS_MAX]; /* "KEY=VALUE" */
	size_t count;
};

/* Whether text has the form of a setting: a word, and "=". */
bool pxt_settings_is_one(const char *text);

/* Add one. The last one of a key counts, unless its user asks for all. False:
 * these are too many. */
bool pxt_settings_add(struct pxt_settings *settings, const char *text);

/* The value of a key, or NULL. */
const char *pxt_settings_get(const struct pxt_settings *settings,
			     const char *key);

/* One after another, of a key that may be given several times. *at: 0 at
 * first. */
const char *pxt_settings_next(const struct pxt_settings *settings,
			      const char *key, size_t *at);

/* The value as a number as in C, within bounds; what *value is where it is not
 * given stays. False: it is none of these. */
bool pxt_settings_number(const struct pxt_settings *settings, const char *key,
			 uint64_t least, uint64_t most, uint64_t *value);

/* The value as one of some words, with "|" between: its number, from 0 on. As
 * above. */
bool pxt_settings_choice(const struct pxt_settings *settings, const char *key,
			 const char *words, unsigned *value);

#endif
