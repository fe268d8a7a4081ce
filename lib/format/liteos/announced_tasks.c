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

int pxt_liteos_announced_tasks_add(struct pxt_liteos_announced_tasks *tasks,
				   uint32_t id, uint32_t priority,
				   const void *name, size_t len)
{
	const size_t name_len = strnlen(name, len);
	const char *from = name;
	char *at;

	if (tasks->len + NUMBERS + name_len + 1 > WAITING_MAX)
		return 0;
	if (pxt_array_reserve(&tasks->text, &tasks->room,
			      tasks->len + NUMBERS + name_len + 1, 1))
		return ENOMEM;
	at = tasks->text + tasks->len;
	at += snprintf(at, NUMBERS, "%u %u ", id, priority);
	for (size_t i = 0; i < name_len; i++)
		*at++ = from[i] == '\n' ? '?' : from[i];
	*at++ = '\n';
	tasks->len = (size_t)(at - tasks->text);
	return 0;
}

const char *
pxt_liteos_announced_tasks_give(struct pxt_liteos_announced_tasks *tasks,
				size_t *len)
{
	const char *end;

	*len = tasks->len;
	if (*len > PXT_LITEOS_ANNOUNCED_TASKS_MAX) {
		end = memrchr(tasks->text, '\n',
			      PXT_LITEOS_ANNOUNCED_TASKS_MAX);
		*len = end ? (size_t)(end + 1 - tasks->text) : 0;
	}
	tasks->given_len = *len;
	return tasks->text;
}

void pxt_liteos_announced_tasks_drop(struct pxt_liteos_announced_tasks *tasks)
{
	if (!tasks->given_len)
		return;
	tasks->len -= tasks->given_len;
	memmove(tasks->text, tasks->text + tasks->given_len, tasks->len);
	tasks->given_len = 0;
}

void pxt_liteos_announced_tasks_fini(struct pxt_liteos_announced_tasks *tasks)
{
	free(tasks->text);
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

bool pxt_liteos_announced_tasks_next(const char **text, size_t *len,
				     uint32_t *id, uint32_t *priority,
				     const char **name, size_t *name_len)
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
