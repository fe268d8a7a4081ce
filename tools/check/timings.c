/*
 * timings.c - rules about pairs of events and the time between them
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "check/timings.h"
#include "common/text.h"

/* Measures of rules */

static int add_pair(struct timings *timings, const struct measure *measure,
		    const struct pair_rule *rule)
{
	const size_t number = timings->pair_count;

	if (pxt_array_reserve(&timings->by_pair, &timings->pair_room,
			      number + 1, sizeof(*measure)) ||
	    pxt_array_reserve(&timings->pair_rule, &timings->rule_room,
			      number + 1, sizeof(*rule)))
		return ENOMEM;
	timings->by_pair[number] = *measure;
	timings->pair_rule[number] = *rule;
	if (measure->value)
		measure->value->pair = (uint32_t)number + 1;
	timings->pair_count++;
	return 0;
}

static int add_span(struct timings *timings, const struct measure *measure)
{
	if (pxt_array_reserve(&timings->by_span, &timings->span_room,
			      timings->span_count + 1, sizeof(*measure)))
		return ENOMEM;
	timings->by_span[timings->span_count++] = *measure;
	return 0;
}

static int64_t limit_of(const struct rule *rule, unsigned number)
{
	long double limit;

	if (!rule->comparison.value[number].is_duration ||
	    !comparison_limit(&rule->comparison, number, &limit))
		return -1;
	return limit < (long double)INT64_MAX ? (int64_t)limit : INT64_MAX;
}

static int add_value(struct timings *timings, struct rule *rule,
		     unsigned number)
{
	struct value *value = &rule->comparison.value[number];
	const struct measure measure = {
		.rule = rule,
		.value = value,
		.limit_ns = limit_of(rule, number),
	};

	if (value->kind == VALUE_SPANS)
		return add_span(timings, &measure);
	if (value->kind != VALUE_PAIRS)
		return 0;
	return add_pair(timings, &measure,
			&(struct pair_rule){
				.begin = value->term->text,
				.end = value->end->text,
				.by = value->by,
				.begins = &value->term->selection,
				.ends = &value->end->selection,
			});
}

static int add_follows(struct timings *timings, struct rule *rule)
{
	return add_pair(
		timings,
		&(struct measure){
			.rule = rule,
			.limit_ns = rule->is_limited ? rule->limit_ns : -1,
		},
		&(struct pair_rule){
			.begin = rule->term[RULE_FIRST]->text,
			.end = rule->term[RULE_SECOND]->text,
			.by = rule->by,
			.begins = &rule->term[RULE_FIRST]->selection,
			.ends = &rule->term[RULE_SECOND]->selection,
		});
}

static int add_rule(struct timings *timings, struct rule *rule)
{
	int err = 0;

	if (rule->kind == RULE_FOLLOWS)
		return add_follows(timings, rule);
	for (unsigned i = 0; i < rule->comparison.count && !err; i++)
		err = add_value(timings, rule, i);
	return err;
}

/* Steps */

static int note_long(struct timings *timings, const struct measure *measure,
		     const struct place *from, int64_t lasted)
{
	char duration[TEXT_MAX];

	return position_note(timings->position, &measure->rule->broken, lasted,
			     from, "%s after line %llu",
			     text_brief(duration, (uint64_t)lasted),
			     (unsigned long long)from->line);
}

static int end_measure(struct timings *timings, const struct measure *measure,
		       const struct place *from)
{
	const int64_t now = timings->position->ns;
	const int64_t lasted = now > from->ns ? now - from->ns : 0;

	rule_note_range(measure->rule, *from,
			position_place(timings->position));
	if (lasted > measure->rule->greatest_ns)
		measure->rule->greatest_ns = lasted;
	return measure->limit_ns >= 0 && lasted > measure->limit_ns ?
		       note_long(timings, measure, from, lasted) :
		       0;
}

/* A beginning has another one of its key behind it, in place of its end. */
static int note_replaced(struct timings *timings, const struct measure *measure,
			 const struct place *from)
{
	if (measure->value)
		return 0;
	return position_note(timings->position, &measure->rule->broken,
			     INT64_MAX, from, "without %s since line %llu",
			     measure->rule->term[RULE_SECOND]->text,
			     (unsigned long long)from->line);
}

