/*
 * profile.c - what is compared of a run
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "common/text.h"
#include "diff/profile.h"
#include "source/programs.h"

enum { P50 = 500000, P99 = 990000, NAME = 4 * TRACE_EVENT_NAME_MAX };

static bool compares(const struct profile *profile, enum sheet_kind kind)
{
	return profile->kinds & 1U << kind;
}

int profile_init(struct profile *profile, struct source *source,
		 const struct figures_options *options, unsigned kinds,
		 bool is_whole)
{
	profile->kinds = kinds;
	run_periods_init(&profile->periods, &profile->figures, is_whole);
	successions_init(&profile->successions);
	failures_init(&profile->failures, &profile->figures.fields);
	memset(&profile->places, 0, sizeof(profile->places));
	return figures_init(&profile->figures, source, options, 0);
}

void profile_fini(struct profile *profile)
{
	places_fini(&profile->places);
	failures_fini(&profile->failures);
	successions_fini(&profile->successions);
	run_periods_fini(&profile->periods);
	figures_fini(&profile->figures);
}

static bool is_counted(const struct profile *profile,
		       const struct posix_trace_item_np *item)
{
	return item->kind == POSIX_TRACE_ITEM_EVENT_NP &&
	       (profile->figures.options.system ||
		item->info.posix_event_id >= POSIX_TRACE_UNNAMED_USEREVENT);
}

int profile_add(struct profile *profile, const struct posix_trace_item_np *item)
{
	int err = run_periods_add(&profile->periods, item);
	trace_event_id_t type;

	if (err || !is_counted(profile, item))
		return err;
	type = namesakes_first(&profile->figures.alike,
			       item->info.posix_event_id);
	if (compares(profile, SHEET_SUCCESSION) ||
	    compares(profile, SHEET_THREAD))
		err = successions_add(&profile->successions, item, type);
	if (!err && compares(profile, SHEET_ERROR))
		err = failures_add(&profile->failures, item, type);
	if (!err && compares(profile, SHEET_PLACE))
		err = places_add(&profile->places, item, type);
	return err;
}

uint64_t profile_left_out(const struct profile *profile)
{
	return profile->successions.left_out + profile->failures.left_out +
	       profile->places.left_out;
}

/* Delivery */

struct delivery {
	struct profile *profile;
	struct sheet *sheet;
	unsigned side;
	size_t run;	     /* number of the run on the side */
	size_t first_period; /* number of its first period there */
};

/* Adds to the count of a row in this run. */
static int add_count(const struct delivery *delivery, enum sheet_kind kind,
		     const char *name, uint64_t count, uint32_t *row)
{
	struct sheet_value *value;

	if (sheet_find(delivery->sheet, kind, name, row))
		return ENOMEM;
	value = sheet_value_at(
		&delivery->sheet->row[*row].side[delivery->side].runs,
		delivery->run);
	if (!value)
		return ENOMEM;
	value->count += count;
	return 0;
}

static const char *name_type(const struct delivery *delivery,
			     trace_event_id_t type)
{
	return labels_event(&delivery->profile->figures.labels, type).text;
}

static int deliver_run(struct delivery *delivery)
{
	const struct profile *profile = delivery->profile;
	const struct tally *tally = &profile->figures.tally;
	const struct sheet_run run = {
		.seconds = tally->last_ns > tally->first_ns ?
				   ((double)tally->last_ns -
				    (double)tally->first_ns) /
					   1e9 :
				   0,
		.events = tally->events,
		.lost = profile->periods.lost,
	};
	struct sheet_sample *sample = &delivery->sheet->side[delivery->side];
	int err = 0;

	delivery->run = sample->runs;
	delivery->first_period = sample->periods;
	err = sheet_add_run(delivery->sheet, delivery->side, &run);
	for (size_t i = 0; i < run_periods_whole(&profile->periods) && !err;
	     i++)
		err = sheet_add_period(delivery->sheet, delivery->side,
				       run_periods_seconds(&profile->periods));
	return err;
}

