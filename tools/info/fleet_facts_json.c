/*
 * fleet_facts_json.c - facts about a fleet, as JSON
 */
#include <math.h>

#include "common/stamp.h"
#include "info/fleet_facts.h"
#include "info/info_json.h"

static void put_counts(struct jsonl *json, const struct fleet_program *program)
{
	const struct timespec first = stamp_time(program->first_ns);
	const struct timespec last = stamp_time(program->last_ns);

	jsonl_put_unsigned(json, "logs", program->logs);
	jsonl_put_unsigned(json, "growing", program->growing);
	jsonl_put_unsigned(json, "damaged", program->damaged);
	jsonl_put_unsigned(json, "events", program->events);
	jsonl_put_unsigned(json, "lost", program->lost);
	if (program->has_times)
		info_json_times(json, &first, &last);
}

static void put_clock(struct jsonl *json, const struct fleet_facts *facts,
		      size_t number)
{
	const struct clock *clock = &facts->set->clocks.clock[number];

	jsonl_open_object(json);
	info_json_text(json, "clock", clock->name);
	info_json_text(json, "host", clock->origin->host);
	jsonl_put_unsigned(json, "logs", facts->clock_logs[number]);
	info_json_text(json, "measured_by", fleet_facts_way(clock->way));
	if (clock->way != CLOCK_UNKNOWN)
		jsonl_put_signed(json, "offset_ns", clock->shift.ns);
	if (clock->way == CLOCK_MESSAGES || clock->way == CLOCK_KERNEL)
		jsonl_put_unsigned(json, "error_ns", clock->shift.error_ns);
	if (clock->way == CLOCK_MESSAGES) {
		jsonl_put_signed(json, "drift_ns_per_s",
				 llround(1e3 * clock_shift_ppm(&clock->shift)));
		jsonl_put_bool(json, "contradicted", clock->is_contradicted);
	}
	jsonl_put_unsigned(json, "message_pairs", clock->messages);
	jsonl_close_object(json);
}

static void put_members(struct jsonl *json, const void *argument)
{
	const struct fleet_facts *facts = argument;

	info_json_text(json, "fleet", facts->name);
	put_counts(json, &facts->total);
	jsonl_put_unsigned(json, "unreadable", facts->set->unreadable);
	jsonl_put_unsigned(json, "hosts", facts->hosts);
	jsonl_key(json, "clocks");
	jsonl_open_array(json);
	for (size_t i = 0; i < facts->set->clocks.count; i++)
		put_clock(json, facts, i);
	jsonl_close_array(json);
	jsonl_key(json, "programs");
	jsonl_open_array(json);
	for (size_t i = 0; i < facts->programs; i++) {
		jsonl_open_object(json);
		info_json_text(json, "host", facts->program[i].host);
		info_json_text(json, "program", facts->program[i].program);
		put_counts(json, &facts->program[i]);
		jsonl_close_object(json);
	}
	jsonl_close_array(json);
}

int fleet_facts_print_json(const struct fleet_facts *facts)
{
	return jsonl_print(put_members, facts);
}
