/*
 * select_words.c - patterns of names, included and excluded
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "select/select_words.h"

static int add_word(struct select_words *words, const char *begin, size_t len)
{
	char *word;

	if (!len || (len == 1 && *begin == '!'))
		return EINVAL;
	if (pxt_array_reserve(&words->word, &words->room, words->count + 1,
			      sizeof(*words->word)))
		return ENOMEM;
	word = strndup(begin, len);
	if (!word)
		return ENOMEM;
	words->word[words->count++] = word;
	words->has_wanted |= *word != '!';
	return 0;
}

int select_words_add(struct select_words *words, const char *arg)
{
	int err;

	for (;;) {
		size_t len = strcspn(arg, ",");

		err = add_word(words, arg, len);
		if (err || !arg[len])
			return err;
		arg += len + 1;
	}
}

void select_words_fini(struct select_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		free(words->word[i]);
	free(words->word);
	*words = (struct select_words){ 0 };
}

char *select_words_join(const struct select_words *words)
{
	char *list = NULL;
	size_t size;
	FILE *out = open_memstream(&list, &size);

	if (!out)
		return NULL;
	for (size_t i = 0; i < words->count; i++)
		fprintf(out, "%s%s", i ? "," : "", words->word[i]);
	if (!fclose(out))
		return list;
	free(list);
	return NULL;
}

static bool matches(const char *word, const char *name, const char *other)
{
	return !fnmatch(word, name, 0) || (other && !fnmatch(word, other, 0));
}

bool select_words_want(const struct select_words *words, const char *name,
		       const char *other)
{
	bool wanted = !words->has_wanted;

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->word[i];

		if (*word == '!' && matches(word + 1, name, other))
			return false;
		wanted |= *word != '!' && matches(word, name, other);
	}
	return wanted;
}
