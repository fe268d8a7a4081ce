/*
 * plan.c - how the events of a class become items
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "source/ctf/describe.h"
#include "source/ctf/json.h"
#include "source/ctf/plan.h"

enum { MOST_PLANS = 64 }; /* limit per class */

static void free_plan(struct ctf_plan *plan)
{
	if (plan)
		ctf_members_fini(&plan->layout.members);
	free(plan);
}

static void free_class(struct ctf_plan_class *class)
{
	while (class->plan) {
		struct ctf_plan *next = class->plan->next;

		free_plan(class->plan);
		class->plan = next;
	}
	bt_event_class_put_ref(class->class);
	free(class);
}

void ctf_plans_fini(struct ctf_plans *plans)
{
	for (size_t i = 0; i < plans->count; i++)
		free_class(plans->class[i]);
	free(plans->class);
	pxt_map_fini(&plans->index);
}

/* Classes */

static bool has_variant(const bt_field_class *class, unsigned depth)
{
	const bt_field_class_type type =
		class ? bt_field_class_get_type(class) :
			BT_FIELD_CLASS_TYPE_BOOL;

	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_VARIANT))
		return true;
	if (type != BT_FIELD_CLASS_TYPE_STRUCTURE || depth > CTF_MEMBER_STEPS)
		return false;
	for (uint64_t i = 0;
	     i < bt_field_class_structure_get_member_count(class); i++)
		if (has_variant(
			    bt_field_class_structure_member_borrow_field_class_const(
				    bt_field_class_structure_borrow_member_by_index_const(
					    class, i)),
			    depth + 1))
			return true;
	return false;
}

static const char *name_of(const bt_event_class *class)
{
	const char *name = bt_event_class_get_name(class);

	return name && *name ? name : "event";
}

/* A meaning by processor is that of events which name theirs. */
static bool find_meaning(struct ctf_plans *plans, struct ctf_plan_class *class,
			 const char *name)
{
	return ctf_meaning_find(&class->meaning, plans->spans, name) &&
	       (!ctf_meaning_of_field(&class->meaning, "cpu_id") ||
		ctf_facts_are_there(&class->facts, CTF_FACT_CPU));
}

static void init_class(struct ctf_plans *plans, struct ctf_plan_class *plan,
		       const bt_event *event)
{
	const bt_event_class *class = bt_event_borrow_class_const(event);
	const char *name = name_of(class);

	bt_event_class_get_ref(class);
	plan->class = class;
	plan->teaches = !strncmp(name, "sched_", 6) ||
			!strcmp(name, "lttng_statedump_process_state") ||
			!strcmp(name, "lttng_ust_statedump:procname");
	plan->module_event = ctf_module_event(name);
	ctf_facts_find(&plan->facts, event);
	plan->has_meaning = find_meaning(plans, plan, name);
	plan->varies =
		(plan->has_meaning && plan->meaning.zero) ||
		has_variant(
			bt_event_class_borrow_payload_field_class_const(class),
			0) ||
		has_variant(
			bt_event_class_borrow_specific_context_field_class_const(
				class),
			0) ||
		has_variant(
			bt_stream_class_borrow_event_common_context_field_class_const(
				bt_event_class_borrow_stream_class_const(
					class)),
			0);
}

struct ctf_plan_class *ctf_plans_class(struct ctf_plans *plans,
				       const bt_event *event)
{
	const bt_event_class *class = bt_event_borrow_class_const(event);
	size_t *at = pxt_map_at_number(&plans->index, (uintptr_t) class);
	struct ctf_plan_class *made;

	if (at && *at)
		return plans->class[*at - 1];
	made = calloc(1, sizeof(*made));
	if (!at || !made ||
	    pxt_array_reserve(&plans->class, &plans->room, plans->count + 1,
			      sizeof(*plans->class))) {
		free(made);
		return NULL;
	}
	init_class(plans, made, event);
	plans->class[plans->count++] = made;
	*at = plans->count;
	return made;
}

/* Choices */

static void choose(struct ctf_plan *plan, const bt_field *field, unsigned depth)
{
	const bt_field_class_type type = bt_field_get_class_type(field);
	const bt_field_class *class = bt_field_borrow_class_const(field);

	if (plan->choices == sizeof(plan->choice) || depth > CTF_MEMBER_STEPS)
		return;
	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_VARIANT)) {
		plan->choice[plan->choices++] =
			(uint8_t)bt_field_variant_get_selected_option_index(
				field);
		choose(plan,
		       bt_field_variant_borrow_selected_option_field_const(
			       field),
		       depth + 1);
	} else if (type == BT_FIELD_CLASS_TYPE_STRUCTURE) {
		for (uint64_t i = 0;
		     i < bt_field_class_structure_get_member_count(class); i++)
			choose(plan,
			       bt_field_structure_borrow_member_field_by_index_const(
				       field, i),
			       depth + 1);
	}
}

