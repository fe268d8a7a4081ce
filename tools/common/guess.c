/*
 * guess.c - suggestions for unknown words
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/guess.h"

/* Edits that still make a suggestion: in a short word two edits make another
 * word. */
static size_t tolerance(size_t len)
{
	if (len < 5)
		return 1;
	return len < 10 ? 2 : 3;
}

void guess_begin_of(struct guess *guess, const char *typed, size_t len)
{
	guess->typed = typed;
	guess->len = len;
	guess->least = tolerance(len) + 1;
	*guess->best = '\0';
}

void guess_begin(struct guess *guess, const char *typed)
{
	guess_begin_of(guess, typed, strlen(typed));
}

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool is_same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Number of characters to insert, delete, change or swap between name and
 * typed; case is ignored. Both are shorter than GUESS_WORD. */
static size_t distance(const char *name, const char *typed, size_t len)
{
	size_t rows[3][GUESS_WORD];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];

	for (size_t j = 0; j <= len; j++)
		above[j] = j;
	for (size_t i = 0; name[i]; i++) {
		size_t *next = before;

		row[0] = i + 1;
		for (size_t j = 0; j < len; j++) {
			row[j + 1] =
				min(min(above[j + 1], row[j]) + 1,
				    above[j] + !is_same(name[i], typed[j]));
			if (i && j && is_same(name[i], typed[j - 1]) &&
			    is_same(name[i - 1], typed[j]))
				row[j + 1] = min(row[j + 1], before[j - 1] + 1);
		}
		before = above;
		above = row;
		row = next;
	}
	return above[len];
}

void guess_add(struct guess *guess, const char *name)
{
	const size_t len = strlen(name);
	size_t slips;

	if (len >= GUESS_WORD || guess->len >= GUESS_WORD)
		return;
	slips = distance(name, guess->typed, guess->len);
	if (slips >= guess->least || slips >= len)
		return;
	guess->least = slips;
	memcpy(guess->best, name, len + 1);
}

void guess_add_all(struct guess *guess, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (names[i])
			guess_add(guess, names[i]);
}

const char *guess_hint(struct guess *guess)
{
	*guess->hint = '\0';
	if (*guess->best)
		snprintf(guess->hint, sizeof(guess->hint), "; did you mean %s?",
			 guess->best);
	return guess->hint;
}
