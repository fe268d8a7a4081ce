/*
 * pairs.c - pairs of events
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/stamp.h"
#include "common/text.h"
#include "figures/pairs.h"

/* Takes the name of the slowest pair, cut at a character. ENOSPC: the rest is
 * not needed. */
static int take_words(void *arg, const char *data, size_t len)
{
	static const char more[] = "...";
	char *words = arg;
	const size_t used = strlen(words);
	size_t cut = PAIRS_KEY - sizeof(more) - used;

	if (len <= cut) {
		memcpy(words + used, data, len);
		words[used + len] = '\0';
		return 0;
	}
	while (cut && (data[cut] & 0xc0) == 0x80)
		cut--;
	memcpy(words + used, data, cut);
	memcpy(words + used + cut, more, sizeof(more));
	return ENOSPC;
}

static int add_name(struct pair_side *side, const char *name)
{
	char shown[4 * TRACE_EVENT_NAME_MAX];
	char *names;

	text_tame(shown, sizeof(shown), name);
	if (asprintf(&names, "%s%s%s", side->names ? side->names : "",
		     side->names ? ", " : "", shown) < 0)
		return ENOMEM;
	free(side->names);
	side->names = names;
	return 0;
}

static int add_pair(struct pairs *pairs, const struct pair *added)
{
	if (pxt_array_reserve(&pairs->pair, &pairs->room, pairs->count + 1,
			      sizeof(*pairs->pair)))
		return ENOMEM;
	pairs->pair[pairs->count++] = *added;
	return 0;
}

static int add_rule(struct pairs *pairs, const struct pair_rule *rule)
{
	struct pair *pair;
	int err;

	err = add_pair(pairs, &(struct pair){ .by = rule->by });
	if (err)
		return err;
	pair = &pairs->pair[pairs->count - 1];
	err = add_name(&pair->begin, rule->begin);
	return err ? err : add_name(&pair->end, rule->end);
}

int pairs_init(struct pairs *pairs, struct fields *fields,
	       struct labels *labels, const struct pair_rule *rules,
	       size_t count)
{
	int err = 0;

	memset(pairs, 0, sizeof(*pairs));
	pairs->fields = fields;
	pairs->labels = labels;
	pairs->rules = rules;
	pairs->rule_count = count;
	key_seed_init(&pairs->seed);
	waits_init(&pairs->waits, &pairs->seed, WAITS_MOST);
	unended_spans_init(&pairs->unended);
	for (size_t i = 0; i < count && !err; i++)
		err = add_rule(pairs, &rules[i]);
	return err;
}

void pairs_fini(struct pairs *pairs)
{
	for (uint32_t i = 0; i < pairs->count; i++) {
		struct pair *pair = &pairs->pair[i];

		free(pair->span);
		free(pair->key);
		free(pair->begin.names);
		free(pair->end.names);
		spread_fini(&pair->spread);
	}
	for (size_t i = 0; i < PAIRS_TYPES; i++)
		free(pairs->roles[i].role);
	free(pairs->pair);
	waits_fini(&pairs->waits);
	unended_spans_fini(&pairs->unended);
}

/* Roles of a type in pairs */

/* The first field with an amount. */
static int amount_of(const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; layout && i < layout->fields; i++)
		if (*layout->field[i].unit &&
		    layout->field[i].kind <= POSIX_TRACE_FIELD_SIGNED_NP &&
		    !(layout->field[i].flags & POSIX_TRACE_FIELD_ARRAY_NP))
			return (int)i;
	return -1;
}

static int note_key(struct pair *pair, const char *name)
{
	if (!pair->key)
		pair->key = strdup(name);
	return pair->key ? 0 : ENOMEM;
}

/* Finds the field that makes the pair. */
static int find_field(struct pair *pair, struct pair_role *role,
		      const struct posix_trace_layout_np *layout)
{
	role->key = key_place_find(pair->by, layout);
	role->amount = amount_of(layout);
	if (role->key.field >= 0)
		return note_key(pair, layout->field[role->key.field].name);
	return key_place_is_there(&role->key, pair->by) ?
		       note_key(pair, pair->by) :
		       0;
}

