/*
 * unended_table.c - open spans as a table
 */
#include "common/text.h"
#include "figures/code.h"
#include "figures/unended_table.h"

enum { PEOPLES = 12, NAME = 4 * TRACE_EVENT_NAME_MAX };

struct making {
	struct figures *figures;
	struct unended_spans *unended;
	struct symbols *symbols;
	struct table *table;
	bool for_people;
};

static struct figures_weight weigh(const void *argument, uint32_t number)
{
	const struct making *making = argument;
	const struct unended_place *place =
		unended_spans_place(making->unended, number);

	if (!place->open)
		return (struct figures_weight){ 0 };
	return (struct figures_weight){ place->open_amount, place->open };
}

static struct code code_of(const struct unended_place *place)
{
	return (struct code){
		.origin = place->origin,
		.pid = place->pid,
		.address = place->address,
		.when_ns = place->last_ns,
	};
}

static void join_place(struct unended_place *first, struct unended_place *place)
{
	first->begun += place->begun;
	first->amount += place->amount;
	first->open += place->open;
	first->open_amount += place->open_amount;
	place->begun = place->amount = 0;
	place->open = place->open_amount = 0;
}

/* The first call of a line has all of it. Nothing ends behind that. */
static int join_places(struct making *making)
{
	struct unended_spans *unended = making->unended;
	struct pxt_map places = { 0 };
	int err = 0;

	for (uint32_t i = 0; i < unended->places.count && !err; i++) {
		struct unended_place *place = unended_spans_place(unended, i);
		const struct code code = code_of(place);
		const struct key owner = { { (uint64_t)place->origin << 32 |
						     (uint32_t)place->pid,
					     place->span } };
		uint32_t first = i;

		if (place->open)
			err = code_first(&places, making->figures,
					 making->symbols, &owner, &code, i,
					 &first);
		if (first != i)
			join_place(unended_spans_place(unended, first), place);
	}
	pxt_map_fini(&places);
	return err;
}

static void add_columns(struct figures_table *made, bool for_people)
{
	figures_add_column(made, "SPAN", "span", false);
	figures_add_entity_columns(made, TALLY_PROCESS, for_people);
	code_add_columns(made, "BEGUN AT", for_people);
	figures_add_column(made, "TIMES", "begun", true);
	figures_add_column(made, "NOT ENDED", "open", true);
	figures_add_column(made, "AMOUNT", "amount", true);
	figures_add_column(made, "KEPT", "open_amount", true);
	code_add_last_column(made, for_people);
}

static void put_place(void *argument, uint32_t number)
{
	const struct making *making = argument;
	const struct unended_place *place =
		unended_spans_place(making->unended, number);
	const struct entity entity = { .origin = place->origin,
				       .pid = place->pid,
				       .program = place->last_ns };
	const struct code code = code_of(place);
	const struct pair *pair = &making->figures->pairs.pair[place->span];
	struct table *table = making->table;
	char span[NAME];

	text_tame(span, sizeof(span), pair->span);
	table_text(table, span, span);
	figures_put_entity(making->figures, table, TALLY_PROCESS, &entity,
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

	figures_begin(made);
	add_columns(made, for_people);
	figures_end(made, "unended");
	if (making.unended->places.count)
		making.symbols =
			symbols_create(figures->source, figures->options.ascii);
	made->table.failed |= for_people && join_places(&making);
	figures_put_rows(made, making.unended->places.count,
			 for_people ? PEOPLES : UINT32_MAX, weigh, put_place,
			 &making);
	symbols_close(making.symbols);
}
