/*
 * clocks.c - aligning the clocks of several logs
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "common/talk.h"
#include "common/text.h"
#include "source/origins.h"
#include "source/own_time.h"
#include "source/source_merge.h"
#include "source/clocks/clocks.h"
#include "source/clocks/offset.h"

enum { WORDS = 512 };

/* Finding clocks */

static bool has_name(const struct clocks *clocks, const char *name)
{
	for (size_t i = 0; i < clocks->count; i++)
		if (!strcmp(clocks->clock[i].name, name))
			return true;
	return false;
}

/* Two boots of a machine have the same host, and different names. */
static void add_clock(struct clocks *clocks, size_t log,
		      const struct source_origin *origin, unsigned number)
{
	const char *host = source_get_host(clocks->source, number);
	const char *file = source_merge_name(clocks->source, log);
	const char *name = !*host || has_name(clocks, host) ? file : host;
	struct clock *clock;

	clocks->of[log] = clocks->count;
	clock = &clocks->clock[clocks->count++];
	*clock = (struct clock){ .name = name, .origin = *origin };
	clock->is_own_time =
		source_merge_first(clocks->source, log, &clock->first) &&
		own_time_at(origin, &clock->first);
}

static int find_clock(struct clocks *clocks, size_t log)
{
	struct source_origin origin;
	unsigned number = 0;
	int err;

	source_merge_origin(clocks->source, log, 0, &number);
	err = source_get_origin(clocks->source, number, &origin);
	if (err)
		return err;
	for (size_t i = 0; i < clocks->count; i++) {
		if (!origins_share_clock(&clocks->clock[i].origin, &origin))
			continue;
		clocks->of[log] = i;
		return 0;
	}
	add_clock(clocks, log, &origin, number);
	return 0;
}

/* Items of a merged log have the clock of that log. */
static void note_origins(struct clocks *clocks, size_t log)
{
	unsigned origin;

	for (unsigned i = 0;
	     source_merge_origin(clocks->source, log, i, &origin); i++)
		clocks->of_origin[origin] = clocks->of[log];
}

/* The first clock with real time, or the first of all. */
static void find_base(struct clocks *clocks)
{
	size_t i = 0;

	while (i < clocks->count && clocks->clock[i].is_own_time)
		i++;
	clocks->base = i < clocks->count ? i : 0;
}

/* Places traces without real time. */
static void place(struct clocks *clocks)
{
	const struct clock *base = &clocks->clock[clocks->base];

	if (base->is_own_time)
		return;
	for (size_t i = 0; i < clocks->count; i++) {
		struct clock *clock = &clocks->clock[i];

		if (clock->is_own_time)
			clock->placed_ns = stamp_ns(&base->first) -
					   stamp_ns(&clock->first);
	}
}

static size_t count_origins(struct source *source)
{
	struct source_origin origin;
	unsigned count = 0;

	while (!source_get_origin(source, count, &origin))
		count++;
	return count;
}

int clocks_init(struct clocks *clocks, struct source *source)
{
	const size_t logs = source_merge_count(source);
	int err = 0;

	*clocks = (struct clocks){
		.source = source,
		.clock = calloc(logs, sizeof(*clocks->clock)),
		.of = calloc(logs, sizeof(*clocks->of)),
		.of_origin = calloc(count_origins(source) + 1,
				    sizeof(*clocks->of_origin)),
	};
	if (!clocks->clock || !clocks->of || !clocks->of_origin)
		err = ENOMEM;
	for (size_t i = 0; !err && i < logs; i++) {
		err = find_clock(clocks, i);
		if (!err)
			note_origins(clocks, i);
	}
	if (!err) {
		find_base(clocks);
		place(clocks);
	}
	if (err)
		clocks_fini(clocks);
	return err;
}

void clocks_fini(struct clocks *clocks)
{
	free(clocks->clock);
	free(clocks->of);
	free(clocks->of_origin);
	*clocks = (struct clocks){ 0 };
}

/* A log is named by its path, or the end of it. */
static bool has_path_end(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');

	return !strcmp(path, name) || (slash && !strcmp(slash + 1, name));
}

