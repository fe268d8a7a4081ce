/*
 * skew.c - shifts of clocks, by messages between them
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/sum.h"
#include "source/clocks/clock_bounds.h"
#include "source/clocks/skew.h"

#define NO_MESSAGE INT64_MAX

enum {
	MOST_KEPT = 4096,   /* messages each way of a pair */
	ALL_KEPT = 1 << 25, /* of all pairs, twice */
	PPM_NS = 1000000,   /* nanoseconds in which one is a millionth */
};

/* The clock is shifted to its parent, and so on to the base. */
struct skew_way {
	bool is_known, is_settled;
	size_t parent;
	struct clock_bounds_found step; /* from the clock to its parent */
	struct skew_range range;
	struct skew_found found;
};

int skew_init(struct skew *skew, size_t clocks)
{
	const size_t pairs = clocks * clocks;

	*skew = (struct skew){
		.clocks = clocks,
		.least = calloc(pairs, sizeof(*skew->least)),
		.messages = calloc(pairs, sizeof(*skew->messages)),
		.bounds = calloc(pairs, sizeof(struct clock_bounds *)),
		.way = calloc(clocks, sizeof(*skew->way)),
	};
	if (!skew->least || !skew->messages || !skew->bounds || !skew->way) {
		skew->clocks = 0;
		skew_fini(skew);
		return ENOMEM;
	}
	for (size_t i = 0; i < pairs; i++)
		skew->least[i] = NO_MESSAGE;
	return 0;
}

void skew_fini(struct skew *skew)
{
	for (size_t i = 0; i < skew->clocks * skew->clocks; i++) {
		if (skew->bounds[i])
			clock_bounds_fini(skew->bounds[i]);
		free(skew->bounds[i]);
	}
	free(skew->least);
	free(skew->messages);
	free(skew->bounds);
	free(skew->way);
	*skew = (struct skew){ 0 };
}

/* The bounds of two clocks, or NULL. Clock 0 there is the lower one. */
static struct clock_bounds **bounds_of(const struct skew *skew, size_t a,
				       size_t b)
{
	return &skew->bounds[a < b ? a * skew->clocks + b :
				     b * skew->clocks + a];
}

static size_t most_kept(const struct skew *skew)
{
	const size_t share = ALL_KEPT / (skew->clocks * skew->clocks);

	if (share > MOST_KEPT)
		return MOST_KEPT;
	return share < CLOCK_BOUNDS_LEAST ? CLOCK_BOUNDS_LEAST : share;
}

static int add_bound(struct skew *skew, size_t from, int64_t sent_ns, size_t to,
		     int64_t received_ns)
{
	struct clock_bounds **bounds = bounds_of(skew, from, to);
	const unsigned sender = from > to;
	struct clock_bounds_message message;

	if (!*bounds)
		*bounds = calloc(1, sizeof(**bounds));
	if (!*bounds)
		return ENOMEM;
	message.ns[sender] = sent_ns;
	message.ns[!sender] = received_ns;
	return clock_bounds_add(*bounds, sender, &message, most_kept(skew));
}

void skew_add(struct skew *skew, size_t from, int64_t sent_ns, size_t to,
	      int64_t received_ns)
{
	const size_t at = from * skew->clocks + to;
	int64_t took;

	if (from == to || __builtin_sub_overflow(received_ns, sent_ns, &took) ||
	    took == INT64_MIN)
		return;
	skew->messages[at]++;
	if (took < skew->least[at])
		skew->least[at] = took;
	if (add_bound(skew, from, sent_ns, to, received_ns))
		skew->is_short = true;
}

/* Messages both ways */

/* Offers a clock the way by a parent. */
static int offer(struct skew *skew, size_t clock, size_t parent)
{
	const struct clock_bounds *bounds = *bounds_of(skew, clock, parent);
	struct skew_way *way = &skew->way[clock];
	struct clock_bounds_found step;
	uint64_t error;
	int err;

	if (way->is_settled || !bounds || !clock_bounds_are_both(bounds))
		return 0;
	err = clock_bounds_find(bounds, clock > parent, way->range.first_ns,
				way->range.last_ns, &step);
	if (err)
		return err;
	error = pxt_sum(skew->way[parent].found.shift.error_ns,
			step.shift.error_ns);
	if (way->is_known && way->found.shift.error_ns <= error)
		return 0;
	way->is_known = true;
	way->parent = parent;
	way->step = step;
	way->found.shift.error_ns = error;
	return 0;
}

/* The known clock with the least error that is not settled. */
static struct skew_way *find_next(struct skew *skew)
{
	struct skew_way *next = NULL;

	for (size_t i = 0; i < skew->clocks; i++) {
		struct skew_way *way = &skew->way[i];

		if (way->is_known && !way->is_settled &&
		    (!next ||
		     way->found.shift.error_ns < next->found.shift.error_ns))
			next = way;
	}
	return next;
}

/* Adds up the steps from a clock to the base. The errors of each step are those
 * in the range of the clock, by the times of the clocks on the way. */
static int add_steps(const struct skew *skew, size_t clock,
		     struct skew_found *found)
{
	struct skew_range range = skew->way[clock].range;
	int err;