static int begin_at(struct measure_begin **begun, size_t *room,
		    const struct pair_step *step, struct place place)
{
	if (pxt_array_reserve_zeroed(begun, room, (size_t)step->open + 1,
				     sizeof(**begun)))
		return ENOMEM;
	(*begun)[step->open] = (struct measure_begin){ place, step->pair + 1 };
	return 0;
}

static int play(struct timings *timings, const struct pair_step *step)
{
	const struct measure *measure = &timings->by_pair[step->pair];
	struct measure_begin *begun;

	if (step->act == PAIR_BEGINS) {
		measure->rule->met += !measure->value;
		return begin_at(&timings->begun, &timings->begun_room, step,
				position_place(timings->position));
	}
	if (step->act != PAIR_ENDS && step->act != PAIR_REPLACED)
		return 0;
	begun = &timings->begun[step->open];
	begun->pair = 0;
	return step->act == PAIR_ENDS ?
		       end_measure(timings, measure, &begun->place) :
		       note_replaced(timings, measure, &begun->place);
}

static void hear(void *context, const struct pair_step *step)
{
	struct timings *timings = context;

	if (!timings->error)
		timings->error = play(timings, step);
}

/* Spans have names that their first event tells. */
static int end_span(struct timings *timings, const struct pair_step *step,
		    const struct place *from)
{
	const char *name = timings->spans->pair[step->pair].span;
	int err = 0;

	for (size_t i = 0; i < timings->span_count && !err; i++)
		if (!strcmp(timings->by_span[i].value->span, name))
			err = end_measure(timings, &timings->by_span[i], from);
	return err;
}

static int play_span(struct timings *timings, const struct pair_step *step)
{
	if (step->act == PAIR_BEGINS)
		return begin_at(&timings->begun_spans,
				&timings->begun_spans_room, step,
				position_place(timings->position));
	return step->act == PAIR_ENDS ?
		       end_span(timings, step,
				&timings->begun_spans[step->open].place) :
		       0;
}

/* Reading */

static struct pairs *open_pairs(struct position *position,
				const struct pair_rule *rules, size_t count)
{
	struct pairs *pairs = malloc(sizeof(*pairs));

	if (pairs && pairs_init(pairs, &position->fields, &position->labels,
				rules, count)) {
		pairs_fini(pairs);
		free(pairs);
		pairs = NULL;
	}
	return pairs;
}

static void close_pairs(struct pairs *pairs)
{
	if (pairs)
		pairs_fini(pairs);
	free(pairs);
}

int timings_init(struct timings *timings, struct position *position,
		 struct rules *rules)
{
	int err = 0;

	*timings = (struct timings){ .position = position };
	for (size_t i = 0; i < rules->count && !err; i++)
		err = add_rule(timings, rules->rule[i]);
	if (!err && timings->pair_count) {
		timings->named = open_pairs(position, timings->pair_rule,
					    timings->pair_count);
		err = timings->named ? 0 : ENOMEM;
	}
	if (!err && timings->span_count) {
		timings->spans = open_pairs(position, NULL, 0);
		err = timings->spans ? 0 : ENOMEM;
	}
	if (timings->named) {
		timings->named->listener = hear;
		timings->named->listening = timings;
	}
	return err;
}

void timings_fini(struct timings *timings)
{
	close_pairs(timings->named);
	close_pairs(timings->spans);
	free(timings->pair_rule);
	free(timings->by_pair);
	free(timings->by_span);
	free(timings->begun);
	free(timings->begun_spans);
}

int timings_want(struct timings *timings, trace_event_id_t type,
		 const struct posix_trace_layout_np *layout, bool *wanted)
{
	bool is_named = false, is_span = false;
	int err = 0;

	if (timings->named)
		err = pairs_want(timings->named, type, layout, &is_named);
	if (!err && timings->spans)
		err = pairs_want(timings->spans, type, layout, &is_span);
	*wanted = is_named || is_span;
	return err;
}

int timings_add(struct timings *timings)
{
	const struct posix_trace_item_np *item = timings->position->item;
	int err = 0;

	if (timings->named)
		err = pairs_add(timings->named, item);
	if (!err)
		err = timings->error;
	if (!err && timings->spans)
		err = pairs_add(timings->spans, item);
	for (unsigned i = 0; timings->spans && i < timings->spans->steps; i++)
		if (!err)
			err = play_span(timings, &timings->spans->step[i]);
	return err;
}

