/*
 * posts_table.c - posts of active objects as a table
 */
#include <stdlib.h>

#include "figures/posts_table.h"

enum { PEOPLES = 16 };

static int compare(const void *x, const void *y, void *context)
{
	const struct posts *posts = context;
	const uint32_t number[] = { *(const uint32_t *)x,
				    *(const uint32_t *)y };
	const struct posts_way *a = posts_way(posts, number[0]);
	const struct posts_way *b = posts_way(posts, number[1]);

	if (a->posted != b->posted)
		return a->posted < b->posted ? 1 : -1;
	return (number[0] > number[1]) - (number[0] < number[1]);
}

/* The caller frees the result. NULL: no memory. */
static uint32_t *sort(struct posts *posts)
{
	const uint32_t count = posts->ways.count;
	uint32_t *numbers = calloc((size_t)count + 1, sizeof(*numbers));

	for (uint32_t i = 0; numbers && i < count; i++)
		numbers[i] = i;
	if (numbers)
		qsort_r(numbers, count, sizeof(*numbers), compare, posts);
	return numbers;
}

static void put_way(struct figures *figures, struct table *table,
		    const struct posts_way *way, bool for_people)
{
	const struct who who = { .origin = way->origin, .pid = way->pid };

	if (!for_people)
		figures_put_who(figures, table, TALLY_PROCESS, &who, false);
	table_text(table, *way->from ? way->from : "-", way->from);
	table_text(table, way->to, way->to);
	table_text(table, way->signal, way->signal);
	figures_put_count(table, way->posted);
	figures_put_count(table, way->first);
	figures_put_count(table, way->taken);
	if (way->taken) {
		figures_put_duration(table, way->queued_ns / way->taken);
		figures_put_duration(table, way->longest_ns);
	} else {
		table_bare(table, "-", "");
		table_bare(table, "-", "");
	}
}

void posts_table(struct figures *figures, struct figures_table *made,
		 bool for_people)
{
	struct posts *posts = &figures->posts;
	uint32_t *rows = sort(posts);
	const uint32_t count = rows ? posts->ways.count : 0;
	const uint32_t shown = for_people && count > PEOPLES ? PEOPLES : count;

	figures_begin(made);
	if (!for_people)
		figures_add_who_columns(made, TALLY_PROCESS, false);
	figures_add_column(made, "POSTED BY", "from", false);
	figures_add_column(made, "TO", "to", false);
	figures_add_column(made, "SIGNAL", "signal", false);
	figures_add_column(made, "TIMES", "posted", true);
	figures_add_column(made, "AHEAD", "ahead", true);
	figures_add_column(made, "TAKEN", "taken", true);
	figures_add_column(made, "QUEUED", "queued_mean_ns", true);
	figures_add_column(made, "MAX", "queued_max_ns", true);
	figures_end(made, "posts");
	made->table.failed |= !rows;
	for (uint32_t i = 0; i < shown; i++)
		put_way(figures, &made->table, posts_way(posts, rows[i]),
			for_people);
	made->left = count - shown;
	free(rows);
}
