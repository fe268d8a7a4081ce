/*
 * posts_table.c - posts of active objects as a table
 */
#include "figures/posts_table.h"

enum { PEOPLES = 16 };

struct making {
	struct figures *figures;
	struct table *table;
	bool for_people;
};

/* All ways are rows. */
static struct figures_weight weigh(const void *argument, uint32_t number)
{
	const struct making *making = argument;

	return (struct figures_weight){
		posts_way(&making->figures->posts, number)->posted, 1
	};
}

static void put_way(void *argument, uint32_t number)
{
	const struct making *making = argument;
	const struct posts_way *way =
		posts_way(&making->figures->posts, number);
	struct table *table = making->table;
	const struct entity entity = { .origin = way->origin, .pid = way->pid };

	if (!making->for_people)
		figures_put_entity(making->figures, table, TALLY_PROCESS,
				   &entity, false);
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
	struct making making = { figures, &made->table, for_people };

	figures_begin(made);
	if (!for_people)
		figures_add_entity_columns(made, TALLY_PROCESS, false);
	figures_add_column(made, "POSTED BY", "from", false);
	figures_add_column(made, "TO", "to", false);
	figures_add_column(made, "SIGNAL", "signal", false);
	figures_add_column(made, "TIMES", "posted", true);
	figures_add_column(made, "AHEAD", "ahead", true);
	figures_add_column(made, "TAKEN", "taken", true);
	figures_add_column(made, "QUEUED", "queued_mean_ns", true);
	figures_add_column(made, "MAX", "queued_max_ns", true);
	figures_end(made, "posts");
	figures_put_rows(made, figures->posts.ways.count,
			 for_people ? PEOPLES : UINT32_MAX, weigh, put_way,
			 &making);
}
