/*
 * history.c - the last values of rates, by name
 */
#include "screen/history.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "chart/glyph.h"

void history_fini(struct history *history)
{
	pxt_map_fini(&history->numbers);
	free(history->values);
	*history = (struct history){ .count = 0 };
}

/* NULL: none, and there is no room or memory for one. */
static struct history_values *find(struct history *history, const char *name)
{
	size_t *number = pxt_map_at(&history->numbers, name, strlen(name));

	if (!number)
		return NULL;
	if (!*number) {
		if (pxt_array_reserve_zeroed(&history->values, &history->room,
					     history->count + 1,
					     sizeof(*history->values)))
			return NULL;
		*number = ++history->count;
	}
	return &history->values[*number - 1];
}

int history_add(struct history *history, const char *name, double value)
{
	struct history_values *values;

	if (history->count == HISTORY_NAMES &&
	    !pxt_map_get(&history->numbers, name, strlen(name)))
		return 0;
	values = find(history, name);
	if (!values)
		return ENOMEM;
	values->value[values->count++ % HISTORY_VALUES] = value;
	return 0;
}

/* A value by its age: 0 is the last one. */
static double value_at(const struct history_values *values, uint64_t age)
{
	return age < values->count ? values->value[(values->count - 1 - age) %
						   HISTORY_VALUES] :
				     0;
}

static const char *glyph(double value, double most, bool ascii)
{
	const double eighths = most > 0 ? ceil(8 * value / most) : 0;

	return glyph_text(value > 0 ? (unsigned)fmax(fmin(eighths, 8), 1) : 0,
			  ascii);
}

char *history_line(const struct history *history, const char *name,
		   unsigned width, bool ascii, char text[HISTORY_TEXT])
{
	const size_t number =
		pxt_map_get(&history->numbers, name, strlen(name));
	const struct history_values *values;
	double most = 0;
	size_t len = 0;

	*text = '\0';
	if (!number)
		return text;
	values = &history->values[number - 1];
	if (width > HISTORY_VALUES)
		width = HISTORY_VALUES;
	for (unsigned i = 0; i < width; i++)
		most = fmax(most, value_at(values, i));
	for (unsigned i = width; i--;)
		len += (size_t)snprintf(
			text + len, HISTORY_TEXT - len, "%s",
			glyph(value_at(values, i), most, ascii));
	return text;
}
