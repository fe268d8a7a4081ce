/*
 * alignment.c - finding the offsets of clocks by what the user says
 */
#include <errno.h>
#include <stdlib.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/clocks/alignment.h"

static void tell_found(const struct messages_found *found)
{
	const unsigned long long without = found->without;
	const unsigned long long repeated = found->repeated;

	if (repeated)
		talk("%llu message%s not compared: another one from there, or "
		     "the same once more, had the same value at that time",
		     repeated, repeated == 1 ? " is" : "s are");
	if (without)
		talk("%llu event%s no such field, and %s in no pair", without,
		     without == 1 ? " has" : "s have",
		     without == 1 ? "is" : "are");
	else if (!found->pairs && !repeated)
		talk("no message is in two of the logs");
}

static int settle_skew(const struct clocks *clocks, struct skew *skew)
{
	struct skew_range *range = calloc(clocks->count, sizeof(*range));
	int err;

	if (!range)
		return ENOMEM;
	for (size_t i = 0; i < clocks->count; i++)
		range[i] = clocks_range(clocks, i);
	err = skew_settle(skew, clocks->base, range);
	free(range);
	return err;
}

static int read_messages(const struct clocks *clocks,
			 const struct clock_wishes *wishes,
			 const struct alignment_source *from, struct skew *skew)
{
	struct messages_found found;
	int err;

	err = messages_read(from->source, wishes->pair, wishes->pairs,
			    wishes->by, from->of_origin, skew, &found);
	if (!err)
		err = settle_skew(clocks, skew);
	if (!err && !clocks->is_silent)
		tell_found(&found);
	return err;
}

static int settle_by_messages(struct clocks *clocks,
			      const struct clock_wishes *wishes,
			      struct alignment_source *from)
{
	struct skew skew = { 0 };
	int status, err;

	if (clocks->count > ALIGNMENT_CLOCKS) {
		talk("messages are compared between %d clocks at most, and "
		     "these are %zu: name some hosts",
		     ALIGNMENT_CLOCKS, clocks->count);
		return EXIT_MISUSE;
	}
	status = from->open(from, clocks);
	if (status)
		return status;
	err = skew_init(&skew, clocks->count);
	if (!err)
		err = read_messages(clocks, wishes, from, &skew);
	if (err) {
		talk_error(from->source->name, err);
		status = EXIT_SYSTEM;
	} else {
		clocks_settle(clocks, &skew, wishes->hand, wishes->hands);
	}
	skew_fini(&skew);
	return status;
}

int alignment_settle(struct clocks *clocks, const struct clock_wishes *wishes,
		     struct alignment_source *from)
{
	for (size_t i = 0; i < wishes->hands; i++) {
		if (clocks_know(clocks, wishes->hand[i].name))
			continue;
		talk("--offset %s: no such log or host", wishes->hand[i].name);
		return EXIT_MISUSE;
	}
	if (wishes->pairs && clocks->count > 1)
		return settle_by_messages(clocks, wishes, from);
	clocks_settle(clocks, NULL, wishes->hand, wishes->hands);
	return EXIT_SUCCESS;
}
