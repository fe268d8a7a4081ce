/*
 * spread.c - distributions of durations
 *
 * Durations below 128 ns have a cell each; longer ones are classed by their
 * highest eight bits. The cells of a power of two are allocated with its first
 * duration.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures/spread.h"

enum { MILLION = 1000000, LEVELS = 8, BARS_LEAST = 12, BARS_DECADE = 4 };

static unsigned octave_of(uint64_t ns)
{
	return ns < SPREAD_STEPS ?
		       0 :
		       64 - SPREAD_BITS - (unsigned)__builtin_clzll(ns);
}

static unsigned step_of(uint64_t ns, unsigned octave)
{
	return (octave ? ns >> (octave - 1) : ns) & (SPREAD_STEPS - 1);
}

/* The longest duration of a cell. */
static uint64_t end_of(unsigned octave, unsigned step)
{
	const uint64_t high = SPREAD_STEPS + (uint64_t)step;

	if (!octave)
		return step;
	return (high << (octave - 1)) + ((UINT64_C(1) << (octave - 1)) - 1);
}

int spread_add(struct spread *spread, uint64_t ns)
{
	const unsigned octave = octave_of(ns);

	if (!spread->octave[octave])
		spread->octave[octave] =
			calloc(SPREAD_STEPS, sizeof(*spread->octave[octave]));
	if (!spread->octave[octave])
		return ENOMEM;
	if (!spread->count || ns < spread->least)
		spread->least = ns;
	if (ns > spread->greatest)
		spread->greatest = ns;
	spread->count++;
	spread->octave[octave][step_of(ns, octave)]++;
	return 0;
}

void spread_fini(struct spread *spread)
{
	if (!spread)
		return;
	for (unsigned i = 0; i < SPREAD_OCTAVES; i++)
		free(spread->octave[i]);
	memset(spread, 0, sizeof(*spread));
}

void spread_clear(struct spread *spread)
{
	if (!spread->count)
		return;
	for (unsigned i = 0; i < SPREAD_OCTAVES; i++)
		if (spread->octave[i])
			memset(spread->octave[i], 0,
			       SPREAD_STEPS * sizeof(*spread->octave[i]));
	spread->count = spread->least = spread->greatest = 0;
}

static int merge_octave(uint64_t **octave, const uint64_t *other)
{
	if (!*octave)
		*octave = calloc(SPREAD_STEPS, sizeof(**octave));
	if (!*octave)
		return ENOMEM;
	for (unsigned i = 0; i < SPREAD_STEPS; i++)
		(*octave)[i] += other[i];
	return 0;
}

int spread_merge(struct spread *spread, const struct spread *other)
{
	int err = 0;

	if (!other->count)
		return 0;
	if (!spread->count || other->least < spread->least)
		spread->least = other->least;
	if (other->greatest > spread->greatest)
		spread->greatest = other->greatest;
	spread->count += other->count;
	for (unsigned i = 0; i < SPREAD_OCTAVES && !err; i++)
		if (other->octave[i])
			err = merge_octave(&spread->octave[i],
					   other->octave[i]);
	return err;
}

static uint64_t within(const struct spread *spread, uint64_t ns)
{
	if (ns < spread->least)
		return spread->least;
	return ns > spread->greatest ? spread->greatest : ns;
}

void spread_for_each(const struct spread *spread, spread_visit *visit,
		     void *context)
{
	for (unsigned octave = 0; octave < SPREAD_OCTAVES; octave++) {
		const uint64_t *cell = spread->octave[octave];

		for (unsigned i = 0; cell && i < SPREAD_STEPS; i++)
			if (cell[i] &&
			    !visit(context, within(spread, end_of(octave, i)),
				   cell[i]))
				return;
	}
}

struct rank {
	uint64_t left;
	uint64_t ns;
};

static bool find_rank(void *context, uint64_t ns, uint64_t count)
{
	struct rank *rank = context;

	rank->ns = ns;
	if (count >= rank->left)
		return false;
	rank->left -= count;
	return true;
}

uint64_t spread_quantile(const struct spread *spread, uint32_t millionths)
{
	const unsigned __int128 product =
		(unsigned __int128)spread->count * millionths;
	struct rank rank = {
		.left = (uint64_t)((product + MILLION - 1) / MILLION),
	};

	if (!rank.left)
		return spread->least;
	spread_for_each(spread, find_rank, &rank);
	return rank.ns;
}

/* Bars */

/* Rounds to 1, 2 or 5 times a power of ten, down or up. */
static uint64_t round_down(uint64_t ns)
{
	uint64_t unit = 1;

	while (ns / unit >= 10)
		unit *= 10;
	ns /= unit;
	return (ns >= 5 ? 5 : ns >= 2 ? 2 : 1) * unit;
}

static uint64_t round_up(uint64_t ns)
{
	const uint64_t below = round_down(ns);
	uint64_t unit = below, above;

	if (below == ns)
		return ns;
	while (unit >= 10)
		unit /= 10;
	if (unit == 2)
		return below / 2 * 5;
	return __builtin_mul_overflow(below, 2, &above) ? UINT64_MAX : above;
}

static bool add_to_bar(void *context, uint64_t ns, uint64_t count)
{
	struct spread_bars *bars = context;
	const double width = log((double)bars->to / (double)bars->from);
	double at = 0;

	if (ns > bars->from)
		at = log((double)ns / (double)bars->from) / width * bars->count;
	bars->bar[at < bars->count ? (unsigned)at : bars->count - 1] += count;
	return true;
}

void spread_draw(const struct spread *spread, struct spread_bars *bars)
{
	double decades;

	memset(bars, 0, sizeof(*bars));
	bars->from = round_down(spread->least);
	bars->to = round_up(spread->greatest ? spread->greatest : 1);
	if (bars->to == bars->from)
		bars->to = round_up(bars->from + 1);
	decades = log10((double)bars->to / (double)bars->from);
	bars->count = (unsigned)(decades * BARS_DECADE + 0.5);
	if (bars->count < BARS_LEAST)
		bars->count = BARS_LEAST;
	if (bars->count > SPREAD_BARS)
		bars->count = SPREAD_BARS;
	spread_for_each(spread, add_to_bar, bars);
}

static const char *level(uint64_t count, uint64_t most, bool ascii)
{
	static const char *const utf8[] = { " ", "▁", "▂", "▃", "▄",
					    "▅", "▆", "▇", "█" };
	static const char *const plain[] = { " ", ".", ".", ":", ":",
					     "|", "|", "#", "#" };
	size_t height = 0;

	if (count)
		height = 1 + (size_t)((unsigned __int128)count * (LEVELS - 1) /
				      most);
	return ascii ? plain[height] : utf8[height];
}

void spread_bars_text(const struct spread_bars *bars, bool ascii, char *text)
{
	uint64_t most = 1;

	for (unsigned i = 0; i < bars->count; i++)
		if (bars->bar[i] > most)
			most = bars->bar[i];
	*text = '\0';
	for (unsigned i = 0; i < bars->count; i++)
		text = stpcpy(text, level(bars->bar[i], most, ascii));
}
