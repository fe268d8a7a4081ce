/*
 * levels.c - the fields of events that are counters, and how they went
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "figures/levels.h"

void levels_init(struct levels *levels, struct fields *fields)
{
	memset(levels, 0, sizeof(*levels));
	levels->fields = fields;
}

void levels_fini(struct levels *levels)
{
	free(levels->level);
}

/* One number each: arrays are none. */
static bool is_counter(const struct posix_trace_field_np *field)
{
	return field->flags & POSIX_TRACE_FIELD_COUNTER_NP &&
	       !(field->flags & POSIX_TRACE_FIELD_ARRAY_NP) &&
	       field->kind != POSIX_TRACE_FIELD_TEXT_NP;
}

static int add_level(struct levels *levels, trace_event_id_t type,
		     unsigned field)
{
	struct level *level;

	level = reallocarray(levels->level, levels->count + 1, sizeof(*level));
	if (!level)
		return ENOMEM;
	levels->level = level;
	level[levels->count++] =
		(struct level){ .type = type, .field = field };
	levels->of[type].count++;
	return 0;
}

static int learn(struct levels *levels, trace_event_id_t type,
		 const struct posix_trace_layout_np *layout)
{
	int err = 0;

	levels->of[type].known = true;
	levels->of[type].first = levels->count;
	for (unsigned i = 0; i < layout->fields && !err; i++)
		if (is_counter(&layout->field[i]))
			err = add_level(levels, type, i);
	return err;
}

int levels_want(struct levels *levels, trace_event_id_t type,
		const struct posix_trace_layout_np *layout, bool *wanted)
{
	int err = 0;

	*wanted = false;
	if (type >= LEVELS_TYPES || !layout)
		return 0;
	if (!levels->of[type].known)
		err = learn(levels, type, layout);
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
	return *value == *value; /* what is no number is left out */
}

void levels_add(struct levels *levels, trace_event_id_t type)
{
	struct level *level = &levels->level[levels->of[type].first];
	long double value;

	for (uint32_t i = 0; i < levels->of[type].count; i++, level++) {
		if (!get_number(levels->fields, level->field, &value))
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