static int deliver_event(const struct delivery *delivery, uint32_t number)
{
	const struct entities *entities =
		&delivery->profile->figures.tally.entities;
	const struct run_periods *periods = &delivery->profile->periods;
	const char *name =
		entities_is_rest(entities, number) ?
			"(others)" :
			name_type(delivery, entities->entity[number].type);
	struct sheet_value *value;
	struct sheet_side *its;
	uint32_t row;

	if (add_count(delivery, SHEET_EVENT, name, 0, &row))
		return ENOMEM;
	its = &delivery->sheet->row[row].side[delivery->side];
	for (size_t i = 0; i < periods->count; i++) {
		const struct run_period *period = &periods->period[i];

		if (number >= period->counts)
			continue;
		its->runs.value[delivery->run].count += period->count[number];
		if (i >= run_periods_whole(periods))
			continue;
		value = sheet_value_at(&its->periods,
				       delivery->first_period + i);
		if (!value)
			return ENOMEM;
		value->count += period->count[number];
	}
	return 0;
}

static void measure(struct sheet_value *value, const struct spread *spread)
{
	*value = (struct sheet_value){
		.count = spread->count,
		.p50 = spread_quantile(spread, P50),
		.p99 = spread_quantile(spread, P99),
		.longest = spread->greatest,
	};
}

static int add_spreads(const struct delivery *delivery, uint32_t number,
		       struct sheet_side *its, struct spread *whole)
{
	const struct run_periods *periods = &delivery->profile->periods;
	struct sheet_value *value;

	for (size_t i = 0; i < periods->count; i++) {
		const struct run_period *period = &periods->period[i];

		if (number >= period->spans || !period->span[number].count)
			continue;
		if (spread_merge(whole, &period->span[number]))
			return ENOMEM;
		if (i >= run_periods_whole(periods))
			continue;
		value = sheet_value_at(&its->periods,
				       delivery->first_period + i);
		if (!value)
			return ENOMEM;
		measure(value, &period->span[number]);
	}
	return 0;
}

static int deliver_span(const struct delivery *delivery, uint32_t number)
{
	struct spread whole = { 0 };
	struct sheet_side *its;
	char name[PAIRS_NAME];
	uint32_t row;
	int err;

	pairs_name(&delivery->profile->figures.pairs.pair[number], name);
	if (add_count(delivery, SHEET_SPAN, name, 0, &row))
		return ENOMEM;
	its = &delivery->sheet->row[row].side[delivery->side];
	err = add_spreads(delivery, number, its, &whole);
	if (!err && whole.count)
		measure(&its->runs.value[delivery->run], &whole);
	if (!err)
		err = spread_merge(&its->spread, &whole);
	spread_fini(&whole);
	return err;
}

static int deliver_succession(const struct delivery *delivery, uint32_t number)
{
	const struct succession *succession =
		&delivery->profile->successions.succession[number];
	uint32_t first, row;
	char name[NAME];

	if (sheet_find(delivery->sheet, SHEET_EVENT,
		       name_type(delivery, succession->first), &first))
		return ENOMEM;
	snprintf(name, sizeof(name), "%s -> ",
		 name_type(delivery, succession->first));
	strncat(name, name_type(delivery, succession->next),
		sizeof(name) - 1 - strlen(name));
	if (add_count(delivery, SHEET_SUCCESSION, name, succession->count,
		      &row))
		return ENOMEM;
	delivery->sheet->row[row].first = first;
	return 0;
}

/* Names a thread as "matcher/feed", or "matcher" if it has no own name. Traces of
 * other systems name their process after their file: it is left out. */