static int add_role(struct pairs *pairs, struct pair_roles *roles,
		    uint32_t number, bool begins, bool ends)
{
	struct pair *pair = &pairs->pair[number];
	struct pair_role *role;

	if (pxt_array_reserve(&roles->role, &roles->room, roles->count + 1,
			      sizeof(*role)))
		return ENOMEM;
	role = &roles->role[roles->count++];
	*role = (struct pair_role){
		.pair = number,
		.begins = begins,
		.ends = ends,
		.optional =
			pair->span &&
			roles->layout->flags & POSIX_TRACE_LAYOUT_OPTIONAL_NP,
	};
	return find_field(pair, role, roles->layout);
}

static int join(struct pairs *pairs, struct pair_roles *roles, const char *name,
		uint32_t number, bool begins, bool ends)
{
	struct pair *pair = &pairs->pair[number];
	int err = 0;

	if (begins)
		err = add_name(&pair->begin, name);
	if (!err && ends)
		err = add_name(&pair->end, name);
	return err ? err : add_role(pairs, roles, number, begins, ends);
}

static bool is_side(const char *side, struct selection *chosen,
		    trace_event_id_t type, const char *name)
{
	return chosen ? selection_wants_type(chosen, type) :
			!strcmp(side, name);
}

static int find_rules(struct pairs *pairs, struct pair_roles *roles,
		      trace_event_id_t type, const char *name)
{
	int err = 0;

	for (size_t i = 0; i < pairs->rule_count && !err; i++) {
		const struct pair_rule *rule = &pairs->rules[i];
		const bool begins =
			is_side(rule->begin, rule->begins, type, name);
		const bool ends = is_side(rule->end, rule->ends, type, name);

		if (begins || ends)
			err = add_role(pairs, roles, (uint32_t)i, begins, ends);
	}
	return err;
}

/* The number of a span, or of none. */
static uint32_t find_span(const struct pairs *pairs, const char *name)
{
	uint32_t i = 0;

	while (i < pairs->count && strcmp(pairs->pair[i].span, name))
		i++;
	return i;
}

static int find_spans(struct pairs *pairs, struct pair_roles *roles,
		      const char *name)
{
	const unsigned flags = roles->layout ? roles->layout->flags : 0;
	const bool begins = flags & POSIX_TRACE_LAYOUT_BEGIN_NP;
	const bool ends = flags & POSIX_TRACE_LAYOUT_END_NP;
	const char *span;
	uint32_t number;
	int err;

	if (!begins && !ends)
		return 0;
	span = *roles->layout->span ? roles->layout->span : name;
	number = find_span(pairs, span);
	if (number == PAIRS_MOST)
		return 0;
	if (number == pairs->count) {
		struct pair pair = { .span = strdup(span) };

		err = pair.span ? add_pair(pairs, &pair) : ENOMEM;
		if (err) {
			free(pair.span);
			return err;
		}
	}
	return join(pairs, roles, name, number, begins, ends);
}

static int learn(struct pairs *pairs, struct pair_roles *roles,
		 trace_event_id_t type,
		 const struct posix_trace_layout_np *layout)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	roles->count = 0;
	roles->layout = layout;
	/* A later section of the log may name it. */
	roles->known = !source_get_name(pairs->fields->source, type, name);
	if (!roles->known)
		return 0;
	return pairs->rule_count ? find_rules(pairs, roles, type, name) :
				   find_spans(pairs, roles, name);
}

int pairs_want(struct pairs *pairs, trace_event_id_t type,
	       const struct posix_trace_layout_np *layout, bool *wanted)
{
	struct pair_roles *roles = &pairs->roles[type % PAIRS_TYPES];
	int err = 0;

	*wanted = false;
	if (type >= PAIRS_TYPES)
		return 0;
	if (!roles->known || roles->layout != layout)
		err = learn(pairs, roles, type, layout);
	*wanted = roles->count;
	return err;
}

/* Matching */

