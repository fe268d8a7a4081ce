/* plan.c - which sections of a log a slice has */
#include "reading/plan.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "log/log_runs.h"

enum {
	ENOUGH = 256 << 10, /* bytes of sections, unpacked */
	CARRIED_MOST = 256 << 20,
};

static uint64_t size_of(const struct pxt_run *run)
{
	return run->cookie[COOKIE_UNPACKED];
}

/* Sections */

static struct pxt_section *get_section(struct pxt_plan *plan)
{
	struct pxt_section *section = plan->spare;

	if (!section)
		return pxt_section_new();
	plan->spare = section->next;
	return section;
}

static void put_section(struct pxt_plan *plan, struct pxt_section *section)
{
	if (--section->slices)
		return;
	section->next = plan->spare;
	plan->spare = section;
}

void pxt_plan_drop(struct pxt_plan *plan, struct pxt_slice *slice)
{
	for (size_t i = 0; i < slice->sections_count; i++)
		put_section(plan, slice->sections[i]);
	slice->sections_count = 0;
}

static void drop_carried(struct pxt_plan *plan)
{
	for (size_t i = 0; i < plan->carried_count; i++)
		put_section(plan, plan->carried[i]);
	plan->carried_count = 0;
	plan->carried_bytes = 0;
}

static void free_sections(struct pxt_plan *plan)
{
	struct pxt_section *next;

	drop_carried(plan);
	for (; plan->spare; plan->spare = next) {
		next = plan->spare->next;
		pxt_section_free(plan->spare);
	}
}

void pxt_plan_fini(struct pxt_plan *plan)
{
	free_sections(plan);
	free(plan->carried);
}

void pxt_plan_abandon(struct pxt_plan *plan)
{
	free_sections(plan);
	plan->state = PXT_PLAN_STRAYS;
}

/* Final damage, not that at the end of a log that may grow. */
static unsigned damage_of(const struct pxt_log_reader *log)
{
	return log->damage.damage.count;
}

void pxt_plan_begin(struct pxt_plan *plan, struct pxt_log_reader *log,
		    struct pxt_merge *merge)
{
	drop_carried(plan);
	plan->log = log;
	plan->merge = merge;
	plan->state = PXT_PLAN_GOES_ON;
	plan->damage = damage_of(log);
	plan->from = 0;
	plan->has_ahead = false;
	plan->knows_end = false;
}

/* Slices */

/* The next run. ENODATA: the log has no more. EBADMSG: it is damaged, or its
 * heads contradict each other. */
static int take(struct pxt_plan *plan, struct pxt_run *run)
{
	int err;

	err = pxt_merge_take(plan->merge, run);
	if (damage_of(plan->log) != plan->damage)
		return EBADMSG;
	return !err && run->first < plan->from ? EBADMSG : err;
}

static int add(struct pxt_plan *plan, struct pxt_slice *slice,
	       const struct pxt_run *run)
{
	struct pxt_section *section = get_section(plan);
	int err;

	if (!section)
		return ENOMEM;
	pxt_section_begin(section, run);
	err = pxt_slice_add(slice, section);
	if (err) {
		section->slices = 1;
		put_section(plan, section);
	}
	return err;
}

/* Adds what reached into the slice from before. */
static int add_carried(struct pxt_plan *plan, struct pxt_slice *slice)
{
	int err = 0;

	for (size_t i = 0; i < plan->carried_count && !err; i++)
		err = pxt_slice_add(slice, plan->carried[i]);
	return err;
}

/* True once, where the source has ended: what is behind the last floor begins a
 * slice, which is delivered when the end of the log is known. */
static bool begins_end(struct pxt_plan *plan, const struct pxt_slice *slice)
{
	const uint64_t floor = pxt_merge_get_floor(plan->merge);

	if (plan->knows_end || plan->ahead.first < floor)
		return false;
	plan->knows_end = true;
	return floor > slice->from;
}

/* Adds runs up to one that begins the next slice. ENODATA: up to the last. */
static int gather(struct pxt_plan *plan, struct pxt_slice *slice)
{
	const uint64_t enough = ENOUGH + plan->carried_bytes / 4;
	uint64_t bytes = 0;
	int err = 0;

	for (;;) {
		if (!plan->has_ahead)
			err = take(plan, &plan->ahead);
		if (err)
			return err;
		plan->has_ahead = true;
		if (begins_end(plan, slice)) {
			slice->to = pxt_merge_get_floor(plan->merge);
			return 0;
		}
		slice->to = plan->ahead.first;
		if (bytes >= enough && slice->to > slice->from)
			return 0;
		err = add(plan, slice, &plan->ahead);
		if (err)
			return err;
		plan->has_ahead = false;
		bytes += size_of(&plan->ahead);
	}
}

/* A writer of nonsense may say of every section that it has no end. */
static int carry(struct pxt_plan *plan, const struct pxt_slice *slice)
{
	drop_carried(plan);
	if (pxt_array_reserve(&plan->carried, &plan->carried_room,
			      slice->sections_count, sizeof(*plan->carried)))
		return ENOMEM;
	for (size_t i = 0; i < slice->sections_count; i++) {
		struct pxt_section *section = slice->sections[i];

		if (section->announced.last < slice->to)
			continue;
		section->slices++;
		plan->carried[plan->carried_count++] = section;
		plan->carried_bytes += size_of(&section->announced);
	}
	return plan->carried_bytes > CARRIED_MOST ? EOVERFLOW : 0;
}

/* Makes the last slice, or the last but one: all runs are planned. */
static int make_last(struct pxt_plan *plan, struct pxt_slice *slice)
{
	const uint64_t floor = pxt_merge_get_floor(plan->merge);

	if (!plan->knows_end && floor > slice->from) {
		plan->knows_end = true;
		plan->state = PXT_PLAN_HAS_LAST;
		slice->to = plan->from = floor;
		return carry(plan, slice);
	}
	plan->state = PXT_PLAN_ENDED;
	slice->to = UINT64_MAX;
	drop_carried(plan);
	return 0;
}

static int make(struct pxt_plan *plan, struct pxt_slice *slice)
{
	int err;

	slice->log = plan->log;
	slice->from = plan->from;
	slice->horizon = pxt_log_runs_horizon(plan->log);
	err = add_carried(plan, slice);
	if (!err)
		err = plan->state == PXT_PLAN_HAS_LAST ? ENODATA :
							 gather(plan, slice);
	if (err == ENODATA)
		err = make_last(plan, slice);
	else if (!err)
		err = carry(plan, slice);
	plan->from = slice->to;
	slice->is_behind_end = plan->knows_end &&
			       slice->from >= pxt_merge_get_floor(plan->merge);
	return err;
}

bool pxt_plan_next(struct pxt_plan *plan, struct pxt_slice *slice)
{
	if (plan->state != PXT_PLAN_GOES_ON && plan->state != PXT_PLAN_HAS_LAST)
		return false;

	if (make(plan, slice)) {
		pxt_plan_drop(plan, slice);
		plan->state = PXT_PLAN_STRAYS;
		return false;
	}
	slice->number = plan->number++;
	return true;
}
