/* name_table.c - names of numbers, by the space of symbols */
#include "format/rkh/export/name_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

struct key {
	uint64_t space, number;
};

void pxt_rkh_name_table_fini(struct pxt_rkh_name_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		free(table->name[i]);
	free(table->name);
	pxt_map_fini(&table->numbers);
}

const char *pxt_rkh_name_table_get(const struct pxt_rkh_name_table *table,
				   enum pxt_rkh_space space, uint64_t number)
{
	const struct key key = { space, number };
	const size_t found = pxt_map_get(&table->numbers, &key, sizeof(key));

	return found ? table->name[found - 1] : NULL;
}

const char *pxt_rkh_name_table_set(struct pxt_rkh_name_table *table,
				   enum pxt_rkh_space space, uint64_t number,
				   const char *name, size_t len)
{
	const struct key key = { space, number };
	char *copy = strndup(name, len);
	size_t *at;

	if (!copy || pxt_array_reserve(&table->name, &table->room,
				       table->count + 1, sizeof(copy)))
		goto fail;
	at = pxt_map_at(&table->numbers, &key, sizeof(key));
	if (!at)
		goto fail;
	if (*at)
		free(table->name[*at - 1]);
	else
		*at = ++table->count;
	table->name[*at - 1] = copy;
	return copy;

fail:
	free(copy);
	return NULL;
}
