/*
 * clocks.c - aligning the clocks of several logs
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "common/text.h"
#include "source/clocks/clocks.h"
#include "source/clocks/offset.h"
#include "source/own_time.h"

enum { WORDS = 512 };

/* Finding clocks */

struct finding {
	struct clocks *clocks;
	struct pxt_map keys;  /* numbers of clocks, counted from 1 */
	struct pxt_map names; /* names that clocks have */
};

enum { KEY = 512 };

/* The key that logs of one clock share, see origins_share_clock(). 0: the clock
 * is that of no other log. */
static size_t key_of(const struct source_origin *origin, char key[KEY])
{
	static const unsigned char unknown[16];

	if (memcmp(origin->boot, unknown, sizeof(unknown))) {
		memcpy(key, origin->boot, sizeof(origin->boot));
		return sizeof(origin->boot);
	}
	if (!*origin->host)
		return 0;
	return (size_t)snprintf(key, KEY, "%s %d %s without a boot",
				origin->host, origin->clock, origin->system);
}

/* Two boots of a machine have the same host, and different names. */
static int add_clock(struct finding *finding, size_t log)
{
	struct clocks *clocks = finding->clocks;
	const struct clock_log *of = &clocks->log[log];
	const char *host = of->origin->host;
	size_t *named = pxt_map_at(&finding->names, host, strlen(host) + 1);
	struct clock *clock;

	if (!named)
		return ENOMEM;
	clocks->of[log] = clocks->count;
	clock = &clocks->clock[clocks->count++];
	*clock = (struct clock){
		.name = !*host || *named ? of->name : host,
		.origin = of->origin,
		.first = of->first,
	};
	*named = 1;
	clock->is_own_time =
		of->has_times && own_time_at(of->origin, &of->first);
	return 0;
}

static int find_clock(struct finding *finding, size_t log)
{
	char key[KEY];
	const size_t len = key_of(finding->clocks->log[log].origin, key);
	size_t *number;

	if (!len)
		return add_clock(finding, log);
	number = pxt_map_at(&finding->keys, key, len);
	if (!number)
		return ENOMEM;
	if (*number) {
		finding->clocks->of[log] = *number - 1;
		return 0;
	}
	*number = finding->clocks->count + 1;
	return add_clock(finding, log);
}

