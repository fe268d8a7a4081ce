/*
 * glyph.h - a cell as a character
 *
 * The share of its time that is busy in eighths, or how many events it has, on a
 * logarithmic scale. A loss is more important than either.
 */
#ifndef CHART_GLYPH_H
#define CHART_GLYPH_H

#include <stdbool.h>

#include "chart/cells.h"

enum { GLYPH_EIGHTHS = 8, GLYPH_LOSS, GLYPH_EVENTS, GLYPHS };

/* The number of the glyph: 0, for nothing, to GLYPH_EIGHTHS; GLYPH_LOSS; or GLYPH_EVENTS, for events
 * outside of spans. most: the most events of a cell in a strip that is not drawn
 * by its time, else 0. */
unsigned glyph_of(const struct cell *cell, int64_t width_ns, uint64_t most);

/* The glyph as a character of UTF-8 or ASCII. */
const char *glyph_text(unsigned glyph, bool ascii);

#endif
