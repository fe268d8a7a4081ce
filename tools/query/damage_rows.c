/*
 * damage_rows.c - rows of the table damage
 */
#include <errno.h>
#include <string.h>

#include "common/text.h"
#include "query/damage_rows.h"
#include "source/damage_notes.h"
#include "source/source_log.h"

struct making {
	struct census_rows *rows;
	const char *name;
	uint64_t places;
	int error;
};

static void put_text(struct making *making, const char *text)
{
	char tame[2 * PXT_TRACE_WHY];
	struct cell cell;

	cell_set_text(&cell, tame, text_tame(tame, sizeof(tame), text));
	if (!making->error)
		making->error = census_rows_add(making->rows, &cell);
}

static void put_number(struct making *making, uint64_t number)
{
	struct cell cell = { .kind = CELL_NULL };

	if (number != PXT_TRACE_END)
		cell_set_unsigned(&cell, number);
	if (!making->error)
		making->error = census_rows_add(making->rows, &cell);
}

static void put_place(struct making *making, uint64_t offset, const char *what)
{
	put_text(making, making->name);
	put_number(making, offset);
	put_number(making, making->places);
	put_text(making, what);
}

static void visit(const struct pxt_trace_damage *damage, void *argument)
{
	put_place(argument, damage->offset, damage->why);
}

int damage_rows_add(struct census_rows *rows, struct source *source)
{
	struct making making = { .rows = rows, .name = source->name };
	struct posix_trace_damage_np damage;
	struct source_origin origin;

	if (source_log_is(source) && !source_log_get_damage(source, &damage) &&
	    damage.count) {
		making.places = damage.count;
		put_place(&making, damage.offset, damage.what);
	}
	for (unsigned i = 0; !source_get_origin(source, i, &origin); i++) {
		making.places = damage_notes_count(source, i);
		damage_notes_list(source, i, visit, &making);
	}
	return making.error;
}
