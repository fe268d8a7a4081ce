/* name_table.h - names of numbers, by the space of symbols */
#ifndef PXT_FORMAT_RKH_EXPORT_NAME_TABLE_H
#define PXT_FORMAT_RKH_EXPORT_NAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "format/rkh/symbols.h"

/* Zero at first. */
struct pxt_rkh_name_table {
	struct pxt_map numbers; /* plus one, by space and number */
	char **name;
	size_t count, room;
};

void pxt_rkh_name_table_fini(struct pxt_rkh_name_table *table);

/* The name of a number, or NULL. */
const char *pxt_rkh_name_table_get(const struct pxt_rkh_name_table *table,
				   enum pxt_rkh_space space, uint64_t number);

/* Sets it, of len bytes at most, and returns the copy. NULL: no memory. */
const char *pxt_rkh_name_table_set(struct pxt_rkh_name_table *table,
				   enum pxt_rkh_space space, uint64_t number,
				   const char *name, size_t len);

#endif