bool clocks_know(const struct clocks *clocks, const char *name)
{
	const size_t logs = source_merge_count(clocks->source);

	for (size_t i = 0; i < logs; i++)
		if (has_path_end(source_merge_name(clocks->source, i), name))
			return true;
	for (size_t i = 0; i < clocks->count; i++)
		if (!strcmp(clocks->clock[i].origin.host, name))
			return true;
	return false;
}

/* Ways */

struct kernel {
	bool is_known;
	int64_t offset_ns;
	uint64_t error_ns;
};

static struct kernel ask_kernels(const struct source_origin *first,
				 const struct source_origin *other)
{
	struct kernel kernel = { 0 };

	kernel.is_known = first->clock_sync == POSIX_TRACE_SYNC_KEPT_NP &&
			  other->clock_sync == POSIX_TRACE_SYNC_KEPT_NP;
	if (!kernel.is_known)
		return kernel;
	if (__builtin_sub_overflow(other->clock_offset_ns,
				   first->clock_offset_ns, &kernel.offset_ns) ||
	    __builtin_add_overflow(first->clock_error_ns, other->clock_error_ns,
				   &kernel.error_ns))
		return (struct kernel){ 0 };
	return kernel;
}

static bool is_bound(const struct skew_found *found)
{
	return found->kind == SKEW_KNOWN || found->kind == SKEW_CONTRADICTED;
}

static void put_messages(char words[WORDS], const struct skew_found *found)
{
	const uint64_t twice = 2 * found->error_ns;
	char offset[OFFSET_MAX], gap[OFFSET_MAX], count[TEXT_MAX];
	const char *plural = text_plural(found->messages);

	text_count(count, found->messages);
	switch (found->kind) {
	case SKEW_UNKNOWN:
		*words = '\0';
		break;
	case SKEW_AT_LEAST:
	case SKEW_AT_MOST:
		offset_alone(offset, found->offset_ns);
		snprintf(words, WORDS,
			 "at %s %s from %s message pair%s, none the other way",
			 found->kind == SKEW_AT_LEAST ? "least" : "most",
			 offset, count, plural);
		break;
	case SKEW_KNOWN:
		offset_and_error(offset, found->offset_ns, found->error_ns);
		snprintf(words, WORDS, "%s from %s message pair%s", offset,
			 count, plural);
		break;
	case SKEW_CONTRADICTED:
		offset_and_error(offset, found->offset_ns, found->error_ns);
		snprintf(words, WORDS,
			 "%s from %s message pair%s, which contradict each "
			 "other by %s, as clocks that drift",
			 offset, count, plural, offset_size(gap, twice));
		break;
	}
}

/* Reports both, if there are: messages prove the offset. */
static void tell_offsets(const char *name, const char *to,
			 const struct kernel *kernel,
			 const struct skew_found *found)
{
	char words[OFFSET_MAX], messages[WORDS];

	offset_and_error(words, kernel->offset_ns, kernel->error_ns);
	put_messages(messages, found);
	if (found->kind == SKEW_UNKNOWN)
		talk_plain("%s: clock offset to %s %s (kernel NTP state)", name,
			   to, words);
	else
		talk_plain("%s: clock offset to %s %s (kernel NTP state), %s: "
			   "using the %s",
			   name, to, words, messages,
			   is_bound(found) ? "latter" : "former");
}

static void tell_found(const char *name, const char *to,
		       const struct skew_found *found)
{
	char messages[WORDS];

	put_messages(messages, found);
	if (found->kind == SKEW_UNKNOWN)
		talk_plain("%s: clock offset to %s is not known: not shifted",
			   name, to);
	else
		talk_plain("%s: clock offset to %s %s%s", name, to, messages,
			   is_bound(found) ? "" : ": not shifted");
}

/* The first clock may have been shifted by hand, which shifts the others. */
static void take_offset(struct clocks *clocks, size_t number, int64_t ns,
			uint64_t error_ns)
{
	struct clock *clock = &clocks->clock[number];

	if (!__builtin_add_overflow(ns, clocks->clock[clocks->base].offset_ns,
				    &clock->offset_ns))
		clock->error_ns = error_ns;
}

