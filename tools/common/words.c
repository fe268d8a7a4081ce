/* words.c - options with one of a few words */
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/misuse.h"
#include "common/guess.h"
#include "common/words.h"

enum { LIST_MAX = 256 };

static size_t add(char *list, size_t len, const char *text)
{
	const int more = snprintf(list + len, LIST_MAX - len, "%s", text);

	return len + (size_t)more < LIST_MAX ? len + (size_t)more :
					       LIST_MAX - 1;
}

/* "a, b or c" */
static void put_list(const struct word *words, char *list)
{
	size_t len = 0;

	*list = '\0';
	for (const struct word *word = words; word->text; word++) {
		if (word > words)
			len = add(list, len, word[1].text ? ", " : " or ");
		len = add(list, len, word->text);
	}
}

int words_parse(const struct word *words, const char *option, const char *arg,
		struct argp_state *state)
{
	struct guess guess;
	char list[LIST_MAX];

	for (const struct word *word = words; word->text; word++)
		if (!strcmp(word->text, arg))
			return word->value;
	put_list(words, list);
	guess_begin(&guess, arg);
	for (const struct word *word = words; word->text; word++)
		guess_add(&guess, word->text);
	misuse(state, "%s%s: expected %s%s", option, arg, list,
	       guess_hint(&guess));
	return words->value;
}

const char *words_find(const struct word *words, int value, const char *other)
{
	for (const struct word *word = words; word->text; word++)
		if (word->value == value)
			return word->text;
	return other;
}
