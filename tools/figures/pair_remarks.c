/*
 * pair_remarks.c - what is wrong with pairs that were named, and what is missing
 */
#include "common/command.h"
#include "common/talk.h"
#include "figures/pair_remarks.h"

static bool lacks_field(const struct pair *pair, const struct pair_side *side)
{
	return (pair->by || pair->key) && side->events &&
	       side->events == side->without;
}

/* Fields named by the user must exist. */
int pairs_refuse(const struct figures *figures)
{
	for (uint32_t i = 0; i < figures->options.rule_count; i++) {
		const struct pair *pair = &figures->pairs.pair[i];
		const bool begin = lacks_field(pair, &pair->begin);

		if (!pair->by || (!begin && !lacks_field(pair, &pair->end)))
			continue;
		talk("%s: %s has no field %s", figures->source->name,
		     begin ? pair->begin.names : pair->end.names, pair->by);
		return EXIT_MISUSE;
	}
	return EXIT_SUCCESS;
}

static int tell_side(const struct figures *figures, const struct pair *pair,
		     const struct pair_side *side)
{
	if (!side->events && !pair->span) {
		talk("%s: there is no event %s", figures->source->name,
		     side->names);
		return EXIT_NOTHING;
	}
	if (lacks_field(pair, side))
		talk("%s: %s has no key, but its other side has %s: --by=tid "
		     "pairs events of a thread",
		     figures->source->name, side->names, pair->key);
	return EXIT_SUCCESS;
}

int pairs_tell(const struct figures *figures)
{
	int status = EXIT_SUCCESS;

	for (uint32_t i = 0; i < figures->pairs.count; i++) {
		const struct pair *pair = &figures->pairs.pair[i];

		if (tell_side(figures, pair, &pair->begin) ||
		    tell_side(figures, pair, &pair->end))
			status = EXIT_NOTHING;
		if (pair->given_up)
			talk("%s: %s: %llu of the unmatched only because more "
			     "than %u events waited at a time",
			     figures->source->name, pair->begin.names,
			     (unsigned long long)pair->given_up,
			     (unsigned)WAITS_MOST);
	}
	return status;
}
