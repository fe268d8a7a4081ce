/*
 * fleet_facts.c - facts about the logs of a fleet: hosts, programs, clocks
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/map.h"
#include "base/sum.h"
#include "info/fleet_facts.h"

enum { KEY = 256 };

const char *fleet_facts_way(enum clock_way way)
{
	static const char *const ways[] = {
		[CLOCK_UNKNOWN] = "not known",
		[CLOCK_BASE] = "reference",
		[CLOCK_HAND] = "by hand",
		[CLOCK_MESSAGES] = "messages",
		[CLOCK_KERNEL] = "kernel NTP state",
		[CLOCK_PLACED] = "start of reference",
	};

	return ways[way];
}

/* Adds a log, or what was added of several. */
static void add(struct fleet_program *to, const struct fleet_program *more)
{
	to->logs += more->logs;
	to->growing += more->growing;
	to->damaged += more->damaged;
	to->events += more->events;
	to->lost = pxt_sum(to->lost, more->lost);
	if (!more->has_times)
		return;
	if (!to->has_times || more->first_ns < to->first_ns)
		to->first_ns = more->first_ns;
	if (!to->has_times || more->last_ns > to->last_ns)
		to->last_ns = more->last_ns;
	to->has_times = true;
}

static struct fleet_program facts_of(const struct fleet_set *set, size_t member)
{
	const struct fleet_log *log = set->member[member].log;

	return (struct fleet_program){
		.host = log->origin.host,
		.program = log->program,
		.logs = 1,
		.growing = !log->has_ended,
		.damaged = log->is_damaged,
		.events = log->events,
		.lost = log->lost,
		.has_times = log->has_times,
		.first_ns = log->has_times ? fleet_set_first(set, member) : 0,
		.last_ns = log->has_times ? fleet_set_last(set, member) : 0,
	};
}

/* Finds the number of a key, counted from 1; *count: the numbers so far. */
static size_t number_of(struct pxt_map *map, const char *key, size_t len,
			size_t *count)
{
	size_t *number = pxt_map_at(map, key, len);

	if (!number)
		return 0;
	if (!*number)
		*number = ++*count;
	return *number;
}

static int add_member(struct fleet_facts *facts, struct pxt_map *programs,
		      struct pxt_map *hosts, size_t member)
{
	const struct fleet_program log = facts_of(facts->set, member);
	const size_t before = facts->programs;
	const size_t host_len = strlen(log.host) + 1;
	char key[KEY];
	size_t number;

	memcpy(key, log.host, host_len);
	strcpy(key + host_len, log.program);
	number = number_of(programs, key, host_len + strlen(log.program),
			   &facts->programs);
	if (!number || !number_of(hosts, key, host_len, &facts->hosts) ||
	    pxt_array_reserve(&facts->program, &facts->room, facts->programs,
			      sizeof(log)))
		return ENOMEM;
	if (facts->programs > before)
		facts->program[number - 1] = log;
	else
		add(&facts->program[number - 1], &log);
	add(&facts->total, &log);
	facts->clock_logs[facts->set->clocks.of[member]]++;
	return 0;
}

int fleet_facts_gather(struct fleet_facts *facts, const char *name,
		       const struct fleet_set *set)
{
	struct pxt_map programs = { 0 }, hosts = { 0 };
	int err;

	*facts = (struct fleet_facts){ .name = name, .set = set };
	facts->clock_logs = calloc(set->clocks.count + 1, sizeof(size_t));
	err = facts->clock_logs ? 0 : ENOMEM;
	for (size_t i = 0; !err && i < set->count; i++)
		err = add_member(facts, &programs, &hosts, i);
	pxt_map_fini(&programs);
	pxt_map_fini(&hosts);
	if (err)
		fleet_facts_fini(facts);
	return err;
}

void fleet_facts_fini(struct fleet_facts *facts)
{
	free(facts->program);
	free(facts->clock_logs);
	*facts = (struct fleet_facts){ 0 };
}
