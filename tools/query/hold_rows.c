/*
 * hold_rows.c - rows of the table holds: who had which object, and when
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/stamp.h"
#include "figures/locks/title.h"
#include "query/hold_rows.h"

/* The waiting of others that was charged to a claim's present place so far. */
static uint64_t charged(const struct hold_rows *rows, uint32_t claim)
{
	const uint32_t place = lock_claim(rows->locks, claim)->place;

	return place == KEYS_NONE ? 0 : lock_place(rows->locks, place)->cost;
}

static int begin_hold(struct hold_rows *rows, uint32_t claim)
{
	const struct lock_claim *its = lock_claim(rows->locks, claim);
	const struct posix_trace_item_np *item = rows->cells->item;
	char name[LOCK_TITLE];
	struct hold_row *row;

	if (pxt_array_reserve_zeroed(&rows->open, &rows->open_room,
				     (size_t)claim + 1, sizeof(*row)) ||
	    pxt_array_reserve(&rows->fresh, &rows->fresh_room,
			      rows->fresh_count + 1, sizeof(*rows->fresh)))
		return ENOMEM;
	rows->fresh[rows->fresh_count++] = claim;
	lock_title(rows->locks, lock_object(rows->locks, its->object), item,
		   name);
	row = &rows->open[claim];
	free(row->object);
	*row = (struct hold_row){
		.is_open = true,
		.claim = claim,
		.from_ns = stamp_ns(&item->info.posix_timestamp),
		.pid = item->info.posix_pid,
		.tid = event_cells_tid(item),
		.object = strdup(name),
	};
	return row->object ? 0 : ENOMEM;
}

static int end_hold(struct hold_rows *rows, uint32_t claim, bool has_end)
{
	const struct posix_trace_item_np *item = rows->cells->item;
	struct hold_row *row;

	if (claim >= rows->open_room || !rows->open[claim].is_open)
		return 0;
	if (pxt_array_reserve(&rows->made, &rows->made_room, rows->count + 1,
			      sizeof(*rows->made)))
		return ENOMEM;
	row = &rows->open[claim];
	row->has_end = has_end;
	row->to_ns = stamp_ns(&item->info.posix_timestamp);
	row->cost = charged(rows, claim) - row->cost;
	rows->made[rows->count++] = *row;
	*row = (struct hold_row){ .is_open = false };
	return 0;
}

static void hear(void *context, uint32_t claim, enum lock_held what)
{
	struct hold_rows *rows = context;

	if (rows->error)
		return;
	rows->error = what == LOCK_HELD_BEGINS ?
			      begin_hold(rows, claim) :
			      end_hold(rows, claim, what == LOCK_HELD_ENDS);
}

/* The place of a hold is known only after its acquisition was told. */
static void settle_fresh(struct hold_rows *rows)
{
	for (size_t i = 0; i < rows->fresh_count; i++) {
		struct hold_row *row = &rows->open[rows->fresh[i]];

		if (row->is_open)
			row->cost = charged(rows, rows->fresh[i]);
	}
	rows->fresh_count = 0;
}

static int add_event(struct hold_rows *rows)
{
	const struct posix_trace_item_np *item = rows->cells->item;
	const trace_event_id_t type = item->info.posix_event_id;
	const struct posix_trace_layout_np *layout =
		fields_layout(&rows->cells->fields, type);
	bool is_wanted = false;
	int err;

	err = layout ? locks_want(rows->locks, type, layout, &is_wanted) : 0;
	if (err || !is_wanted)
		return err;
	event_cells_decode(rows->cells);
	err = locks_add(rows->locks, item);
	settle_fresh(rows);
	return err;
}

int hold_rows_add(struct hold_rows *rows)
{
	int err;

	rows->count = rows->taken = 0;
	err = rows->cells->item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
		      locks_lose(rows->locks, rows->cells->item) :
		      add_event(rows);
	return err ? err : rows->error;
}

void hold_rows_end(struct hold_rows *rows)
{
	rows->has_ended = true;
}

bool hold_rows_take(struct hold_rows *rows)
{
	free(rows->row.object);
	rows->row.object = NULL;
	if (rows->taken < rows->count) {
		rows->row = rows->made[rows->taken];
		rows->made[rows->taken++].object = NULL;
		return true;
	}
	while (rows->has_ended && rows->rest < rows->open_room) {
		struct hold_row *row = &rows->open[rows->rest++];

		if (!row->is_open)
			continue;
		row->cost = charged(rows, row->claim) - row->cost;
		rows->row = *row;
		*row = (struct hold_row){ .is_open = false };
		return true;
	}
	return false;
}

void hold_rows_get(const struct hold_rows *rows, int column, struct cell *cell)
{
	const struct hold_row *row = &rows->row;

	cell->kind = CELL_NULL;
	switch (column) {
	case 0:
		event_cells_set_text(rows->cells, cell, row->object,
				     strlen(row->object));
		break;
	case 1:
		cell_set_integer(cell, row->from_ns);
		break;
	case 2:
		if (row->has_end)
			cell_set_integer(cell,
					 row->to_ns > row->from_ns ?
						 row->to_ns - row->from_ns :
						 0);
		break;
	case 3:
		cell_set_integer(cell, row->pid);
		break;
	case 4:
		cell_set_integer(cell, row->tid);
		break;
	case 5:
		cell_set_unsigned(cell, row->cost);
		break;
	}
}

int hold_rows_init(struct hold_rows *rows, struct event_cells *cells)
{
	memset(rows, 0, sizeof(*rows));
	rows->cells = cells;
	rows->locks = malloc(sizeof(*rows->locks));
	if (!rows->locks)
		return ENOMEM;
	locks_init(rows->locks, &cells->fields);
	rows->locks->listener = hear;
	rows->locks->listening = rows;
	return 0;
}

void hold_rows_fini(struct hold_rows *rows)
{
	if (rows->locks)
		locks_fini(rows->locks);
	free(rows->locks);
	for (size_t i = 0; i < rows->open_room; i++)
		free(rows->open[i].object);
	for (size_t i = rows->taken; i < rows->count; i++)
		free(rows->made[i].object);
	free(rows->row.object);
	free(rows->open);
	free(rows->made);
	free(rows->fresh);
}
