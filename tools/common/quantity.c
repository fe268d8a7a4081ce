/*
 * quantity.c - sizes and durations in users' notation
 */
#include <ctype.h>
#include <stddef.h>
#include <strings.h>

#include "common/quantity.h"

struct unit {
	const char *name;
	uint64_t factor;
};

static const struct unit size_units[] = {
	{ "", 1 },
	{ "B", 1 },
	{ "K", UINT64_C(1) << 10 },
	{ "KiB", UINT64_C(1) << 10 },
	{ "M", UINT64_C(1) << 20 },
	{ "MiB", UINT64_C(1) << 20 },
	{ "G", UINT64_C(1) << 30 },
	{ "GiB", UINT64_C(1) << 30 },
	{ "T", UINT64_C(1) << 40 },
	{ "TiB", UINT64_C(1) << 40 },
	{ 0 },
};

static const struct unit duration_units[] = {
	{ "", 1000000000 },
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
	{ "m", UINT64_C(60000000000) },
	{ "min", UINT64_C(60000000000) },
	{ "h", UINT64_C(3600000000000) },
	{ "d", UINT64_C(86400000000000) },
	{ 0 },
};

static const struct unit *find_unit(const struct unit *units, const char *name)
{
	while (units->name && strcasecmp(units->name, name))
		units++;
	return units->name ? units : NULL;
}

/* Parses digits, and at most nine behind a point. Returns the rest of the
 * text. */
static const char *parse_number(const char *text, uint64_t *whole,
				uint64_t *billionths)
{
	const char *begin = text;
	uint64_t place = 100000000;

	*whole = 0;
	*billionths = 0;
	for (; isdigit((unsigned char)*text); text++)
		if (__builtin_mul_overflow(*whole, 10, whole) ||
		    __builtin_add_overflow(*whole, *text - '0', whole))
			return NULL;
	if (text == begin)
		return NULL;
	if (*text != '.')
		return text;
	for (text++; isdigit((unsigned char)*text); text++, place /= 10)
		*billionths += (uint64_t)(*text - '0') * place;
	return text;
}

static bool parse(const char *text, const struct unit *units, uint64_t *out)
{
	uint64_t whole, billionths, sum, part;
	const struct unit *unit;

	text = parse_number(text, &whole, &billionths);
	unit = text ? find_unit(units, text) : NULL;
	if (!unit)
		return false;
	part = (uint64_t)((double)billionths * 1e-9 * (double)unit->factor +
			  0.5);
	if (__builtin_mul_overflow(whole, unit->factor, &sum) ||
	    __builtin_add_overflow(sum, part, &sum) || !sum || sum > INT64_MAX)
		return false;
	*out = sum;
	return true;
}

bool quantity_size(const char *text, uint64_t *bytes)
{
	return parse(text, size_units, bytes);
}

bool quantity_duration(const char *text, int64_t *ns)
{
	uint64_t value;

	if (!parse(text, duration_units, &value))
		return false;
	*ns = (int64_t)value;
	return true;
}
