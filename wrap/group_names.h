/*
 * group_names.h - groups of functions that are recorded, and what they are
 * called
 *
 * The command uses this, too, to tell early what there is no group of.
 */
#ifndef WRAP_GROUP_NAMES_H
#define WRAP_GROUP_NAMES_H

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

/* What a list of names, separated by commas, stands for. 0: there is no group
 * of some name, which is at *unknown and *len bytes long. */
uint32_t wrap_groups_parse(const char *list, const char **unknown,
			   size_t *len);

/* The names of groups, from 0; NULL behind the last. */
const char *wrap_groups_name(size_t index);

#endif
