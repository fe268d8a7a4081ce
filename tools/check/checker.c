/*
 * checker.c - rules are checked in one walk over a trace
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sum.h"
#include "check/checker.h"
#include "check/verdicts.h"
#include "common/stamp.h"
#include "common/text.h"
#include "view/reason.h"

enum { ASK_ALWAYS = 64, ASK_AGAIN = 64 };

/* Watches */

static int add_watch(struct checker *checker, const struct watch *watch)
{
	int err;

	err = term_begin(watch->term, checker->position.source);
	if (err)
		return err;
	if (pxt_array_reserve(&checker->watch, &checker->watch_room,
			      checker->watches + 1, sizeof(*watch)))
		return ENOMEM;
	checker->watch[checker->watches++] = *watch;
	return 0;
}

/* Ends come before what is between them, and that before beginnings: an
 * event may be several of them. */
static int watch_terms(struct checker *checker, uint32_t number)
{
	static const unsigned order[RULE_TERMS] = { RULE_SECOND, RULE_BETWEEN,
						    RULE_FIRST };
	struct rule *rule = checker->rules->rule[number];
	int err = 0;

	for (unsigned i = 0; i < RULE_TERMS && !err; i++) {
		struct term *term = rule->term[order[i]];

		if (!term)
			continue;
		if (rule->kind == RULE_FOLLOWS)
			err = term_begin(term, checker->position.source);
		else
			err = add_watch(checker,
					&(struct watch){ .term = term,
							 .rule = number,
							 .which = order[i] });
	}
	return err;
}

static int watch_value(struct checker *checker, uint32_t number,
		       struct value *value)
{
	int err = 0;

	if (value->kind == VALUE_COUNT)
		return add_watch(checker, &(struct watch){ .term = value->term,
							   .rule = number,
							   .value = value });
	if (value->term)
		err = term_begin(value->term, checker->position.source);
	if (!err && value->end)
		err = term_begin(value->end, checker->position.source);
	return err;
}

static int watch_rule(struct checker *checker, uint32_t number)
{
	struct comparison *comparison =
		&checker->rules->rule[number]->comparison;
	int err;

	err = watch_terms(checker, number);
	for (unsigned i = 0; i < comparison->count && !err; i++)
		err = watch_value(checker, number, &comparison->value[i]);
	return err;
}

int checker_init(struct checker *checker, struct rules *rules,
		 struct source *source, bool ascii)
{
	int err;

	memset(checker->facts, 0, sizeof(checker->facts));
	checker->rules = rules;
	checker->watch = NULL;
	checker->watches = checker->watch_room = 0;
	checker->lost = checker->places = checker->uncounted = 0;
	checker->last_ns = INT64_MIN;
	position_init(&checker->position, source, ascii);
	holds_init(&checker->holds, &checker->position, rules);
	err = relations_init(&checker->relations, &checker->position,
			     rules->count);
	if (!err)
		err = timings_init(&checker->timings, &checker->position,
				   rules);
	else
		checker->timings = (struct timings){ 0 };
	for (uint32_t i = 0; i < rules->count && !err; i++)
		err = watch_rule(checker, i);
	return err;
}

void checker_fini(struct checker *checker)
{
	for (size_t i = 0; i <= CHECKER_TYPES; i++)
		free(checker->facts[i].watch);
	free(checker->watch);
	timings_fini(&checker->timings);
	relations_fini(&checker->relations);
	holds_fini(&checker->holds);
	position_fini(&checker->position);
}

/* Facts about a type */

static int add_type_watch(struct checker *checker, struct type_facts *facts,
			  uint32_t watch)
{
	const struct rule *rule =
		checker->rules->rule[checker->watch[watch].rule];

	if (pxt_array_reserve(&facts->watch, &facts->room, facts->count + 1,
			      sizeof(*facts->watch)))
		return ENOMEM;
	facts->watch[facts->count++] =
		(struct type_watch){ watch,
				     key_place_find(rule->by, facts->layout) };
	return 0;
}

static int find_watches(struct checker *checker, struct type_facts *facts,
			trace_event_id_t type)
{
	int err = 0;

	facts->count = 0;
	for (uint32_t i = 0; i < checker->watches && !err; i++)
		if (term_wants_type(checker->watch[i].term, type))
			err = add_type_watch(checker, facts, i);
	return err;
}

/* System events are in no pair, and about no object. */
static int find_facts(struct checker *checker, struct type_facts *facts,
		      trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	int err;

	facts->layout = fields_layout(&checker->position.fields, type);
	facts->is_known =
		type < CHECKER_TYPES &&
		!source_get_name(checker->position.source, type, name);
	facts->timings = facts->objects = facts->ends = false;
	err = find_watches(checker, facts, type);
	if (err || type < POSIX_TRACE_UNNAMED_USEREVENT)
		return err;
	err = timings_want(&checker->timings, type, facts->layout,
			   &facts->timings);
	return err ? err :
		     holds_want(&checker->holds, type, facts->layout,
				&facts->objects, &facts->ends);
}

