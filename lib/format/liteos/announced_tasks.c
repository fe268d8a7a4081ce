/* announced_tasks.c - tasks announced in a stream between two events */
#include "format/liteos/announced_tasks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum {
	WAITING_MAX = 1 << 20, /* bytes held without an event */
	NUMBERS = 2 * 11 + 1,  /* two of 32 bits, the blanks behind, a null */
};

int pxt_liteos_told_add(struct pxt_liteos_told *told, uint32_t id,
			uint32_t priority, const void *name, size_t len)
{
	const size_t name_len = strnlen(name, len);
	const char *from = name;
	char *at;

	if (told->len + NUMBERS + name_len + 1 > WAITING_MAX)
		return 0;
	if (pxt_array_reserve(&told->text, &told->room,
			      told->len + NUMBERS + name_len + 1, 1))
		return ENOMEM;
	at = told->text + told->len;
	at += snprintf(at, NUMBERS, "%u %u ", id, priority);
	for (size_t i = 0; i < name_len; i++)
		*at++ = from[i] == '\n' ? '?' : from[i];
	*at++ = '\n';
	told->len = (size_t)(at - told->text);
	return 0;
}

const char *pxt_liteos_told_give(struct pxt_liteos_told *told, size_t *len)
{
	const char *end;

	*len = told->len;
	if (*len > PXT_LITEOS_TOLD_MAX) {
		end = memrchr(told->text, '\n', PXT_LITEOS_TOLD_MAX);
		*len = end ? (size_t)(end + 1 - told->text) : 0;
	}
	told->given = *len;
	return told->text;
}

void pxt_liteos_told_drop(struct pxt_liteos_told *told)
{
	if (!told->given)
		return;
	told->len -= told->given;
	memmove(told->text, told->text + told->given, told->len);
	told->given = 0;
}

void pxt_liteos_told_fini(struct pxt_liteos_told *told)
{
	free(told->text);
}

/* Parses a number of 32 bits and the blank behind it. */
static bool take_number(const char **at, const char *end, uint32_t *number)
{
	uint64_t value = 0;

	for (; *at < end && **at >= '0' && **at <= '9'; (*at)++) {
		value = 10 * value + (uint64_t)(**at - '0');
		if (value > UINT32_MAX)
			return false;
	}
	*number = (uint32_t)value;
	return *at < end && *(*at)++ == ' ';
}

bool pxt_liteos_told_next(const char **text, size_t *len, uint32_t *id,
			  uint32_t *priority, const char **name,
			  size_t *name_len)
{
	const char *end = *len ? memchr(*text, '\n', *len) : NULL;
	const char *at = *text;

	if (!end || !take_number(&at, end, id) ||
	    !take_number(&at, end, priority))
		return false;
	*name = at;
	*name_len = (size_t)(end - at);
	*len -= (size_t)(end + 1 - *text);
	*text = end + 1;
	return true;
}
