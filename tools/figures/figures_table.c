/*
 * figures_table.c - a table of figures under construction
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Rows */

struct order {
	figures_weigh *weigh;
	const void *argument;
};

static int compare(const void *x, const void *y, void *context)
{
	const struct order *order = context;
	const uint32_t number[] = { *(const uint32_t *)x,
				    *(const uint32_t *)y };
	const struct figures_weight a =
		order->weigh(order->argument, number[0]);
	const struct figures_weight b =
		order->weigh(order->argument, number[1]);

	if (a.first != b.first)
		return a.first < b.first ? 1 : -1;
	if (a.second != b.second)
		return a.second < b.second ? 1 : -1;
	return (number[0] > number[1]) - (number[0] < number[1]);
}

void figures_put_rows(struct figures_table *made, uint32_t count, uint32_t most,
		      figures_weigh *weigh, figures_put_row *put,
		      void *argument)
{
	struct order order = { weigh, argument };
	uint32_t *numbers = calloc((size_t)count + 1, sizeof(*numbers));
	uint32_t rows = 0;

	made->table.failed |= !numbers;
	for (uint32_t i = 0; numbers && i < count; i++) {
		const struct figures_weight weight = weigh(argument, i);

		if (weight.first || weight.second)
			numbers[rows++] = i;
	}
	if (rows)
		qsort_r(numbers, rows, sizeof(*numbers), compare, &order);
	for (uint32_t i = 0; i < rows && i < most; i++)
		put(argument, numbers[i]);
	made->left = rows > most ? rows - most : 0;
	free(numbers);
}

/* Cells */

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

void figures_put_quantile(struct table *table, const struct spread *spread,
			  uint32_t millionths)
{
	if (spread->count)
		figures_put_duration(table,
				     spread_quantile(spread, millionths));
	else
		table_bare(table, "-", "");
}

void figures_put_rate(struct table *table, double rate)
{
	char shown[TABLE_RATE], value[32];

	if (rate < 0) {
		table_bare(table, "-", "");
		return;
	}
	snprintf(value, sizeof(value), "%.3f", rate);
	table_bare(table, table_rate(shown, rate), value);
}

void figures_put_level(struct table *table, long double number,
		       const char *unit)
{
	char value[64], shown[128];

	if (isnan(number))
		snprintf(value, sizeof(value), "nan");
	else if (number == floorl(number) && fabsl(number) < 0x1p64L)
		snprintf(value, sizeof(value), "%.0Lf", number);
	else
		snprintf(value, sizeof(value), "%.6Lg", number);
	snprintf(shown, sizeof(shown), "%s%s", value, unit);
	/* JSON has neither infinity, nor the average of two of them. */
	table_bare(table, shown, isfinite(number) ? value : "");
}