static void put_slowest(struct pairs *pairs, const struct pair_role *role,
			const struct posix_trace_item_np *item)
{
	const struct payload_style style = { .ascii = pairs->labels->ascii };
	const struct fields *fields = pairs->fields;
	const struct posix_trace_value_np *value = fields->values;

	if (role->key.field < 0) {
		out_text(&pairs->words,
			 labels_thread(pairs->labels, item->origin,
				       item->info.posix_pid, item->tid,
				       &item->info.posix_timestamp)
				 .text);
		return;
	}
	value += role->key.field;
	payload_put_name(&pairs->words, &style, value->field->name);
	out_text(&pairs->words, "=");
	fields_put_value(&pairs->words, &style, fields, value);
}

static void note_slowest(struct pairs *pairs, const struct pair_role *role,
			 const struct posix_trace_item_np *item, int64_t from)
{
	struct pair *pair = &pairs->pair[role->pair];

	pair->slowest_from = from;
	pair->slowest_to = stamp_ns(&item->info.posix_timestamp);
	*pair->slowest = '\0';
	out_init_taker(&pairs->words, take_words, pair->slowest);
	put_slowest(pairs, role, item);
	out_flush(&pairs->words);
}

static void note_step(struct pairs *pairs, const struct pair_role *role,
		      struct pair_step step)
{
	step.pair = role->pair;
	step.open = pairs->waits.latest;
	step.is_keyed = role->key.field >= 0;
	if (pairs->rule_count && pairs->listener)
		pairs->listener(pairs->listening, &step);
	else if (!pairs->rule_count && pairs->steps < PAIR_STEPS)
		pairs->step[pairs->steps++] = step;
}

static int end_pair(struct pairs *pairs, const struct pair_role *role,
		    const struct posix_trace_item_np *item,
		    const struct key *key)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	struct pair *pair = &pairs->pair[role->pair];
	uint64_t lasted;
	int64_t from;

	if (!waits_take(&pairs->waits, role->pair, key, &from)) {
		pair->unmatched += !role->optional;
		pair->at_once += role->optional;
		note_step(pairs, role,
			  (struct pair_step){ .act = role->optional ?
							     PAIR_AT_ONCE :
							     PAIR_UNMATCHED });
		return 0;
	}
	pair->waiting--;
	note_step(pairs, role,
		  (struct pair_step){ .act = PAIR_ENDS, .from_ns = from });
	/* Clocks of two machines differ a little. */
	lasted = ns > from ? (uint64_t)ns - (uint64_t)from : 0;
	if (!pair->spread.count || lasted > pair->spread.greatest)
		note_slowest(pairs, role, item, from);
	return spread_add(&pair->spread, lasted);
}

static uint64_t process_of(const struct posix_trace_item_np *item)
{
	return (uint64_t)item->origin << 32 | (uint32_t)item->info.posix_pid;
}

static int begin_pair(struct pairs *pairs, const struct pair_role *role,
		      const struct posix_trace_item_np *item,
		      const struct key *key)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	const uint32_t number = role->pair;
	struct pair *pair = &pairs->pair[number];
	uint32_t gave_up;
	int64_t before;
	int err;

	if (!pair->span && waits_take(&pairs->waits, number, key, &before)) {
		pair->waiting--;
		pair->unmatched++;
		note_step(pairs, role,
			  (struct pair_step){ .act = PAIR_REPLACED,
					      .from_ns = before });
	}
	err = waits_put(&pairs->waits, number, key, ns, process_of(item),
			&gave_up);
	if (err)
		return err;
	pair->waiting++;
	note_step(pairs, role,
		  (struct pair_step){ .act = PAIR_BEGINS,
				      .gave_up = gave_up != WAITS_NOBODY });
	if (gave_up != WAITS_NOBODY) {
		pairs->pair[gave_up].waiting--;
		pairs->pair[gave_up].unmatched++;
		pairs->pair[gave_up].given_up++;
	}
	return 0;
}

static uint64_t get_amount(const struct pairs *pairs,
			   const struct pair_role *role)
{
	const struct fields *fields = pairs->fields;
	struct posix_trace_number_np number;

	if (role->amount < 0 || (unsigned)role->amount >= fields->count ||
	    posix_trace_value_number_np(fields->layout,
					&fields->values[role->amount], 0,
					&number) ||
	    (number.kind == POSIX_TRACE_FIELD_SIGNED_NP && number.as.s < 0))
		return 0;
	return number.as.u;
}

