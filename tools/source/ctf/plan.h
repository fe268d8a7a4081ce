/*
 * plan.h - how the events of a class become items
 *
 * Events of a class have one plan, or one for each choice of options of their
 * variants, and of what their meaning depends on. A plan is an event type.
 */
#ifndef SOURCE_CTF_PLAN_H
#define SOURCE_CTF_PLAN_H

#include "base/map.h"
#include "source/ctf/describe.h"
#include "source/ctf/encode.h"
#include "source/ctf/facts.h"
#include "source/ctf/meanings.h"
#include "source/ctf/members.h"
#include "source/ctf/module_events.h"

struct ctf_plan {
	uint32_t type; /* number of the type */
	struct ctf_layout layout;
	uint8_t choice[32]; /* choices that lead to this plan */
	size_t choices;
	struct ctf_plan *next; /* next plan of the class */
};

struct ctf_plan_class {
	const bt_event_class *class; /* a reference */
	bool varies;
	bool teaches; /* events name threads: see threads.h */
	enum ctf_module_event module_event;
	struct ctf_facts facts;
	struct ctf_meaning meaning;
	bool has_meaning;
	struct ctf_plan *plan;
	unsigned plans;
};

/* The plans of a trace. Zero at first. */
struct ctf_plans {
	struct ctf_frames *frames;
	const struct ctf_spans *spans;
	struct pxt_map index; /* classes by their address */
	struct ctf_plan_class **class;
	size_t count, room;
	uint32_t types;
	bool has_cut; /* values were cut */
};

void ctf_plans_fini(struct ctf_plans *plans);

/* The class of an event. NULL: no memory. */
struct ctf_plan_class *ctf_plans_class(struct ctf_plans *plans,
				       const bt_event *event);

/* Finds the plan of an event, which is announced if it is new. NULL: no
 * memory. */
const struct ctf_plan *ctf_plans_find(struct ctf_plans *plans,
				      struct ctf_plan_class *class,
				      const struct ctf_fields *fields);

/* Appends the data of an event to the open frame. */
void ctf_plan_put(struct ctf_plans *plans, const struct ctf_plan *plan,
		  const struct ctf_fields *fields);

#endif