/* Descriptions may come late, unless the source is settled: it is asked now
 * and then. */
static bool is_current(const struct checker *checker, struct type_facts *facts)
{
	if (!facts->is_known)
		return false;
	if (facts->layout || checker->position.source->is_settled)
		return true;
	facts->asked++;
	return facts->asked > ASK_ALWAYS && facts->asked % ASK_AGAIN;
}

static int facts_of(struct checker *checker, trace_event_id_t type,
		    struct type_facts **facts)
{
	*facts = &checker->facts[type < CHECKER_TYPES ? type : CHECKER_TYPES];
	return is_current(checker, *facts) ? 0 :
					     find_facts(checker, *facts, type);
}

/* Items */

/* A count that is greater than it may be tells of the events from there on. */
static int count(struct checker *checker, const struct watch *watch)
{
	struct rule *rule = checker->rules->rule[watch->rule];
	struct position *position = &checker->position;
	struct value *value = watch->value;
	long double limit;

	rule_note_range(rule, position_place(position),
			position_place(position));
	value->number += 1;
	value->is_there = true;
	if (!comparison_limit(&rule->comparison,
			      (unsigned)(value - rule->comparison.value),
			      &limit) ||
	    value->number <= limit)
		return 0;
	return position_note(position, &rule->broken, -(int64_t)position->line,
			     NULL, "%s", "");
}

static int add_watched(struct checker *checker, const struct type_watch *type)
{
	const struct watch *watch = &checker->watch[type->watch];

	if (!term_wants(watch->term, checker->position.item))
		return 0;
	if (watch->value)
		return count(checker, watch);
	return relations_add(&checker->relations,
			     checker->rules->rule[watch->rule], watch->rule,
			     watch->which, &type->key);
}

static int add_event(struct checker *checker)
{
	struct position *position = &checker->position;
	struct type_facts *facts;
	int err;

	err = facts_of(checker, position->item->info.posix_event_id, &facts);
	for (size_t i = 0; i < facts->count && !err; i++)
		err = add_watched(checker, &facts->watch[i]);
	if (!err && facts->timings) {
		position_decode(position);
		err = timings_add(&checker->timings);
	}
	return err ? err :
		     holds_add(&checker->holds, facts->objects, facts->ends);
}

/* The place of a loss is the time in which events may be lost. */
static int break_by_loss(struct checker *checker, struct examples *broken)
{
	struct position *position = &checker->position;
	const struct posix_trace_item_np *item = position->item;
	const struct place from = position_place(position);
	const int64_t end = stamp_ns(&item->lost_end);
	char reason[REASON_SIZE];
	const char *open, *close;

	if (!examples_count(broken, -(int64_t)from.line))
		return 0;
	reason_of(item, reason);
	open = *reason ? " (" : "";
	close = *reason ? ")" : "";
	return examples_put(
		broken, -(int64_t)from.line, from,
		(struct place){ from.line, end > from.ns ? end : from.ns },
		item->lost ?
			position_describe(position, "%llu event%s lost%s%s%s",
					  item->lost, text_plural(item->lost),
					  open, reason, close) :
			position_describe(
				position,
				"events lost%s%s%s, their number is unknown",
				open, reason, close));
}

static bool has_lost(const struct rule *rule)
{
	for (unsigned i = 0; i < rule->comparison.count; i++)
		if (rule->comparison.value[i].kind == VALUE_LOST)
			return true;
	return rule->kind == RULE_NO_LOSS;
}

static int add_loss(struct checker *checker)
{
	const unsigned long long lost = checker->position.item->lost;
	int err = 0;

	checker->lost = pxt_sum(checker->lost, lost);
	checker->uncounted += !lost;
	checker->places++;
	for (size_t i = 0; i < checker->rules->count && !err; i++)
		if (has_lost(checker->rules->rule[i]))
			err = break_by_loss(checker,
					    &checker->rules->rule[i]->broken);
	return err ? err : holds_add(&checker->holds, false, false);
}

static void pass(struct checker *checker, int64_t ns)
{
	if (ns > checker->last_ns)
		checker->last_ns = ns;
}

void checker_reach(struct checker *checker, int64_t ns,
		   bool (*lives)(pid_t pid))
{
	pass(checker, ns);
	holds_reach(&checker->holds, ns, lives);
}

int checker_add(struct checker *checker, const struct posix_trace_item_np *item)
{
	position_move(&checker->position, item);
	pass(checker, checker->position.ns);
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP ? add_loss(checker) :
							add_event(checker);
}

int checker_end(struct checker *checker)
{
	int err;

	err = timings_end(&checker->timings, checker->last_ns);
	if (!err)
		err = holds_end(&checker->holds);
	return err ? err :
		     verdicts_make(checker->rules,
				   pxt_sum(checker->lost, checker->uncounted));
}
