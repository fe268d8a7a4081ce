/*
 * skew.c - offsets of clocks, by messages between them
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "source/clocks/skew.h"

#define NO_MESSAGE INT64_MAX

int skew_init(struct skew *skew, size_t clocks)
{
	skew->clocks = clocks;
	skew->least = calloc(clocks * clocks, sizeof(*skew->least));
	skew->messages = calloc(clocks * clocks, sizeof(*skew->messages));
	if (!skew->least || !skew->messages) {
		skew_fini(skew);
		return ENOMEM;
	}
	for (size_t i = 0; i < clocks * clocks; i++)
		skew->least[i] = NO_MESSAGE;
	return 0;
}

void skew_fini(struct skew *skew)
{
	free(skew->least);
	free(skew->messages);
	*skew = (struct skew){ 0 };
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
}

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
int skew_settle(struct skew *skew)
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

static uint64_t count_messages(const struct skew *skew, size_t clock)
{
	uint64_t sum = 0;

	for (size_t other = 0; other < skew->clocks; other++)
		sum += skew->messages[clock * skew->clocks + other] +
		       skew->messages[other * skew->clocks + clock];
	return sum;
}

static void find_middle(int64_t least, int64_t most, struct skew_found *found)
{
	const bool fits = least <= most;
	const uint64_t gap = fits ? (uint64_t)most - (uint64_t)least :
				    (uint64_t)least - (uint64_t)most;

	found->kind = fits ? SKEW_KNOWN : SKEW_CONTRADICTED;
	found->error_ns = gap / 2 + gap % 2;
	found->offset_ns = (fits ? least : most) + (int64_t)(gap / 2);
}

void skew_find(const struct skew *skew, size_t clock, struct skew_found *found)
{
	const int64_t away = skew->least[clock]; /* distance from the first
						  * clock */
	const int64_t home = skew->least[clock * skew->clocks];

	*found = (struct skew_found){
		.messages = count_messages(skew, clock),
	};
	if (away != NO_MESSAGE && home != NO_MESSAGE) {
		find_middle(-away, home, found);
	} else if (away != NO_MESSAGE) {
		found->kind = SKEW_AT_LEAST;
		found->offset_ns = -away;
	} else if (home != NO_MESSAGE) {
		found->kind = SKEW_AT_MOST;
		found->offset_ns = home;
	}
}
