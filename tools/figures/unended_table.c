/*
 * unended_table.c - open spans as a table
 */
#include <stdlib.h>

#include "common/text.h"
#include "figures/code.h"
#include "figures/unended_table.h"

enum { PEOPLES = 12, NAME = 4 * TRACE_EVENT_NAME_MAX };

struct making {
	struct figures *figures;
	struct unended *unended;
	struct symbols *symbols;
	struct table *table;
	bool for_people;
};

static int compare(const void *x, const void *y, void *context)
{
	const struct unended *unended = context;
	const uint32_t number[] = { *(const uint32_t *)x,
				    *(const uint32_t *)y };
	const struct unended_place *a = unended_place(unended, number[0]);
	const struct unended_place *b = unended_place(unended, number[1]);

	if (a->open_amount != b->open_amount)
		return a->open_amount < b->open_amount ? 1 : -1;
	if (a->open != b->open)
		return a->open < b->open ? 1 : -1;
	return (number[0] > number[1]) - (number[0] < number[1]);
}

/* Places with open spans, to be freed by the caller. NULL: no memory. */
static uint32_t *sort(struct unended *unended, uint32_t *count)
{
	uint32_t *numbers =
		calloc((size_t)unended->places.count + 1, sizeof(*numbers));

	*count = 0;
	if (!numbers)
		return NULL;
	for (uint32_t i = 0; i < unended->places.count; i++)
		if (unended_place(unended, i)->open)
			numbers[(*count)++] = i;
	qsort_r(numbers, *count, sizeof(*numbers), compare, unended);
	return numbers;
}

/* Calls on one line are one place for people: the first gets the sum. */
static int join_places(struct making *making)
{
	struct unended *unended = making->unended;
	struct keys names;
	int err = 0;

	keys_init(&names, UNENDED_PLACES, sizeof(uint32_t));
	for (uint32_t i = 0; i < unended->places.count && !err; i++) {
		struct unended_place *place = unended_place(unended, i), *first;
		const struct code code = { place->origin, place->pid,
					   place->address, place->last_ns };
		const struct key who =
			key_of_thread(place->origin, place->pid, 0);
		const uint32_t known = names.count;
		struct key key = { { who.word[1] ^
				     (uint64_t)place->origin << 20 ^
				     (uint64_t)place->span << 40 } };
		uint32_t number;

		if (!place->open)
			continue;
		key.word[1] = code_number(making->figures, making->symbols,
					  &code);
		err = keys_find(&names, &key, true, &number);
		if (err || number == KEYS_NONE)
			continue;
		if (names.count != known) {
			*(uint32_t *)keys_record(&names, number) = i;
			continue;
		}
		first = unended_place(
			unended, *(uint32_t *)keys_record(&names, number));
		first->begun += place->begun;
		first->amount += place->amount;
		first->open += place->open;
		first->open_amount += place->open_amount;
		place->begun = place->amount = 0;
		place->open = place->open_amount = 0;
	}
	keys_fini(&names);
	return err;
}

static void add_columns(struct figures_table *made, bool for_people)
{
	figures_add_column(made, "SPAN", "span", false);
	figures_add_who_columns(made, TALLY_PROCESS, for_people);
	code_add_columns(made, "BEGUN AT", for_people);
	figures_add_column(made, "TIMES", "begun", true);
	figures_add_column(made, "NOT ENDED", "open", true);
	figures_add_column(made, "AMOUNT", "amount", true);
	figures_add_column(made, "KEPT", "open_amount", true);
	code_add_last_column(made, for_people);
}

static void put_place(const struct making *making,
		      const struct unended_place *place)
{
	const struct who who = { .origin = place->origin,
				 .pid = place->pid,
				 .program = place->last_ns };
	const struct code code = { place->origin, place->pid, place->address,
				   place->last_ns };
	const struct pair *pair = &making->figures->pairs.pair[place->span];
	struct table *table = making->table;
	char span[NAME];

	text_tame(span, sizeof(span), pair->span);
	table_text(table, span, span);
	figures_put_who(making->figures, table, TALLY_PROCESS, &who,
			making->for_people);
	code_put(making->figures, making->symbols, &code, table,
		 making->for_people);
	figures_put_count(table, place->begun);
	figures_put_count(table, place->open);
	if (place->amount) {
		figures_put_count(table, place->amount);
		figures_put_count(table, place->open_amount);
	} else {
		table_number(table, 0, "-");
		table_number(table, 0, "-");
	}
	code_put_last(making->symbols, &code, table, making->for_people);
}

void unended_table(struct figures *figures, struct figures_table *made,
		bool for_people)
{
	struct making making = {
		.figures = figures,
		.unended = &figures->pairs.unended,
		.table = &made->table,
		.for_people = for_people,
	};
	uint32_t *rows, count, shown;

	figures_begin(made);
	add_columns(made, for_people);
	figures_end(made, "unended");
	if (making.unended->places.count)
		making.symbols = symbols_create(figures->source,
						figures->options.ascii);
	made->table.failed |= for_people && join_places(&making);
	rows = sort(making.unended, &count);
	made->table.failed |= !rows;
	shown = for_people && count > PEOPLES ? PEOPLES : count;
	for (uint32_t i = 0; rows && i < shown; i++)
		put_place(&making, unended_place(making.unended, rows[i]));
	made->left = count - shown;
	symbols_close(making.symbols);
	free(rows);
}
