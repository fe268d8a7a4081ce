/*
 * group_names.h - the groups of functions, and their names
 *
 * The command includes this, too, to refuse unknown groups early.
 */
#ifndef WRAP_CALLS_GROUP_NAMES_H
#define WRAP_CALLS_GROUP_NAMES_H

#include <stddef.h>
#include <stdint.h>

enum wrap_group {
	WRAP_BARRIER = 1 << 0,
	WRAP_COND = 1 << 1,
	WRAP_IO = 1 << 2,
	WRAP_MUTEX = 1 << 3,
	WRAP_SEM = 1 << 4,
	WRAP_THREAD = 1 << 5,
	WRAP_NET = 1 << 6,
	WRAP_EVENT = 1 << 7,
	WRAP_MQUEUE = 1 << 8,
	WRAP_TIMER = 1 << 9,
	WRAP_MEM = 1 << 16,
	WRAP_PROC = 1 << 17,
	WRAP_SIGNAL = 1 << 18,
	WRAP_DL = 1 << 19,
	WRAP_ALL = INT32_MAX,
};

/* Returns the bits of a comma-separated list of names. 0: the name at *unknown,
 * *len bytes long, is not a group. */
uint32_t wrap_groups_parse(const char *list, const char **unknown, size_t *len);

/* The names of groups by index; NULL behind the last. */
const char *wrap_groups_name(size_t index);

#endif