static void name_thread(struct figures *figures, const struct entity *entity,
			char name[NAME])
{
	char program[PROGRAMS_NAME], own[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];
	struct source *source = figures->source;
	const bool is_other =
		other_system_is(&figures->labels.other, source, entity->origin);
	size_t len = 0;

	programs_name(source, entity->origin, entity->pid, NULL, program, NULL);
	if (source_get_thread(source, entity->origin, entity->pid, entity->tid,
			      own, sizeof(own)) ||
	    !strcmp(own, program))
		*own = '\0';
	if (is_other)
		*program = '\0';
	if (*program || !*own)
		len = text_tame(name, NAME / 2,
				*program ? program : "(unnamed)");
	if (*program && *own)
		name[len++] = '/';
	if (*own)
		text_tame(name + len, NAME - len, own);
}

static int deliver_thread(const struct delivery *delivery, uint32_t number)
{
	const struct entities *threads =
		&delivery->profile->successions.threads;
	char name[NAME] = "(others)";
	uint32_t row;

	if (!entities_is_rest(threads, number))
		name_thread(&delivery->profile->figures,
			    &threads->entity[number], name);
	return add_count(delivery, SHEET_THREAD, name, 1, &row);
}

static int deliver_failure(const struct delivery *delivery, uint32_t number)
{
	const struct failure *failure =
		&delivery->profile->failures.failure[number];
	uint32_t row;
	char name[NAME];

	snprintf(name, sizeof(name), "%s ", name_type(delivery, failure->type));
	strncat(name, failure->text, sizeof(name) - 1 - strlen(name));
	return add_count(delivery, SHEET_ERROR, name, failure->count, &row);
}

static int deliver_places(const struct delivery *delivery)
{
	const struct places *places = &delivery->profile->places;
	struct symbols *symbols =
		places->count ?
			symbols_create(delivery->profile->figures.source,
				       true) :
			NULL;
	char place[PLACES_TEXT], name[NAME];
	uint32_t row;
	int err = 0;

	for (size_t i = 0; symbols && i < places->count && !err; i++) {
		places_name(&places->place[i], symbols, place);
		if (!*place)
			continue;
		snprintf(name, sizeof(name), "%s in ",
			 name_type(delivery, places->place[i].type));
		strncat(name, place, sizeof(name) - 1 - strlen(name));
		err = add_count(delivery, SHEET_PLACE, name,
				places->place[i].count, &row);
	}
	symbols_close(symbols);
	return err;
}

/* Delivers numbers 0 to count - 1, if they are compared. */
static int deliver_each(const struct delivery *delivery, enum sheet_kind kind,
			size_t count,
			int (*deliver)(const struct delivery *delivery,
				       uint32_t number))
{
	int err = 0;

	if (!compares(delivery->profile, kind))
		return 0;
	for (size_t i = 0; i < count && !err; i++)
		err = deliver(delivery, (uint32_t)i);
	return err;
}

int profile_deliver(struct profile *profile, struct sheet *sheet, unsigned side)
{
	struct delivery delivery = {
		.profile = profile,
		.sheet = sheet,
		.side = side,
	};
	const struct figures *figures = &profile->figures;
	int err = run_periods_end(&profile->periods);

	if (!err)
		err = deliver_run(&delivery);
	/* Successions name their first event: events are always there. */
	for (uint32_t i = 0; i < figures->tally.entities.count && !err; i++)
		err = deliver_event(&delivery, i);
	if (!err)
		err = deliver_each(&delivery, SHEET_SPAN, figures->pairs.count,
				   deliver_span);
	if (!err)
		err = deliver_each(&delivery, SHEET_SUCCESSION,
				   profile->successions.count,
				   deliver_succession);
	if (!err)
		err = deliver_each(&delivery, SHEET_THREAD,
				   profile->successions.threads.count,
				   deliver_thread);
	if (!err)
		err = deliver_each(&delivery, SHEET_ERROR,
				   profile->failures.count, deliver_failure);
	if (!err && compares(profile, SHEET_PLACE))
		err = deliver_places(&delivery);
	return err;
}
