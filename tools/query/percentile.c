/*
 * percentile.c - percentiles as a function of SQL: percentile(x, 99)
 *
 * The value below which, or at which, so many percent of the numbers lie: the
 * least number that has p percent of them at or below it, as stat has it. It is
 * one of the numbers, so integers stay integers. What is not a number is left
 * out.
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "query/percentile.h"

struct percentile_number {
	bool is_real;
	int64_t integer;
	double real; /* also of an integer */
};

struct percentile {
	struct percentile_number *number;
	size_t count, room;
	double percent;
	const char *wrong; /* NULL: nothing */
};

static void read_percent(struct percentile *percentile, sqlite3_value *value)
{
	const double percent = sqlite3_value_double(value);

	if (sqlite3_value_numeric_type(value) == SQLITE_TEXT ||
	    !(percent >= 0 && percent <= 100))
		percentile->wrong =
			"percentile(x, p): p is a number from 0 to 100";
	else if (percentile->count && percent != percentile->percent)
		percentile->wrong =
			"percentile(x, p): p is the same in all rows";
	percentile->percent = percent;
}

static void add_number(struct percentile *percentile, sqlite3_value *value)
{
	const int type = sqlite3_value_numeric_type(value);
	struct percentile_number *number;

	if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
		return;
	if (pxt_array_reserve(&percentile->number, &percentile->room,
			      percentile->count + 1, sizeof(*number))) {
		percentile->wrong = "out of memory";
		return;
	}
	number = &percentile->number[percentile->count++];
	number->is_real = type == SQLITE_FLOAT;
	number->integer = sqlite3_value_int64(value);
	number->real = sqlite3_value_double(value);
}

static void step(sqlite3_context *context, int count, sqlite3_value **value)
{
	struct percentile *percentile =
		sqlite3_aggregate_context(context, sizeof(*percentile));

	if (!percentile || percentile->wrong)
		return;
	if (count > 1)
		read_percent(percentile, value[1]);
	else
		percentile->percent = 50;
	add_number(percentile, value[0]);
}

static int compare(const void *a, const void *b)
{
	const struct percentile_number *one = a, *other = b;

	if (!one->is_real && !other->is_real)
		return (one->integer > other->integer) -
		       (one->integer < other->integer);
	return (one->real > other->real) - (one->real < other->real);
}

/* In integers: 7 percent of a hundred numbers are a little more than seven of
 * them where binary fractions are multiplied. */
static size_t rank_of(const struct percentile *percentile)
{
	const uint64_t parts = (uint64_t)llround(percentile->percent * 1e6);
	const uint64_t all = 100000000;
	const unsigned __int128 product =
		(unsigned __int128)percentile->count * parts;

	return (size_t)((product + all - 1) / all);
}

static void give(sqlite3_context *context, struct percentile *percentile)
{
	const struct percentile_number *number;
	size_t rank = rank_of(percentile);

	qsort(percentile->number, percentile->count,
	      sizeof(*percentile->number), compare);
	number = &percentile->number[rank ? rank - 1 : 0];
	if (number->is_real)
		sqlite3_result_double(context, number->real);
	else
		sqlite3_result_int64(context, number->integer);
}

static void finish(sqlite3_context *context)
{
	struct percentile *percentile = sqlite3_aggregate_context(context, 0);

	if (!percentile)
		return;
	if (percentile->wrong)
		sqlite3_result_error(context, percentile->wrong, -1);
	else if (percentile->count)
		give(context, percentile);
	free(percentile->number);
}

int percentile_add(sqlite3 *database)
{
	const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
	int code;

	code = sqlite3_create_function(database, "percentile", 2, flags, NULL,
				       NULL, step, finish);
	return code != SQLITE_OK ?
		       code :
		       sqlite3_create_function(database, "median", 1, flags,
					       NULL, NULL, step, finish);
}