	*found = (struct skew_found){ .kind = SKEW_KNOWN };
	found->shift.at_ns = range.first_ns;
	while (clock != skew->base) {
		const struct skew_way *way = &skew->way[clock];
		struct clock_shift shift = way->step.shift;

		err = clock_bounds_find_error(
			*bounds_of(skew, clock, way->parent),
			clock > way->parent, &way->step, range.first_ns,
			range.last_ns, &shift.error_ns);
		if (err)
			return err;
		clock_shift_extend(&found->shift, &shift);
		range.first_ns = clock_shift_add(&shift, range.first_ns);
		range.last_ns = clock_shift_add(&shift, range.last_ns);
		found->lack_ns = pxt_sum(found->lack_ns, way->step.lack_ns);
		clock = way->parent;
	}
	if (found->lack_ns)
		found->kind = SKEW_CONTRADICTED;
	return 0;
}

static int find_ways(struct skew *skew, const struct skew_range *ranges)
{
	struct skew_way *way;
	int err;

	for (size_t i = 0; i < skew->clocks; i++)
		skew->way[i] = (struct skew_way){ .range = ranges[i] };
	skew->way[skew->base].is_known = true;
	while ((way = find_next(skew))) {
		const size_t clock = (size_t)(way - skew->way);

		way->is_settled = true;
		err = add_steps(skew, clock, &way->found);
		for (size_t i = 0; !err && i < skew->clocks; i++)
			err = offer(skew, i, clock);
		if (err)
			return err;
	}
	return 0;
}

/* The quickest messages */

/* Shortens paths by way of a stop. */
static void shorten(int64_t *least, size_t clocks, size_t stop)
{
	for (size_t from = 0; from < clocks; from++) {
		const int64_t first = least[from * clocks + stop];

		if (first == NO_MESSAGE)
			continue;
		for (size_t to = 0; to < clocks; to++) {
			const int64_t second = least[stop * clocks + to];
			int64_t took;

			if (second != NO_MESSAGE &&
			    !__builtin_add_overflow(first, second, &took) &&
			    took > INT64_MIN &&
			    took < least[from * clocks + to])
				least[from * clocks + to] = took;
		}
	}
}

/* True if a cycle was received before it was sent. */
static bool is_contradicted(const int64_t *least, size_t clocks)
{
	for (size_t i = 0; i < clocks; i++)
		if (least[i * clocks + i] < 0)
			return true;
	return false;
}

/* After a contradiction, paths would shrink for ever: then only direct messages
 * are used. */
static int find_paths(struct skew *skew)
{
	const size_t clocks = skew->clocks;
	const size_t size = clocks * clocks * sizeof(*skew->least);
	int64_t *least = malloc(size);

	if (!least)
		return ENOMEM;
	memcpy(least, skew->least, size);
	for (size_t i = 0; i < clocks && !is_contradicted(least, clocks); i++)
		shorten(least, clocks, i);
	if (is_contradicted(least, clocks)) {
		free(least);
		return 0;
	}
	free(skew->least);
	skew->least = least;
	return 0;
}

/* The drift between messages that go round, as each may be sent at any time. */
static uint64_t most_drift(const struct skew *skew)
{
	uint64_t longest = 0;

	for (size_t i = 0; i < skew->clocks; i++) {
		const struct skew_range *range = &skew->way[i].range;
		const uint64_t length =
			(uint64_t)range->last_ns - (uint64_t)range->first_ns;

		longest = length > longest ? length : longest;
	}
	return (longest / PPM_NS + 1) * CLOCK_BOUNDS_ASSUMED_PPM *
	       (skew->clocks - 1);
}

static void find_middle(int64_t least, int64_t most, struct skew_found *found)
{
	const bool fits = least <= most;
	const uint64_t gap = fits ? (uint64_t)most - (uint64_t)least :
				    (uint64_t)least - (uint64_t)most;

	found->kind = fits ? SKEW_KNOWN : SKEW_CONTRADICTED;
	found->lack_ns = fits ? 0 : gap;
	found->shift.error_ns = gap / 2 + gap % 2;
	found->shift.ns = (fits ? least : most) + (int64_t)(gap / 2);
}

static void find_bounds(const struct skew *skew, size_t clock,
			struct skew_found *found)
{
	const size_t base = skew->base;
	const int64_t away = skew->least[base * skew->clocks + clock];
	const int64_t home = skew->least[clock * skew->clocks + base];

	if (away != NO_MESSAGE && home != NO_MESSAGE) {
		find_middle(-away, home, found);
		found->shift.error_ns =
			pxt_sum(found->shift.error_ns, most_drift(skew));
	} else if (away != NO_MESSAGE) {
		found->kind = SKEW_AT_LEAST;
		found->shift.ns = -away;
	} else if (home != NO_MESSAGE) {
		found->kind = SKEW_AT_MOST;
		found->shift.ns = home;
	}
}

int skew_settle(struct skew *skew, size_t base, const struct skew_range *ranges)
{
	int err;

	skew->base = base;
	err = skew->is_short ? ENOMEM : find_ways(skew, ranges);
	return err ? err : find_paths(skew);
}

static uint64_t count_messages(const struct skew *skew, size_t clock)
{
	uint64_t sum = 0;

	for (size_t other = 0; other < skew->clocks; other++)
		sum += skew->messages[clock * skew->clocks + other] +
		       skew->messages[other * skew->clocks + clock];
	return sum;
}

void skew_find(const struct skew *skew, size_t clock, struct skew_found *found)
{
	const struct skew_way *way = &skew->way[clock];

	*found = way->found;
	if (!way->is_known)
		find_bounds(skew, clock, found);
	found->messages = count_messages(skew, clock);
}
