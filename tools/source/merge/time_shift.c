/*
 * time_shift.c - aligning traces without real time
 */
#include "common/stamp.h"
#include "common/talk.h"
#include "source/clocks/clock_shift.h"
#include "source/merge/time_shift.h"
#include "source/origins.h"
#include "source/own_time.h"
#include "source/source_merge.h"

enum knowledge { NO_TIMES, OWN_TIME, KNOWS_TIME };

static enum knowledge ask(struct source *source, size_t log,
			  struct timespec *first)
{
	struct source_origin origin;
	struct timespec last;
	unsigned number;

	if (!source_merge_times(source, log, first, &last) ||
	    !source_merge_origin(source, log, 0, &number) ||
	    source_get_origin(source, number, &origin))
		return NO_TIMES;
	return own_time_at(&origin, first) ? OWN_TIME : KNOWS_TIME;
}

/* False: no log has real time. */
static bool find_base(struct source *source, size_t *base,
		      struct timespec *begin)
{
	const size_t count = source_merge_count(source);

	for (*base = 0; *base < count; ++*base)
		if (ask(source, *base, begin) == KNOWS_TIME)
			return true;
	return false;
}

static bool share_clock(struct source *source, size_t a, size_t b)
{
	struct source_origin first, second;
	unsigned one = 0, other = 0;

	return source_merge_origin(source, a, 0, &one) &&
	       source_merge_origin(source, b, 0, &other) &&
	       !source_get_origin(source, one, &first) &&
	       !source_get_origin(source, other, &second) &&
	       (one == other || origins_share_clock(&first, &second));
}

/* Several unknown starts are assumed to be simultaneous. */
static void tell_mixed(struct source *source)
{
	const size_t count = source_merge_count(source);
	size_t start = count;
	struct timespec first;
	bool is_mixed = false;

	for (size_t i = 0; i < count; i++) {
		if (ask(source, i, &first) != OWN_TIME)
			continue;
		if (start == count)
			start = i;
		is_mixed = is_mixed || !share_clock(source, start, i);
	}
	if (is_mixed)
		talk("%s: have no time of day: mixed as if they had started "
		     "together; merge --offset moves one",
		     source->name);
}

int merge_time_shift(struct source *source)
{
	const size_t count = source_merge_count(source);
	struct timespec begin, first;
	size_t base;
	int err = 0;

	if (!find_base(source, &base, &begin)) {
		tell_mixed(source);
		return 0;
	}
	for (size_t i = 0; !err && i < count; i++) {
		if (ask(source, i, &first) != OWN_TIME)
			continue;
		talk("%s: has no time of day: put at the start of %s; merge "
		     "--offset moves it",
		     source_merge_name(source, i),
		     source_merge_name(source, base));
		err = source_merge_shift(
			source, i,
			&(struct clock_shift){ .ns = stamp_ns(&begin) -
						     stamp_ns(&first) });
	}
	return err;
}
