/*
 * losses.c - the losses of a page
 */
#include <stddef.h>

#include "base/sum.h"
#include "common/stamp.h"
#include "report/losses.h"

void losses_init(struct losses *losses, struct bridge *bridge,
		 struct packed_blocks *blocks)
{
	*losses = (struct losses){ .bridge = bridge, .blocks = blocks };
}

void losses_fini(struct losses *losses)
{
	texts_fini(&losses->reasons);
	report_table_fini(&losses->table);
}

enum { WHEN, LENGTH, THREAD, LOST, REASON, COLUMNS };

int losses_begin(struct losses *losses, int64_t start_ns)
{
	static const char *const names[COLUMNS] = { "t", "dur", "thread",
						    "lost", "reason" };
	int err = 0;

	losses->start_ns = start_ns;
	for (size_t i = 0; i < COLUMNS && !err; i++)
		err = block_add_column(&losses->table.block, names[i],
				       i == WHEN ? BLOCK_SIGNED :
						   BLOCK_UNSIGNED);
	return err;
}

/* Reasons count from 1; 0: no reason is given. */
static int find_reason(struct losses *losses, uint32_t *reason)
{
	const struct posix_trace_item_np *item = losses->bridge->item;
	char text[BRIDGE_TEXT];
	size_t len;
	int err;

	*reason = 0;
	if (!item->data_len)
		return 0;
	len = bridge_text(losses->bridge, text, sizeof(text), item->data,
			  item->data_len);
	err = texts_find(&losses->reasons, text, len, reason);
	++*reason;
	return err;
}

int losses_meet(struct losses *losses)
{
	const struct bridge *bridge = losses->bridge;
	const struct posix_trace_item_np *item = bridge->item;
	const int64_t length = stamp_ns(&item->lost_end) - bridge->ns;
	uint32_t reason;
	int err;

	err = find_reason(losses, &reason);
	if (err)
		return err;
	const uint64_t value[COLUMNS] = {
		[WHEN] = (uint64_t)(bridge->ns - losses->start_ns),
		[LENGTH] = length > 0 ? (uint64_t)length : 0,
		[THREAD] = bridge->thread,
		[LOST] = item->lost,
		[REASON] = reason,
	};
	losses->lost = pxt_sum(losses->lost, item->lost);
	losses->unknown += !item->lost;
	err = report_table_begin_row(&losses->table, losses->blocks);
	for (size_t i = 0; i < COLUMNS && !err; i++)
		err = block_put(&losses->table.block, i, value[i]);
	return err;
}

int losses_end(struct losses *losses)
{
	return report_table_flush(&losses->table, losses->blocks);
}
