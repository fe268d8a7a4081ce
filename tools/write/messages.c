/*
 * messages.c - messages between machines, found by both recordings
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "event/fields.h"
#include "figures/key.h"
#include "figures/waits.h"
#include "source/clocks/clock_shift.h"
#include "source/clocks/messages.h"

enum { TYPES = 1 << 12, SIDES = 2 };

/* A waiting end is a number in waits: how many wait with that key, and whether
 * there were several at once. */
#define REPEATED (UINT64_C(1) << 63)

enum side { SIDE_SENT, SIDE_RECEIVED };

/* A bit set of rules for each side. */
struct role {
	bool is_known;
	uint16_t rules[SIDES];
};

struct reading {
	struct fields fields;
	struct key_seed seed;
	struct waits waits;
	const struct message_rule *rules;
	size_t count;
	const char *by;
	const size_t *clock_of;
	struct skew *skew;
	struct messages_found *found;
	struct role role[TYPES];
};

/* An end of a message. */
struct end {
	struct key key;
	enum side side;
	size_t rule;
	size_t clock;
	int64_t ns;
};

/* A type without a name may get one. */
static const struct role *role_of(struct reading *reading,
				  trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct role *role = &reading->role[type];

	if (role->is_known ||
	    source_get_name(reading->fields.source, type, name))
		return role;
	for (size_t i = 0; i < reading->count; i++) {
		if (!strcmp(name, reading->rules[i].sent))
			role->rules[SIDE_SENT] |= (uint16_t)(1 << i);
		if (!strcmp(name, reading->rules[i].received))
			role->rules[SIDE_RECEIVED] |= (uint16_t)(1 << i);
	}
	role->is_known = true;
	return role;
}

static uint32_t owner_of(const struct reading *reading, const struct end *end,
			 size_t clock, enum side side)
{
	return (uint32_t)((end->rule * reading->skew->clocks + clock) * SIDES +
			  side);
}

static void note(struct reading *reading, const struct end *end, size_t other,
		 int64_t ns)
{
	reading->found->pairs++;
	if (end->side == SIDE_RECEIVED)
		skew_add(reading->skew, other, ns, end->clock, end->ns);
	else
		skew_add(reading->skew, end->clock, end->ns, other, ns);
}

/* Takes the end that waits for this one. While several of one key wait at one
 * clock, nothing says which of them it is: they are taken, and not believed,
 * until none is left. */
static int take(struct reading *reading, uint32_t owner, const struct end *end,
		size_t clock, const struct wait *wait)
{
	const uint64_t left = (wait->whose & ~REPEATED) - 1;
	uint32_t gave_up;
	int64_t ns;

	waits_take(&reading->waits, owner, &end->key, &ns);
	if (clock != end->clock) {
		if (wait->whose & REPEATED)
			reading->found->repeated++;
		else
			note(reading, end, clock, ns);
	}
	return left ? waits_put(&reading->waits, owner, &end->key, ns,
				left | REPEATED, &gave_up) :
		      0;
}

/* Other clocks first: an answer with the same value was also sent. */
static int match(struct reading *reading, const struct end *end, bool *matched)
{
	const size_t clocks = reading->skew->clocks;
	const enum side wanted =
		end->side == SIDE_SENT ? SIDE_RECEIVED : SIDE_SENT;
	struct wait wait;

	*matched = true;
	for (size_t step = 1; step <= clocks; step++) {
		const size_t clock = (end->clock + step) % clocks;
		const uint32_t owner = owner_of(reading, end, clock, wanted);

		if (waits_find(&reading->waits, owner, &end->key, &wait))
			return take(reading, owner, end, clock, &wait);
	}
	*matched = false;
	return 0;
}

static int add_end(struct reading *reading, const struct end *end)
{
	const uint32_t owner = owner_of(reading, end, end->clock, end->side);
	struct wait equal;
	uint64_t count = 1;
	uint32_t gave_up;
	bool matched;
	int64_t ns;
	int err;

	err = match(reading, end, &matched);
	if (err || matched)
		return err;
	if (waits_find(&reading->waits, owner, &end->key, &equal)) {
		waits_take(&reading->waits, owner, &end->key, &ns);
		count = (equal.whose + 1) | REPEATED;
	}
	return waits_put(&reading->waits, owner, &end->key, end->ns, count,
			 &gave_up);
}

static int add_ends(struct reading *reading, struct end *end, unsigned rules)
{
	int err = 0;

	for (end->rule = 0; !err && end->rule < reading->count; end->rule++)
		if (rules & 1U << end->rule)
			err = add_end(reading, end);
	return err;
}

static bool find_key(struct reading *reading,
		     const struct posix_trace_item_np *item, struct key *key)
{
	const struct posix_trace_value_np *value = NULL;

	if (fields_decode(&reading->fields, item))
		value = reading->by ?
				fields_find(&reading->fields, reading->by) :
				fields_key(&reading->fields);
	if (value)
		*key = key_of_value(&reading->seed, reading->fields.layout,
				    value);
	return value;
}

/* In a log that was merged before, times of an origin may be wrong by its error:
 * a message may have been sent earlier, and received later. */
static int64_t loosen(const struct reading *reading, unsigned origin,
		      enum side side, int64_t ns)
{
	struct source_origin of;
	int64_t error;

	if (source_get_origin(reading->fields.source, origin, &of))
		return ns;
	error = of.error_ns < INT64_MAX ? (int64_t)of.error_ns : INT64_MAX;
	return clock_shift_sum(ns, side == SIDE_SENT ? -error : error);
}

static int add_item(struct reading *reading,
		    const struct posix_trace_item_np *item)
{
	const trace_event_id_t type = item->info.posix_event_id;
	struct end end = { .clock = reading->clock_of[item->origin] };
	const struct role *role;
	int err = 0;

	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP || type >= TYPES)
		return 0;
	role = role_of(reading, type);
	if (!role->rules[SIDE_SENT] && !role->rules[SIDE_RECEIVED])
		return 0;
	if (!find_key(reading, item, &end.key)) {
		reading->found->without++;
		return 0;
	}
	for (unsigned side = 0; !err && side < SIDES; side++) {
		end.side = (enum side)side;
		end.ns = loosen(reading, item->origin, end.side,
				stamp_ns(&item->info.posix_timestamp));
		err = add_ends(reading, &end, role->rules[side]);
	}
	return err;
}

static int read_all(struct reading *reading)
{
	struct posix_trace_item_np item;
	int unavailable, err;

	for (;;) {
		err = source_next(reading->fields.source, &item, &unavailable);
		if (err || unavailable)
			return err;
		err = add_item(reading, &item);
		if (err)
			return err;
	}
}

int messages_read(struct source *source, const struct message_rule *rules,
		  size_t count, const char *by, const size_t *clock_of,
		  struct skew *skew, struct messages_found *found)
{
	struct reading *reading = calloc(1, sizeof(*reading));
	int err;

	*found = (struct messages_found){ 0 };
	if (!reading)
		return ENOMEM;
	reading->rules = rules;
	reading->count = count;
	reading->by = by;
	reading->clock_of = clock_of;
	reading->skew = skew;
	reading->found = found;
	fields_init(&reading->fields, source);
	key_seed_init(&reading->seed);
	waits_init(&reading->waits, &reading->seed, WAITS_MOST);
	err = read_all(reading);
	waits_fini(&reading->waits);
	fields_fini(&reading->fields);
	free(reading);
	return err;
}
