/*
 * holds.c - rules about objects that threads own, or wait for
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "check/holds.h"
#include "common/text.h"
#include "event/objects.h"

/* The name of a claim's object: "mutex/jobs", "mutex/0x5000". */
static void name_object(struct holds *holds, const struct lock_object *object,
			char name[OBJECTS_TEXT])
{
	const struct lock_process *process =
		lock_process(&holds->locks, object->process);
	const char *kind = holds->locks.words.word[object->kind];
	const struct timespec when = stamp_time(object->latest_ns);
	struct posix_trace_object_np found;
	char raw[OBJECTS_TEXT];

	if (!objects_get(holds->position->source,
			 holds->position->fields.symbols, process->origin,
			 process->pid, object->address, kind, &when, &found) &&
	    *found.name)
		snprintf(raw, sizeof(raw), "%s/%s", kind, found.name);
	else
		snprintf(raw, sizeof(raw),
			 object->hex ? "%s/0x%" PRIx64 : "%s/%" PRId64, kind,
			 object->address);
	text_tame(name, OBJECTS_TEXT, raw);
}

static const char *name_thread(struct holds *holds,
			       const struct lock_claim *claim)
{
	const struct lock_thread *thread =
		lock_thread(&holds->locks, claim->thread);

	return labels_thread(&holds->position->labels, thread->origin,
			     thread->pid, thread->tid, NULL)
		.text;
}

static bool is_about(const struct holds *holds, const struct rule *rule,
		     enum rule_kind kind, const struct lock_claim *claim)
{
	const uint32_t word = lock_object(&holds->locks, claim->object)->kind;

	return rule->kind == kind &&
	       (!rule->object ||
		!strcmp(rule->object, holds->locks.words.word[word]));
}

/* Checks a claim for a rule. */
typedef int hold_check(struct holds *holds, struct rule *rule, uint32_t claim);

static int for_each_rule(struct holds *holds, enum rule_kind kind,
			 uint32_t claim, hold_check *check)
{
	int err = 0;

	for (size_t i = 0; i < holds->rules->count && !err; i++) {
		struct rule *rule = holds->rules->rule[i];

		if (is_about(holds, rule, kind,
			     lock_claim(&holds->locks, claim)))
			err = check(holds, rule, claim);
	}
	return err;
}

static int count_hold(struct holds *holds, struct rule *rule, uint32_t claim)
{
	(void)holds;
	(void)claim;
	rule->met++;
	return 0;
}

static int64_t earliness(const struct place *place)
{
	return -(int64_t)place->line;
}

static int check_release(struct holds *holds, struct rule *rule, uint32_t claim)
{
	const struct lock_object *object = lock_object(
		&holds->locks, lock_claim(&holds->locks, claim)->object);
	const uint32_t owner = object->owners.oldest - 1;
	const struct place *got;
	const struct place now = position_place(holds->position);
	char name[OBJECTS_TEXT], *thread;
	int err;

	/* The thread may have it since before the recording. */
	if (!object->owners.oldest)
		return 0;
	got = &holds->places[owner].got;
	holds->places[owner].is_released = true;
	name_object(holds, object, name);
	thread = strdup(name_thread(holds, lock_claim(&holds->locks, owner)));
	err = !thread ? ENOMEM :
			position_note(holds->position, &rule->broken,
				      earliness(&now), got,
				      "%s, which %s has since line %llu", name,
				      thread, (unsigned long long)got->line);
	free(thread);
	return err;
}

static int check_wait(struct holds *holds, struct rule *rule, uint32_t claim)
{
	const struct lock_claim *waiter = lock_claim(&holds->locks, claim);
	const int64_t lasted = (int64_t)waiter->wait.before;
	char name[OBJECTS_TEXT], duration[TEXT_MAX];

	rule->met++;
	if (lasted > rule->greatest_ns)
		rule->greatest_ns = lasted;
	if (lasted <= rule->limit_ns)
		return 0;
	name_object(holds, lock_object(&holds->locks, waiter->object), name);
	return position_note(holds->position, &rule->broken, lasted,
			     &holds->places[claim].waits, "%s for %s",
			     text_brief(duration, (uint64_t)lasted), name);
}

static int play(struct holds *holds, uint32_t claim, enum lock_held what)
{
	if (pxt_array_reserve_zeroed(&holds->places, &holds->room,
				     (size_t)claim + 1, sizeof(*holds->places)))
		return ENOMEM;
	switch (what) {
	case LOCK_HELD_BEGINS:
		holds->places[claim].got = position_place(holds->position);
		holds->places[claim].is_released = false;
		return for_each_rule(holds, RULE_RELEASED, claim, count_hold);
	case LOCK_HELD_WAS:
		return for_each_rule(holds, RULE_RELEASED, claim,
				     check_release);
	case LOCK_WAIT_BEGINS:
		holds->places[claim].waits = position_place(holds->position);
		return 0;
	case LOCK_WAIT_ENDS:
		return for_each_rule(holds, RULE_WAITING, claim, check_wait);
	default:
		return 0;
	}
}

static void hear(void *context, uint32_t claim, enum lock_held what)
{
	struct holds *holds = context;

	if (!holds->error)
		holds->error = play(holds, claim, what);
}

static bool is_wanted(const struct rules *rules)
{
	for (size_t i = 0; i < rules->count; i++)
		if (rules->rule[i]->kind == RULE_RELEASED ||
		    rules->rule[i]->kind == RULE_WAITING)
			return true;
	return false;
}