/* The thread of an unkeyed span is its own description. */
static int keep(struct pairs *pairs, const struct pair_role *role,
		const struct posix_trace_item_np *item, const struct key *key)
{
	if (!pairs->pair[role->pair].span || role->key.field < 0)
		return 0;
	if (role->begins)
		return unended_spans_begin(&pairs->unended, role->pair, key,
					   item, get_amount(pairs, role));
	unended_spans_end(&pairs->unended, role->pair, key);
	return 0;
}

static void note_event(struct pair_side *side, bool has_field)
{
	side->events++;
	side->without += !has_field;
}

/* The verdict of the selection that a rule has for one of its sides. */
static bool is_chosen(const struct pairs *pairs, const struct pair_role *role,
		      bool begins, const struct posix_trace_item_np *item)
{
	const struct pair_rule *rule;
	struct selection *chosen;

	if (!pairs->rule_count)
		return true;
	rule = &pairs->rules[role->pair];
	chosen = begins ? rule->begins : rule->ends;
	return !chosen || selection_has(chosen, item);
}

static int add_event(struct pairs *pairs, const struct pair_role *role,
		     const struct posix_trace_item_np *item)
{
	struct pair *pair = &pairs->pair[role->pair];
	const bool has_field = key_place_is_there(&role->key, pair->by);
	const bool begins = role->begins && is_chosen(pairs, role, true, item);
	const bool ends = role->ends && is_chosen(pairs, role, false, item);
	struct key key;
	int err = 0;

	if (!begins && !ends)
		return 0;
	if (ends)
		note_event(&pair->end, has_field);
	if (begins)
		note_event(&pair->begin, has_field);
	if (!key_place_get(&role->key, &pairs->seed, pairs->fields, item,
			   &key)) {
		pair->unmatched++;
		note_step(pairs, role,
			  (struct pair_step){ .act = PAIR_UNMATCHED });
		return 0;
	}
	if (ends)
		err = end_pair(pairs, role, item, &key);
	if (!err && begins)
		err = begin_pair(pairs, role, item, &key);
	return err ? err : keep(pairs, role, item, &key);
}

int pairs_add(struct pairs *pairs, const struct posix_trace_item_np *item)
{
	const struct pair_roles *roles =
		&pairs->roles[item->info.posix_event_id];
	int err = 0;

	pairs->steps = 0;
	for (uint32_t i = 0; i < roles->count && !err; i++)
		err = add_event(pairs, &roles->role[i], item);
	return err;
}

void pairs_renew(struct pairs *pairs)
{
	for (uint32_t i = 0; i < pairs->count; i++)
		spread_clear(&pairs->pair[i].spread);
}

struct ending {
	struct pairs *pairs;
	pairs_end_of *end_of;
	void *context;
};

static void note_waiting(uint32_t owner, int64_t ns, uint64_t whose,
			 void *argument)
{
	const struct ending *ending = argument;
	struct pair *pair = &ending->pairs->pair[owner];
	const int64_t end_ns = ending->end_of(
		ending->context, (unsigned)(whose >> 32), (pid_t)whose);
	const uint64_t waited =
		end_ns > ns ? (uint64_t)end_ns - (uint64_t)ns : 0;

	if (waited > pair->longest)
		pair->longest = waited;
}

void pairs_end(struct pairs *pairs, pairs_end_of *end_of, void *context)
{
	struct ending ending = { pairs, end_of, context };

	waits_for_each(&pairs->waits, note_waiting, &ending);
}

uint64_t pairs_unmatched(const struct pair *pair)
{
	return pair->unmatched + pair->waiting;
}

void pairs_name(const struct pair *pair, char name[PAIRS_NAME])
{
	char begin[PAIRS_NAME / 2 - 2], end[PAIRS_NAME / 2 - 2];

	if (pair->span) {
		text_tame(name, PAIRS_NAME, pair->span);
		return;
	}
	text_tame(begin, sizeof(begin),
		  pair->begin.names ? pair->begin.names : "?");
	text_tame(end, sizeof(end), pair->end.names ? pair->end.names : "?");
	snprintf(name, PAIRS_NAME, "%s -> %s", begin, end);
}

const char *pairs_by(const struct pair *pair)
{
	if (pair->by)
		return pair->by;
	return pair->key ? pair->key : "thread";
}
