/*
 * settings.h - a user's settings for a foreign trace: KEY=VALUE
 */
#ifndef PXT_FORMAT_SETTINGS_H
#define PXT_FORMAT_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_SETTINGS_MAX = 64 };

/* Zero at first. The texts are borrowed. */
struct pxt_settings {
	const char *text[PXT_SETTINGS_MAX]; /* "KEY=VALUE" */
	size_t count;
};

/* True if text has the form of a setting: a word, and "=". */
bool pxt_settings_is_pair(const char *text);

/* Adds a setting. The last one of a key counts, unless the reader asks for all.
 * False: too many. */
bool pxt_settings_add(struct pxt_settings *settings, const char *text);

/* The value of a key, or NULL. */
const char *pxt_settings_get(const struct pxt_settings *settings,
			     const char *key);

/* Iterates over a key that may be given several times. *at: 0 at first. */
const char *pxt_settings_next(const struct pxt_settings *settings,
			      const char *key, size_t *at);

/* Parses the value as a number in C's notation, within bounds; *value is
 * unchanged if the key is not given. False: the value is invalid. */
bool pxt_settings_number(const struct pxt_settings *settings, const char *key,
			 uint64_t least, uint64_t most, uint64_t *value);

/* Parses the value as one of some words, separated by "|": its index. Otherwise
 * like pxt_settings_number(). */
bool pxt_settings_choice(const struct pxt_settings *settings, const char *key,
			 const char *words, unsigned *value);

#endif
