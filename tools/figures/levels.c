/*
 * levels.c - counter fields, and their development
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "figures/levels.h"

void levels_init(struct levels *levels, struct fields *fields)
{
	memset(levels, 0, sizeof(*levels));
	levels->fields = fields;
}

void levels_fini(struct levels *levels)
{
	free(levels->level);
	free(levels->member);
}

bool levels_are_in(const struct posix_trace_field_np *field)
{
	return field->flags & POSIX_TRACE_FIELD_COUNTER_NP &&
	       !(field->flags & POSIX_TRACE_FIELD_ARRAY_NP) &&
	       field->kind != POSIX_TRACE_FIELD_TEXT_NP;
}

static bool is_of(const struct levels *levels, const struct level *level,
		  trace_event_id_t like,
		  const struct posix_trace_field_np *field)
{
	const struct posix_trace_field_np *its =
		&fields_layout(levels->fields, level->type)
			 ->field[level->field];

	return level->like == like && !strcmp(its->name, field->name) &&
	       !strcmp(its->unit, field->unit);
}

static int find_level(struct levels *levels, const struct level *wanted,
		      const struct posix_trace_field_np *field,
		      uint32_t *number)
{
	for (*number = 0; *number < levels->count; ++*number)
		if (is_of(levels, &levels->level[*number], wanted->like, field))
			return 0;
	if (pxt_array_reserve(&levels->level, &levels->room, levels->count + 1,
			      sizeof(*levels->level)))
		return ENOMEM;
	levels->level[levels->count++] = *wanted;
	return 0;
}

static int add_member(struct levels *levels, const struct level *wanted,
		      const struct posix_trace_field_np *field)
{
	uint32_t number;

	if (find_level(levels, wanted, field, &number) ||
	    pxt_array_reserve(&levels->member, &levels->member_room,
			      levels->members + 1, sizeof(*levels->member)))
		return ENOMEM;
	levels->member[levels->members++] =
		(struct level_field){ wanted->field, number };
	levels->of[wanted->type].count++;
	return 0;
}

static int learn(struct levels *levels, struct level *wanted,
		 const struct posix_trace_layout_np *layout)
{
	int err = 0;

	levels->of[wanted->type].known = true;
	levels->of[wanted->type].first = levels->members;
	for (unsigned i = 0; i < layout->fields && !err; i++) {
		wanted->field = i;
		if (levels_are_in(&layout->field[i]))
			err = add_member(levels, wanted, &layout->field[i]);
	}
	return err;
}

int levels_want(struct levels *levels, trace_event_id_t type,
		trace_event_id_t like,
		const struct posix_trace_layout_np *layout, bool *wanted)
{
	struct level level = { .type = type, .like = like };
	int err = 0;

	*wanted = false;
	if (type >= LEVELS_TYPES || !layout)
		return 0;
	if (!levels->of[type].known)
		err = learn(levels, &level, layout);
	*wanted = levels->of[type].count;
	return err;
}

static bool get_number(const struct fields *fields, unsigned field,
		       long double *value)
{
	struct posix_trace_number_np number;

	if (field >= fields->count ||
	    posix_trace_value_number_np(fields->layout, &fields->values[field],
					0, &number))
		return false;
	if (number.kind == POSIX_TRACE_FIELD_FLOAT_NP)
		*value = number.as.f;
	else if (number.kind == POSIX_TRACE_FIELD_SIGNED_NP)
		*value = number.as.s;
	else
		*value = number.as.u;
	return *value == *value; /* NaNs are left out */
}

void levels_add(struct levels *levels, trace_event_id_t type)
{
	const struct level_field *member =
		levels->member + levels->of[type].first;
	long double value;

	for (uint32_t i = 0; i < levels->of[type].count; i++, member++) {
		struct level *level = &levels->level[member->level];

		if (!get_number(levels->fields, member->field, &value))
			continue;
		if (!level->count || value < level->least)
			level->least = value;
		if (!level->count || value > level->greatest)
			level->greatest = value;
		level->count++;
		level->sum += value;
		level->last = value;
	}
}

void levels_renew(struct levels *levels)
{
	for (size_t i = 0; i < levels->count; i++) {
		levels->level[i].count = 0;
		levels->level[i].sum = 0;
	}
}