/* The end */

static void give_figure(struct value *value, const struct pair *pair)
{
	const struct spread *spread = &pair->spread;

	value->is_there = spread->count;
	switch (value->figure) {
	case FIGURE_COUNT:
		value->number = spread->count;
		break;
	case FIGURE_UNMATCHED:
		value->is_there = pair->begin.events || pair->end.events;
		value->number = pairs_unmatched(pair);
		break;
	case FIGURE_LEAST:
		value->number = spread->least;
		break;
	case FIGURE_GREATEST:
		value->number = spread->greatest;
		break;
	case FIGURE_QUANTILE:
		value->number = spread_quantile(spread, value->millionths);
		break;
	}
}

static void give_pair(const struct measure *measure, const struct pair *pair)
{
	if (measure->value) {
		give_figure(measure->value, pair);
		return;
	}
	measure->rule->undecided += pair->given_up;
	measure->rule->lacking += pair->begin.without;
}

static void give_spans(struct timings *timings)
{
	for (size_t i = 0; i < timings->span_count; i++)
		for (uint32_t j = 0; j < timings->spans->count; j++)
			if (!strcmp(timings->by_span[i].value->span,
				    timings->spans->pair[j].span))
				give_figure(timings->by_span[i].value,
					    &timings->spans->pair[j]);
}

/* A second event that may still come in time does not break the rule. */
static int note_open(struct timings *timings, const struct measure_begin *begun,
		     int64_t last_ns)
{
	const struct measure *measure = &timings->by_pair[begun->pair - 1];
	struct rule *rule = measure->rule;
	char *text;

	if (measure->value)
		return 0;
	if (rule->is_limited && last_ns - begun->place.ns <= rule->limit_ns) {
		rule->undecided++;
		return 0;
	}
	if (!examples_count(&rule->broken, INT64_MAX))
		return 0;
	if (asprintf(&text, "%s, without %s until the end of the trace",
		     rule->term[RULE_FIRST]->text,
		     rule->term[RULE_SECOND]->text) < 0)
		text = NULL;
	return examples_put(&rule->broken, INT64_MAX, begun->place,
			    begun->place, text);
}

int timings_end(struct timings *timings, int64_t last_ns)
{
	int err = 0;

	for (size_t i = 0; i < timings->pair_count; i++)
		give_pair(&timings->by_pair[i], &timings->named->pair[i]);
	give_spans(timings);
	for (size_t i = 0; i < timings->begun_room && !err; i++)
		if (timings->begun[i].pair)
			err = note_open(timings, &timings->begun[i], last_ns);
	return err;
}

static bool is_overdue(const struct timings *timings,
		       const struct measure_begin *begun, int64_t last_ns)
{
	const struct measure *measure;

	if (!begun->pair)
		return false;
	measure = &timings->by_pair[begun->pair - 1];
	return !measure->value && measure->rule->is_limited &&
	       !measure->rule->is_told &&
	       last_ns - begun->place.ns > measure->rule->limit_ns;
}

struct rule *timings_find_overdue(const struct timings *timings,
				  int64_t last_ns, struct example *example)
{
	for (size_t i = 0; i < timings->begun_room; i++) {
		const struct measure_begin *begun = &timings->begun[i];
		struct rule *rule;

		if (!is_overdue(timings, begun, last_ns))
			continue;
		rule = timings->by_pair[begun->pair - 1].rule;
		*example = (struct example){ .from = begun->place,
					     .to = begun->place };
		if (asprintf(&example->text, "%s, without %s in time",
			     rule->term[RULE_FIRST]->text,
			     rule->term[RULE_SECOND]->text) < 0)
			example->text = NULL;
		return rule;
	}
	return NULL;
}

static bool lacks_field(const struct pair_side *side)
{
	return side->events && side->events == side->without;
}

const struct pair *timings_find_lacking(const struct timings *timings,
					const struct rule *rule)
{
	for (size_t i = 0; i < timings->pair_count; i++) {
		const struct pair *pair = &timings->named->pair[i];

		if (timings->by_pair[i].rule == rule && pair->by &&
		    (lacks_field(&pair->begin) || lacks_field(&pair->end)))
			return pair;
	}
	return NULL;
}
