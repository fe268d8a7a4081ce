/*
 * tally.c - counts of events by type
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/sum.h"
#include "common/stamp.h"
#include "figures/tally.h"

void tally_init(struct tally *tally, enum tally_group group, bool intervals)
{
	memset(tally, 0, sizeof(*tally));
	tally->group = group;
	tally->intervals = intervals;
	entities_init(&tally->entities, ENTITIES_MOST);
	nearby_losses_init(&tally->nearby);
}

void tally_fini(struct tally *tally)
{
	for (size_t i = 0; i < tally->room; i++) {
		spread_fini(tally->row[i].intervals);
		free(tally->row[i].intervals);
	}
	free(tally->row);
	entities_fini(&tally->entities);
	nearby_losses_fini(&tally->nearby);
}

/* Drops what rows do not distinguish. */
static struct entity row_of(const struct tally *tally, struct entity entity)
{
	if (tally->group == TALLY_EVENT)
		entity.origin = 0, entity.pid = 0, entity.program = 0;
	if (tally->group != TALLY_THREAD)
		entity.tid = 0;
	return entity;
}

static int find(struct tally *tally, struct entity entity, uint32_t *row)
{
	int err;

	entity = row_of(tally, entity);
	err = entities_find(&tally->entities, &entity, row);
	return err ? err :
		     entities_reserve(&tally->entities, &tally->row,
				      &tally->room, sizeof(*tally->row));
}

static uint64_t difference(int64_t from, int64_t to)
{
	return to > from ? (uint64_t)to - (uint64_t)from : 0;
}

static void note_time(bool is_first, int64_t ns, int64_t *first, int64_t *last)
{
	if (is_first || ns < *first)
		*first = ns;
	if (is_first || ns > *last)
		*last = ns;
}

static int add_interval(struct tally *tally, struct tally_row *row, int64_t ns)
{
	if (!row->intervals) {
		if (tally->interval_rows == TALLY_INTERVALS)
			return 0;
		row->intervals = calloc(1, sizeof(*row->intervals));
		if (!row->intervals)
			return ENOMEM;
		tally->interval_rows++;
	}
	return spread_add(row->intervals, difference(row->latest_ns, ns));
}

static int add_to_row(struct tally *tally, uint32_t number, int64_t ns)
{
	struct tally_row *row = &tally->row[number];
	int err = 0;

	if (row->count && tally->intervals)
		err = add_interval(tally, row, ns);
	if (err)
		return err;
	note_time(!tally->events++, ns, &tally->first_ns, &tally->last_ns);
	note_time(!row->count++, ns, &row->first_ns, &row->last_ns);
	row->latest_ns = ns;
	return 0;
}

static int add_event(struct tally *tally,
		     const struct posix_trace_item_np *item, int64_t program,
		     struct tally_place *place)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	const struct entity entity = {
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.tid = item->tid,
		.type = item->info.posix_event_id,
		.program = program,
	};
	int err;

	err = find(tally, entity, &place->row);
	if (!err)
		err = add_to_row(tally, place->row, ns);
	return err ? err :
		     nearby_losses_add_event(&tally->nearby, item, program,
					     &place->type);
}

int tally_add(struct tally *tally, const struct posix_trace_item_np *item,
	      int64_t program, struct tally_place *place)
{
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		return nearby_losses_add_loss(&tally->nearby, item, program);
	return add_event(tally, item, program, place);
}

int tally_add_again(struct tally *tally, const struct tally_place *place,
		    int64_t ns)
{
	const int err = add_to_row(tally, place->row, ns);

	return err ? err : nearby_losses_add_again(&tally->nearby, place->type);
}

bool tally_keeps(const struct tally *tally, const struct tally_place *place)
{
	return !entities_is_rest(&tally->nearby.types, place->type);
}

void tally_renew(struct tally *tally)
{
	for (uint32_t i = 0; i < tally->entities.count; i++)
		tally->row[i].count = 0;
}

/* Completes the rows. Losses without a thread are near a type, but near no
 * thread's. */
void tally_end(struct tally *tally)
{
	const struct nearby_losses *nearby = &tally->nearby;

	for (uint32_t i = 0; i < nearby->types.count; i++) {
		const struct entity entity = nearby->types.entity[i];
		uint32_t row;

		if (!nearby->type[i].lost ||
		    entities_is_rest(&nearby->types, i) ||
		    (!entity.pid && tally->group != TALLY_EVENT))
			continue;
		if (!find(tally, entity, &row))
			tally->row[row].lost = pxt_sum(tally->row[row].lost,
						       nearby->type[i].lost);
	}
}

double tally_rate(const struct tally *tally, const struct tally_row *row)
{
	const uint64_t ns = difference(tally->first_ns, tally->last_ns);

	return ns ? (double)row->count * 1e9 / (double)ns : -1;
}