static int find_clocks(struct clocks *clocks)
{
	struct finding finding = { .clocks = clocks };
	int err = 0;

	for (size_t i = 0; !err && i < clocks->logs; i++)
		err = find_clock(&finding, i);
	pxt_map_fini(&finding.keys);
	pxt_map_fini(&finding.names);
	return err;
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

int clocks_init(struct clocks *clocks, const struct clock_log *log, size_t logs)
{
	*clocks = (struct clocks){
		.log = log,
		.logs = logs,
		.clock = calloc(logs + 1, sizeof(*clocks->clock)),
		.of = calloc(logs + 1, sizeof(*clocks->of)),
		.shift = calloc(logs + 1, sizeof(*clocks->shift)),
	};
	if (!clocks->clock || !clocks->of || !clocks->shift ||
	    find_clocks(clocks)) {
		clocks_fini(clocks);
		return ENOMEM;
	}
	find_base(clocks);
	place(clocks);
	return 0;
}

void clocks_fini(struct clocks *clocks)
{
	free(clocks->clock);
	free(clocks->of);
	free(clocks->shift);
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
	for (size_t i = 0; i < clocks->logs; i++)
		if (has_path_end(clocks->log[i].name, name) ||
		    !strcmp(clocks->log[i].origin->host, name))
			return true;
	return false;
}

struct skew_range clocks_range(const struct clocks *clocks, size_t number)
{
	struct skew_range range = { INT64_MAX, INT64_MIN };

	for (size_t i = 0; i < clocks->logs; i++) {
		const struct clock_log *log = &clocks->log[i];

		if (clocks->of[i] != number || !log->has_times)
			continue;
		if (stamp_ns(&log->first) < range.first_ns)
			range.first_ns = stamp_ns(&log->first);
		if (stamp_ns(&log->last) > range.last_ns)
			range.last_ns = stamp_ns(&log->last);
	}
	return range.first_ns <= range.last_ns ? range :
						 (struct skew_range){ 0, 0 };
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

/* A bound is not used for an offset, and may tell that the one used is wrong. */
static const char *disproof(const struct skew_found *found, int64_t used_ns)
{
	const bool is_disproved =
		(found->kind == SKEW_AT_LEAST && used_ns < found->shift.ns) ||
		(found->kind == SKEW_AT_MOST && used_ns > found->shift.ns);

	return is_disproved ? ", by which messages come before they were sent" :
			      "";
}

static void put_messages(char words[WORDS], const struct skew_found *found)
{
	char offset[OFFSET_MAX], gap[OFFSET_MAX], count[TEXT_MAX];
	const char *plural = text_plural(found->messages);

	text_count(count, found->messages);
	switch (found->kind) {
	case SKEW_UNKNOWN:
		*words = '\0';
		break;
	case SKEW_AT_LEAST:
	case SKEW_AT_MOST:
		offset_alone(offset, found->shift.ns);
		snprintf(words, WORDS,
			 "at %s %s from %s message pair%s, none the other way",
			 found->kind == SKEW_AT_LEAST ? "least" : "most",
			 offset, count, plural);
		break;
	case SKEW_KNOWN:
		offset_of_shift(offset, &found->shift);
		snprintf(words, WORDS, "%s from %s message pair%s", offset,
			 count, plural);
		break;
	case SKEW_CONTRADICTED:
		offset_of_shift(offset, &found->shift);
		snprintf(words, WORDS,
			 "%s from %s message pair%s, which contradict each "
			 "other by %s, as if a clock was set",
			 offset, count, plural,
			 offset_size(gap, found->lack_ns));
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
			   "using the %s%s",
			   name, to, words, messages,
			   is_bound(found) ? "latter" : "former",
			   disproof(found, kernel->offset_ns));
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
		talk_plain("%s: clock offset to %s %s%s%s", name, to, messages,
			   is_bound(found) ? "" : ": not shifted",
			   disproof(found, 0));
}

/* The first clock may have been shifted by hand, which shifts the others. */
static void take_shift(struct clocks *clocks, size_t number,
		       const struct clock_shift *shift)
{
	struct clock *clock = &clocks->clock[number];

	clock->shift = *shift;
	clock_shift_extend(&clock->shift, &clocks->clock[clocks->base].shift);
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

static enum clock_way choose_way(const struct clock *clock,
				 const struct kernel *kernel,
				 const struct skew_found *found)
{
	if (is_bound(found))
		return CLOCK_MESSAGES;
	if (clock->placed_ns)
		return CLOCK_PLACED;
	return kernel->is_known ? CLOCK_KERNEL : CLOCK_UNKNOWN;
}

/* Clocks beyond a number are not reported. */
static bool is_reported(const struct clocks *clocks, size_t number)
{
	return !clocks->is_silent &&
	       (!clocks->silent_from || number < clocks->silent_from);
}

static void find_offset(struct clocks *clocks, size_t number,
			const struct skew *skew)
{
	const struct clock *first = &clocks->clock[clocks->base];
	struct clock *clock = &clocks->clock[number];
	const struct kernel kernel = ask_kernels(first->origin, clock->origin);
	struct skew_found found = { .kind = SKEW_UNKNOWN };

	if (skew)
		skew_find(skew, number, &found);
	clock->way = choose_way(clock, &kernel, &found);
	clock->messages = found.messages;
	clock->is_contradicted = found.kind == SKEW_CONTRADICTED;
	if (clock->way == CLOCK_MESSAGES)
		take_shift(clocks, number, &found.shift);
	else if (clock->way == CLOCK_PLACED)
		take_shift(clocks, number,
			   &(struct clock_shift){ .ns = clock->placed_ns });
	else if (clock->way == CLOCK_KERNEL)
		take_shift(
			clocks, number,
			&(struct clock_shift){ .ns = kernel.offset_ns,
					       .error_ns = kernel.error_ns });
	if (is_reported(clocks, number))
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

/* The hand of a log is that of its name, or of its host: one clock may be that of
 * several hosts, which are containers. */
static const struct clock_hand *hand_of(const struct clock_log *log,
					const struct clock_hand *hands,
					size_t count)
{
	const struct clock_hand *hand = find_hand(log->name, hands, count);

	return hand ? hand : find_hand(log->origin->host, hands, count);
}

static void shift_log(struct clocks *clocks, size_t log,
		      const struct clock_hand *hands, size_t count)
{
	const struct clock *clock = &clocks->clock[clocks->of[log]];
	struct clock_shift *shift = &clocks->shift[log];
	const struct clock_hand *hand;

	*shift = clock->shift;
	hand = hand_of(&clocks->log[log], hands, count);
	if (!hand)
		return;
	if (!clocks->is_silent &&
	    find_hand(clocks->log[log].name, hands, count))
		tell_hand(hand);
	*shift = (struct clock_shift){
		.ns = clock_shift_sum(hand->offset_ns, clock->placed_ns),
	};
}

/* True if each of its logs is set, so that nothing is left to find out. */
static bool is_by_hand(const struct clocks *clocks, size_t number,
		       const struct clock_hand *hands, size_t count)
{
	if (!count)
		return false;
	for (size_t i = 0; i < clocks->logs; i++)
		if (clocks->of[i] == number &&
		    !hand_of(&clocks->log[i], hands, count))
			return false;
	return true;
}

/* True if a log of the clock has it for its host. */
static bool is_for_host(const struct clocks *clocks, size_t number,
			const struct clock_hand *hand)
{
	for (size_t i = 0; i < clocks->logs; i++)
		if (clocks->of[i] == number &&
		    has_path_end(clocks->log[i].origin->host, hand->name))
			return true;
	return false;
}

static void tell_hosts(const struct clocks *clocks, size_t number,
		       const struct clock_hand *hands, size_t count)
{
	for (size_t i = 0; !clocks->is_silent && i < count; i++)
		if (find_hand(hands[i].name, hands, count) == &hands[i] &&
		    is_for_host(clocks, number, &hands[i]))
			tell_hand(&hands[i]);
}

static void settle(struct clocks *clocks, size_t number,
		   const struct skew *skew, const struct clock_hand *hands,
		   size_t count)
{
	struct clock *clock = &clocks->clock[number];
	const struct clock_hand *hand =
		find_hand(clock->origin->host, hands, count);

	if (number == clocks->base)
		clock->way = CLOCK_BASE;
	tell_hosts(clocks, number, hands, count);
	if (is_by_hand(clocks, number, hands, count)) {
		clock->shift.ns = hand ? hand->offset_ns : 0;
		clock->way = CLOCK_HAND;
	} else if (number != clocks->base) {
		find_offset(clocks, number, skew);
	}
}

/* The reference clock goes first. */
void clocks_settle(struct clocks *clocks, const struct skew *skew,
		   const struct clock_hand *hands, size_t count)
{
	if (clocks->count)
		settle(clocks, clocks->base, skew, hands, count);
	for (size_t i = 0; i < clocks->count; i++)
		if (i != clocks->base)
			settle(clocks, i, skew, hands, count);
	for (size_t i = 0; i < clocks->logs; i++)
		shift_log(clocks, i, hands, count);
}