static void tell_offset(const struct clock *clock, const struct clock *first,
			const struct kernel *kernel,
			const struct skew_found *found)
{
	if (clock->placed_ns && !is_bound(found))
		talk_plain("%s: has no time of day: put at the start of %s; "
			   "--offset moves it",
			   clock->name, first->name);
	else if (clock->is_own_time && first->is_own_time &&
		 found->kind == SKEW_UNKNOWN)
		talk_plain("%s: has no time of day, nor has %s: mixed as if "
			   "they had started together; --offset moves it",
			   clock->name, first->name);
	else if (kernel->is_known)
		tell_offsets(clock->name, first->name, kernel, found);
	else
		tell_found(clock->name, first->name, found);
}

static void find_offset(struct clocks *clocks, size_t number,
			const struct skew *skew)
{
	const struct clock *first = &clocks->clock[clocks->base];
	const struct clock *clock = &clocks->clock[number];
	const struct kernel kernel =
		ask_kernels(&first->origin, &clock->origin);
	struct skew_found found = { .kind = SKEW_UNKNOWN };

	if (skew)
		skew_find(skew, number, &found);
	if (is_bound(&found))
		take_offset(clocks, number, found.offset_ns, found.error_ns);
	else if (clock->placed_ns)
		take_offset(clocks, number, clock->placed_ns, 0);
	else if (kernel.is_known)
		take_offset(clocks, number, kernel.offset_ns, kernel.error_ns);
	tell_offset(clock, first, &kernel, &found);
}

/* Offsets by hand */

static void tell_hand(const struct clock_hand *hand)
{
	char words[OFFSET_MAX];

	offset_alone(words, hand->offset_ns);
	talk_plain("%s: clock offset %s (by hand)", hand->name, words);
}

/* The last one counts. */
static const struct clock_hand *
find_hand(const char *name, const struct clock_hand *hands, size_t count)
{
	while (count--)
		if (has_path_end(name, hands[count].name))
			return &hands[count];
	return NULL;
}

static int shift_log(struct clocks *clocks, size_t log,
		     const struct clock_hand *hands, size_t count)
{
	const struct clock *clock = &clocks->clock[clocks->of[log]];
	const struct clock_hand *hand;
	int64_t ns;

	hand = find_hand(source_merge_name(clocks->source, log), hands, count);
	if (!hand)
		return source_merge_shift(clocks->source, log, clock->offset_ns,
					  clock->error_ns);
	tell_hand(hand);
	if (__builtin_add_overflow(hand->offset_ns, clock->placed_ns, &ns))
		ns = hand->offset_ns;
	return source_merge_shift(clocks->source, log, ns, 0);
}

/* True if each of its logs is set, so that nothing is left to find out. */
static bool is_by_hand(const struct clocks *clocks, size_t number,
		       const struct clock_hand *hands, size_t count)
{
	const size_t logs = source_merge_count(clocks->source);

	for (size_t i = 0; i < logs; i++)
		if (clocks->of[i] == number &&
		    !find_hand(source_merge_name(clocks->source, i), hands,
			       count))
			return false;
	return true;
}

static void settle(struct clocks *clocks, size_t number,
		   const struct skew *skew, const struct clock_hand *hands,
		   size_t count)
{
	struct clock *clock = &clocks->clock[number];
	const struct clock_hand *hand =
		find_hand(clock->origin.host, hands, count);

	if (hand) {
		clock->offset_ns = hand->offset_ns;
		tell_hand(hand);
	} else if (number != clocks->base &&
		   !is_by_hand(clocks, number, hands, count)) {
		find_offset(clocks, number, skew);
	}
}

/* The reference clock goes first. */
int clocks_settle(struct clocks *clocks, const struct skew *skew,
		  const struct clock_hand *hands, size_t count)
{
	const size_t logs = source_merge_count(clocks->source);
	int err = 0;

	if (clocks->count)
		settle(clocks, clocks->base, skew, hands, count);
	for (size_t i = 0; i < clocks->count; i++)
		if (i != clocks->base)
			settle(clocks, i, skew, hands, count);
	for (size_t i = 0; !err && i < logs; i++)
		err = shift_log(clocks, i, hands, count);
	return err;
}
