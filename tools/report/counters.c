/*
 * counters.c - the counters of a page, value by value
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "report/counters.h"

enum { WHEN, COUNTER, VALUE };

void counters_init(struct counters *counters, struct bridge *bridge,
		   struct packed_blocks *blocks)
{
	*counters = (struct counters){ .bridge = bridge, .blocks = blocks };
}

void counters_fini(struct counters *counters)
{
	for (size_t i = 0; i < counters->count; i++)
		free(counters->unit[i]);
	free(counters->unit);
	free(counters->counter);
	pxt_map_fini(&counters->numbers);
	report_table_fini(&counters->table);
}

int counters_begin(struct counters *counters, bool has_events, int64_t start_ns)
{
	struct block *block = &counters->table.block;
	int err;

	counters->has_events = has_events;
	counters->start_ns = start_ns;
	err = block_add_column(block, has_events ? "event" : "t", BLOCK_SIGNED);
	if (!err)
		err = block_add_column(block, "counter", BLOCK_UNSIGNED);
	return err ? err : block_add_column(block, "value", BLOCK_DOUBLE);
}

static int add(struct counters *counters, const struct counter *counter,
	       const char *unit)
{
	const size_t count = counters->count + 1;
	char *copy;

	if (pxt_array_reserve(&counters->counter, &counters->room, count,
			      sizeof(*counter)) ||
	    pxt_array_reserve(&counters->unit, &counters->units_room, count,
			      sizeof(*counters->unit)))
		return ENOMEM;
	copy = strdup(unit);
	if (!copy)
		return ENOMEM;
	counters->counter[counters->count] = *counter;
	counters->unit[counters->count++] = copy;
	return 0;
}

static int find(struct counters *counters, uint32_t name, const char *unit,
		uint32_t *number)
{
	const struct counter counter = {
		.process = counters->bridge->process,
		.name = name,
	};
	size_t *found =
		pxt_map_at(&counters->numbers, &counter, sizeof(counter));

	if (!found || (!*found && add(counters, &counter, unit)))
		return ENOMEM;
	if (!*found)
		*found = counters->count;
	*number = (uint32_t)*found - 1;
	return 0;
}

static double value_of(const struct posix_trace_number_np *number)
{
	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return number->as.f;
	return number->kind == POSIX_TRACE_FIELD_SIGNED_NP ?
		       (double)number->as.s :
		       (double)number->as.u;
}

static int put(struct counters *counters,
	       const struct posix_trace_value_np *field, uint32_t name,
	       uint64_t event)
{
	const struct bridge *bridge = counters->bridge;
	struct block *block = &counters->table.block;
	const int64_t ns = bridge->ns - counters->start_ns;
	struct posix_trace_number_np number;
	uint32_t counter;
	uint64_t bits;
	double value;
	int err;

	if (posix_trace_value_number_np(bridge->fields->layout, field, 0,
					&number))
		return 0;
	value = value_of(&number);
	memcpy(&bits, &value, sizeof(bits));
	err = find(counters, name, field->field->unit, &counter);
	if (!err)
		err = report_table_begin_row(&counters->table,
					     counters->blocks);
	if (!err)
		err = block_put(block, WHEN,
				counters->has_events ? event : (uint64_t)ns);
	if (!err)
		err = block_put(block, COUNTER, counter);
	return err ? err : block_put(block, VALUE, bits);
}

int counters_meet(struct counters *counters, uint64_t event)
{
	struct bridge *bridge = counters->bridge;
	const struct fields *fields = bridge->fields;
	int err = 0;

	for (unsigned i = 0; i < fields->count && !err; i++) {
		uint32_t name;

		err = bridge_counter(bridge, &fields->values[i], &name);
		if (!err)
			err = put(counters, &fields->values[i], name, event);
		err = err == ENOENT ? 0 : err;
	}
	return err;
}

int counters_end(struct counters *counters)
{
	return report_table_flush(&counters->table, counters->blocks);
}
