/*
 * select_words.h - patterns of names, included and excluded
 *
 *	order_*,gateway,!order_debug
 *
 * A name is selected if it matches a word without exclamation mark, or if there
 * are only words with one; and if it matches none of these.
 */
#ifndef SELECT_WORDS_H
#define SELECT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct select_words {
	char **word;
	size_t count, room;
	bool has_wanted; /* words without exclamation mark exist */
};

/* Adds the words of an argument, separated by commas. EINVAL: an empty word.
 * ENOMEM. */
int select_words_add(struct select_words *words, const char *arg);
void select_words_fini(struct select_words *words);

/* The words as one argument, to be freed. NULL: no memory. */
char *select_words_join(const struct select_words *words);

/* True if a name is selected that has two forms: either may match. other may be
 * NULL. Without any words everything is selected. */
bool select_words_want(const struct select_words *words, const char *name,
		       const char *other);

#endif
