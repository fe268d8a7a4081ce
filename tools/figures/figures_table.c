/*
 * figures_table.c - a table of figures under construction
 */
#include <string.h>

#include "common/text.h"
#include "figures/figures_table.h"

void figures_begin(struct figures_table *made)
{
	memset(made, 0, sizeof(*made));
}

void figures_add_column(struct figures_table *made, const char *title,
			const char *key, bool right)
{
	made->columns[made->count++] = (struct table_column){
		.title = title,
		.key = key,
		.right = right,
	};
}

void figures_end(struct figures_table *made, const char *name)
{
	table_init(&made->table, name, made->columns, made->count);
}

void figures_put_count(struct table *table, uint64_t count)
{
	char shown[TEXT_MAX];

	table_number(table, count, text_count(shown, count));
}

void figures_put_duration(struct table *table, uint64_t ns)
{
	char shown[TEXT_MAX];

	table_number(table, ns, text_brief(shown, ns));
}
