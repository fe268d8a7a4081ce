/*
 * choice.c - choosing events by patterns of names
 */
#include "model/choice.h"

#include <stddef.h>
#include <string.h>

/* A pattern of a choice, borrowed. */
struct item {
	const char *begin, *end;
	bool unwanted;
};

static const char *find_comma(const char *at)
{
	const char *comma = strchr(at, ',');

	return comma ? comma : at + strlen(at);
}

/* Returns the start of the next item; NULL behind the last. */
static const char *next_item(const char *at, struct item *item)
{
	item->unwanted = *at == '!';
	item->begin = at + item->unwanted;
	item->end = find_comma(at);
	return *item->end ? item->end + 1 : NULL;
}

bool pxt_choice_is_sound(const char *choice)
{
	struct item item;

	if (strnlen(choice, PXT_CHOICE_MAX) == PXT_CHOICE_MAX)
		return false;
	while (choice) {
		choice = next_item(choice, &item);
		if (item.begin == item.end)
			return false;
	}
	return true;
}

/* Returns the place behind the bracket that ends a set; NULL: unterminated. The
 * first character of a set may be a bracket. */
static const char *end_of_set(const char *at, const char *end)
{
	at += at < end && *at == '!';
	for (at++; at < end; at++)
		if (*at == ']')
			return at + 1;
	return NULL;
}

static bool is_in_set(const char *at, const char *end, char c)
{
	const bool inverted = *at == '!';
	bool found = false;

	for (at += inverted; at < end; at++) {
		const bool range = end - at > 2 && at[1] == '-';
		const char last = range ? at[2] : *at;

		found |= (unsigned char)c >= (unsigned char)*at &&
			 (unsigned char)c <= (unsigned char)last;
		at += range ? 2 : 0;
	}
	return found != inverted;
}

/* Matches one character: returns the place behind its pattern, or NULL. */
static const char *match_character(const char *at, const char *end, char c)
{
	const char *behind;

	if (at == end || !c)
		return NULL;
	if (*at == '?')
		return at + 1;
	behind = *at == '[' ? end_of_set(at + 1, end) : NULL;
	if (behind)
		return is_in_set(at + 1, behind - 1, c) ? behind : NULL;
	return *at == c ? at + 1 : NULL;
}

/* Only the last * is ever extended: changing an earlier one could not help. */
static bool matches_item(const struct item *item, const char *name)
{
	const char *at = item->begin;
	const char *star = NULL, *from = NULL;

	while (*name || at < item->end) {
		const char *behind = NULL;

		if (at < item->end && *at == '*') {
			star = ++at;
			from = name;
			continue;
		}
		behind = match_character(at, item->end, *name);
		if (behind) {
			at = behind;
			name++;
		} else if (star && *from) {
			at = star;
			name = ++from;
		} else {
			return false;
		}
	}
	return true;
}

bool pxt_choice_wants(const char *choice, const char *name)
{
	bool wanted = false, any = false;
	struct item item;

	while (choice) {
		choice = next_item(choice, &item);
		any |= !item.unwanted;
		if (!matches_item(&item, name))
			continue;
		if (item.unwanted)
			return false;
		wanted = true;
	}
	return wanted || !any;
}
