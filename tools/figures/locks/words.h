/*
 * words.h - numbers of kinds and spans
 */
#ifndef FIGURES_LOCKS_WORDS_H
#define FIGURES_LOCKS_WORDS_H

#include <stdint.h>

enum { LOCK_WORDS_MAX = 1 << 10 };

/* Zero at first. */
struct lock_words {
	char *word[LOCK_WORDS_MAX];
	uint32_t count;
};

/* The number of a word; the last one is shared by words beyond the limit.
 * ENOMEM. */
int lock_words_find(struct lock_words *words, const char *text,
		    uint32_t *number);

void lock_words_fini(struct lock_words *words);

#endif
