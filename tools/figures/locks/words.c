/*
 * words.c - numbers of kinds and spans
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "figures/locks/words.h"

int lock_words_find(struct lock_words *words, const char *text,
		    uint32_t *number)
{
	uint32_t i = 0;

	while (i < words->count && strcmp(words->word[i], text))
		i++;
	if (i == LOCK_WORDS_MAX)
		i--;
	*number = i;
	if (i < words->count)
		return 0;
	words->word[i] = strdup(text);
	if (!words->word[i])
		return ENOMEM;
	words->count++;
	return 0;
}

void lock_words_fini(struct lock_words *words)
{
	for (uint32_t i = 0; i < words->count; i++)
		free(words->word[i]);
}
