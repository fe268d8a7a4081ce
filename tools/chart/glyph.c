/*
 * glyph.c - a cell as a character
 */
#include "chart/glyph.h"

#include <math.h>

static unsigned eighths_of_time(const struct cell *cell, int64_t width_ns)
{
	const double share = (double)cell->busy_ns / (double)width_ns;
	const double eighths = ceil(share * GLYPH_EIGHTHS);

	if (!cell->busy_ns)
		return cell->events ? GLYPH_EVENTS : 0;
	return eighths < GLYPH_EIGHTHS ? (unsigned)eighths : GLYPH_EIGHTHS;
}

static unsigned eighths_of_events(uint64_t events, uint64_t most)
{
	if (!events)
		return 0;
	if (events >= most)
		return GLYPH_EIGHTHS;
	return 1 + (unsigned)((GLYPH_EIGHTHS - 1) * log((double)events) /
			      log((double)most));
}

unsigned glyph_of(const struct cell *cell, int64_t width_ns, uint64_t most)
{
	if (cell->is_lossy)
		return GLYPH_LOSS;
	return most ? eighths_of_events(cell->events, most) :
		      eighths_of_time(cell, width_ns);
}

const char *glyph_text(unsigned glyph, bool ascii)
{
	static const char *const blocks[GLYPHS] = { " ", "▁", "▂", "▃",
						    "▄", "▅", "▆", "▇",
						    "█", "░", "·" };
	static const char *const plain[GLYPHS] = { " ", ".", ":", "-", "=", "+",
						   "*", "%", "#", "~", "'" };

	return (ascii ? plain : blocks)[glyph];
}
