/* group_names.c - names of the groups of functions */
#include "wrap/calls/group_names.h"

#include <string.h>

static const struct {
	const char *name;
	uint32_t groups;
} names[] = {
	{ "all", WRAP_ALL },
	{ "barrier", WRAP_BARRIER },
	{ "cond", WRAP_COND },
	{ "dl", WRAP_DL },
	{ "event", WRAP_EVENT },
	{ "io", WRAP_IO },
	{ "mem", WRAP_MEM },
	{ "mqueue", WRAP_MQUEUE },
	{ "mutex", WRAP_MUTEX },
	{ "net", WRAP_NET },
	{ "proc", WRAP_PROC },
	{ "pthread", WRAP_BARRIER | WRAP_COND | WRAP_MUTEX | WRAP_THREAD },
	{ "sem", WRAP_SEM },
	{ "signal", WRAP_SIGNAL },
	{ "thread", WRAP_THREAD },
	{ "timer", WRAP_TIMER },
};

static uint32_t find(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(names[i].name, name, len) && !names[i].name[len])
			return names[i].groups;
	return 0;
}

const char *wrap_groups_name(size_t index)
{
	return index < sizeof(names) / sizeof(names[0]) ? names[index].name :
							  NULL;
}

uint32_t wrap_groups_parse(const char *list, const char **unknown, size_t *len)
{
	uint32_t groups = 0;

	for (;; list += *len + 1) {
		uint32_t one;

		*unknown = list;
		*len = strcspn(list, ",");
		one = find(list, *len);
		if (!one)
			return 0;
		groups |= one;
		if (!list[*len])
			return groups;
	}
}