/* True if the event's meaning is that of its class: the call did not fail. */
static bool means(const struct ctf_plan_class *class,
		  const struct ctf_fields *fields)
{
	const bt_field *payload = fields->field[CTF_PAYLOAD];
	const bt_field *field;
	bt_field_class_type type;

	if (!class->has_meaning || !class->meaning.zero || !payload)
		return class->has_meaning;
	field = bt_field_structure_borrow_member_field_by_name_const(
		payload, class->meaning.zero);
	if (!field)
		return false;
	type = bt_field_get_class_type(field);
	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
		return !bt_field_integer_signed_get_value(field);
	return bt_field_class_type_is(type,
				      BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER) &&
	       !bt_field_integer_unsigned_get_value(field);
}

static void choose_all(struct ctf_plan *plan,
		       const struct ctf_plan_class *class,
		       const struct ctf_fields *fields)
{
	plan->choices = 0;
	plan->choice[plan->choices++] = means(class, fields);
	for (unsigned i = 0; i < CTF_SCOPES; i++)
		if (fields->field[i])
			choose(plan, fields->field[i], 0);
}

/* Plans */

static void announce(struct ctf_plans *plans, struct ctf_plan *plan,
		     const bt_event_class *class, const char *description)
{
	const struct ctf_frame_type type = { plans->types };

	plan->type = plans->types++;
	ctf_frames_begin(plans->frames, CTF_FRAME_TYPE);
	ctf_frames_put(plans->frames, &type, sizeof(type));
	ctf_frames_put_text(plans->frames, name_of(class));
	ctf_frames_put_text(plans->frames, description);
	ctf_frames_end(plans->frames);
}

static struct ctf_plan *make(struct ctf_plans *plans,
			     struct ctf_plan_class *class,
			     const struct ctf_plan *chosen,
			     const struct ctf_fields *fields)
{
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	const char *uri = bt_event_class_get_emf_uri(class->class);
	struct ctf_plan *plan = calloc(1, sizeof(*plan));

	if (!plan || ctf_members_list(&plan->layout.members, fields)) {
		free_plan(plan);
		return NULL;
	}
	memcpy(plan->choice, chosen->choice, sizeof(plan->choice));
	plan->choices = chosen->choices;
	if (!uri || !ctf_describe_by_uri(&plan->layout, uri, description))
		ctf_describe(&plan->layout,
			     means(class, fields) ? &class->meaning : NULL,
			     description);
	announce(plans, plan, class->class, description);
	if (plan->layout.members.is_cut)
		ctf_frames_text(plans->frames, CTF_FRAME_TELL,
				"events %s have more than %d fields, the "
				"others are left out",
				name_of(class->class), CTF_MEMBERS_MOST);
	plan->next = class->plan;
	class->plan = plan;
	class->plans++;
	return plan;
}

static bool is_chosen(const struct ctf_plan *plan,
		      const struct ctf_plan *chosen)
{
	return plan->choices == chosen->choices &&
	       !memcmp(plan->choice, chosen->choice, plan->choices);
}

/* The oldest plan of the class makes room, which costs time and no event. */
static void drop_oldest(struct ctf_plan_class *class)
{
	struct ctf_plan **at = &class->plan;

	assert(*at);
	while ((*at)->next)
		at = &(*at)->next;
	free_plan(*at);
	*at = NULL;
	class->plans--;
}

const struct ctf_plan *ctf_plans_find(struct ctf_plans *plans,
				      struct ctf_plan_class *class,
				      const struct ctf_fields *fields)
{
	struct ctf_plan chosen = { .choices = 0 };

	if (class->plan && !class->varies)
		return class->plan;
	choose_all(&chosen, class, fields);
	for (struct ctf_plan *plan = class->plan; plan; plan = plan->next)
		if (is_chosen(plan, &chosen))
			return plan;
	if (class->plans == MOST_PLANS)
		drop_oldest(class);
	return make(plans, class, &chosen, fields);
}

/* Data */

static bool put_rest(struct ctf_frames *frames, const struct ctf_plan *plan,
		     const struct ctf_fields *fields)
{
	bool is_first = true;

	ctf_frames_put(frames, "{", 1);
	for (size_t i = plan->layout.kept; i < plan->layout.members.count;
	     i++) {
		const struct ctf_member *member =
			&plan->layout.members.member[i];

		if (member->kind == CTF_LABEL || member->kind == CTF_TAG)
			continue;
		if (!is_first)
			ctf_frames_put(frames, ",", 1);
		is_first = false;
		ctf_json_put_text(frames, member->name);
		ctf_frames_put(frames, ":", 1);
		ctf_json_put(frames, ctf_member_field(member, fields));
	}
	ctf_frames_put(frames, "}", 1);
	return ctf_frames_put(frames, "", 1);
}

void ctf_plan_put(struct ctf_plans *plans, const struct ctf_plan *plan,
		  const struct ctf_fields *fields)
{
	bool is_whole = true;

	for (size_t i = 0; i < plan->layout.kept; i++)
		if ((int)i != plan->layout.tail)
			is_whole &= ctf_encode(plans->frames,
					       &plan->layout.members.member[i],
					       fields);
	if (plan->layout.has_rest)
		is_whole &= put_rest(plans->frames, plan, fields);
	if (plan->layout.tail >= 0)
		is_whole &= ctf_encode(
			plans->frames,
			&plan->layout.members.member[plan->layout.tail],
			fields);
	plans->has_cut |= !is_whole;
}