void holds_init(struct holds *holds, struct position *position,
		struct rules *rules)
{
	holds->position = position;
	holds->rules = rules;
	holds->is_wanted = is_wanted(rules);
	holds->places = NULL;
	holds->room = 0;
	holds->error = 0;
	if (!holds->is_wanted)
		return;
	locks_init(&holds->locks, &position->fields);
	ends_init(&holds->ends, &position->fields, &position->labels,
		  &holds->locks);
	holds->locks.listener = hear;
	holds->locks.listening = holds;
}

void holds_fini(struct holds *holds)
{
	if (holds->is_wanted)
		locks_fini(&holds->locks);
	free(holds->places);
}

int holds_want(struct holds *holds, trace_event_id_t type,
	       const struct posix_trace_layout_np *layout, bool *objects,
	       bool *ends)
{
	*objects = *ends = false;
	if (!holds->is_wanted)
		return 0;
	*ends = ends_want(&holds->ends, type);
	return locks_want(&holds->locks, type, layout, objects);
}

int holds_add(struct holds *holds, bool objects, bool ends)
{
	struct position *position = holds->position;
	const struct posix_trace_item_np *item = position->item;
	int err;

	if (!holds->is_wanted)
		return 0;
	err = locks_pass(&holds->locks, item->origin, position->ns);
	if (err)
		return err;
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		return locks_lose(&holds->locks, item);
	if (objects || ends)
		position_decode(position);
	err = objects ? locks_add(&holds->locks, item) :
			locks_note(&holds->locks, item);
	if (!err && ends)
		ends_add(&holds->ends, item);
	return err ? err : holds->error;
}

/* Holds and waits that have not ended */

static struct rule *find_impatient(const struct holds *holds, uint32_t claim,
				   int64_t lasted)
{
	for (size_t i = 0; i < holds->rules->count; i++) {
		struct rule *rule = holds->rules->rule[i];

		if (is_about(holds, rule, RULE_WAITING,
			     lock_claim(&holds->locks, claim)) &&
		    !rule->is_told && lasted > rule->limit_ns)
			return rule;
	}
	return NULL;
}

void holds_reach(struct holds *holds, int64_t ns, bool (*lives)(pid_t pid))
{
	if (holds->is_wanted)
		locks_reach(&holds->locks, ns, lives);
}

/* Describes a claim; NULL: no memory. */
static char *describe(struct holds *holds, uint32_t claim, const char *what,
		      const char *until)
{
	const struct lock_claim *at = lock_claim(&holds->locks, claim);
	char name[OBJECTS_TEXT], *text;

	name_object(holds, lock_object(&holds->locks, at->object), name);
	return asprintf(&text, "%s %s %s %s", name_thread(holds, at), what,
			name, until) < 0 ?
		       NULL :
		       text;
}

struct rule *holds_find_overdue(struct holds *holds, int64_t last_ns,
				struct example *example)
{
	struct rule *rule = NULL;
	uint32_t at = holds->is_wanted ? holds->locks.busy.oldest : 0;

	while (at && !rule) {
		const uint32_t number = at - 1;
		const struct lock_claim *claim =
			lock_claim(&holds->locks, number);
		const struct place *since = &holds->places[number].waits;

		at = claim->link[LOCK_ALL].newer;
		if (!claim->span)
			continue;
		rule = find_impatient(holds, number, last_ns - since->ns);
		if (rule)
			*example = (struct example){
				.from = *since,
				.to = *since,
				.text = describe(holds, number, "waits for",
						 "since then"),
			};
	}
	return rule;
}

/* The end */

static int put_unended(struct holds *holds, struct rule *rule, uint32_t claim,
		       int64_t weight, const struct place *from,
		       const char *what)
{
	if (!examples_count(&rule->broken, weight))
		return 0;
	return examples_put(
		&rule->broken, weight, *from, *from,
		describe(holds, claim, what, "until the end of the trace"));
}

static int check_held(struct holds *holds, struct rule *rule, uint32_t claim)
{
	const struct place *got = &holds->places[claim].got;

	return holds->places[claim].is_released ?
		       0 :
		       put_unended(holds, rule, claim, earliness(got), got,
				   "has");
}

static int check_waiting(struct holds *holds, struct rule *rule, uint32_t claim)
{
	const int64_t lasted =
		(int64_t)lock_claim(&holds->locks, claim)->wait.before;

	rule->met++;
	if (lasted > rule->greatest_ns)
		rule->greatest_ns = lasted;
	return lasted <= rule->limit_ns ?
		       0 :
		       put_unended(holds, rule, claim, lasted,
				   &holds->places[claim].waits, "waits for");
}

int holds_end(struct holds *holds)
{
	int err = 0;

	if (!holds->is_wanted)
		return 0;
	locks_settle(&holds->locks);
	for (uint32_t at = holds->locks.busy.oldest; at && !err;) {
		const struct lock_claim *claim =
			lock_claim(&holds->locks, at - 1);

		if (claim->depth)
			err = for_each_rule(holds, RULE_RELEASED, at - 1,
					    check_held);
		if (!err && claim->span)
			err = for_each_rule(holds, RULE_WAITING, at - 1,
					    check_waiting);
		at = claim->link[LOCK_ALL].newer;
	}
	return err;
}
