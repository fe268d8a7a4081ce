/*
 * select_words.h - names that are wanted, and names that are not
 *
 *	order_*,gateway,!order_debug
 *
 * A name is wanted if it matches a word, or if all words are of the kind with
 * an exclamation mark; and if it matches none of these.
 */
#ifndef SELECT_WORDS_H
#define SELECT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct select_words {
	char **word;
	size_t count, room;
	bool has_wanted; /* one of them says what is wanted */
};

/* Add the words of an argument, which commas separate. EINVAL: one of them
 * is empty. ENOMEM. */
int select_words_add(struct select_words *words, const char *arg);
void select_words_fini(struct select_words *words);

/* The words as one argument, to be freed. NULL: no memory. */
char *select_words_join(const struct select_words *words);

/* Whether a name is wanted that has two forms: either may match. other may be
 * NULL. Without any words everything is. */
bool select_words_want(const struct select_words *words, const char *name,
		       const char *other);

#endif
