/*
 * limits.c - limits of measures that a user sets
 */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/misuse.h"
#include "common/command.h"
#include "common/quantity.h"
#include "diff/limits.h"

enum { FIRST_OPTION = 0x5000 }; /* distinct from commands' options */

enum { GROUP = 3 };

static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0,
	  "Limits, each for all or for NAME=: +10%, -10%, 2ms, 1000:", GROUP },
	{ "max-count", FIRST_OPTION + LIMIT_COUNT, "LIMIT", 0,
	  "of events in a run", GROUP },
	{ "max-rate", FIRST_OPTION + LIMIT_RATE, "LIMIT", 0,
	  "of events a second", GROUP },
	{ "max-p50", FIRST_OPTION + LIMIT_P50, "LIMIT", 0,
	  "of the median of a span", GROUP },
	{ "max-p99", FIRST_OPTION + LIMIT_P99, "LIMIT", 0,
	  "of the 99th percentile of a span", GROUP },
	{ "max-max", FIRST_OPTION + LIMIT_LONGEST, "LIMIT", 0,
	  "of the longest span", GROUP },
	{ "max-errors", FIRST_OPTION + LIMIT_ERRORS, "LIMIT", 0,
	  "of each error in a run", GROUP },
	{ "max-lost", FIRST_OPTION + LIMIT_LOST, "LIMIT", 0,
	  "of lost events in a run", GROUP },
	{ 0 },
};

static bool parse_number(const char *text, double *value)
{
	char *end;

	if (!strchr("0123456789.", *text) || !*text)
		return false;
	*value = strtod(text, &end);
	return !*end && isfinite(*value);
}

/* Zero, with a unit or without, is a limit, and no duration elsewhere. */
static bool is_zero(const char *text)
{
	const char *unit = text + strspn(text, "0");
	const size_t zeroes = (size_t)(unit - text);
	char one[16];
	double number;
	int64_t ns;

	if (parse_number(text, &number))
		return number == 0;
	if (*unit == '.')
		unit += 1 + strspn(unit + 1, "0");
	snprintf(one, sizeof(one), "1%s", unit);
	return zeroes && !(*unit >= '0' && *unit <= '9') &&
	       strlen(one) < sizeof(one) - 1 && quantity_duration(one, &ns);
}

static bool parse_time(const char *text, double *value)
{
	int64_t ns = 0;

	if (!quantity_duration(text, &ns) && !is_zero(text))
		return false;
	*value = (double)ns;
	return true;
}

static bool parse_percent(const char *text, size_t len, double *value)
{
	char digits[32];

	if (!len || len >= sizeof(digits))
		return false;
	memcpy(digits, text, len);
	digits[len] = '\0';
	return parse_number(digits, value);
}

static bool parse_limit(struct limit *limit, const char *text)
{
	size_t len;

	if (*text == '+' || *text == '-')
		limit->kind = *text++ == '+' ? LIMIT_MORE : LIMIT_LESS;
	len = strlen(text);
	if (len && text[len - 1] == '%') {
		limit->is_percent = true;
		return limit->kind != LIMIT_MOST &&
		       parse_percent(text, len - 1, &limit->value);
	}
	return limit_is_of_time(limit->of) ? parse_time(text, &limit->value) :
					     parse_number(text, &limit->value);
}

static void add(struct limits *limits, enum limit_of of, char *arg,
		struct argp_state *state)
{
	const char *option = option_table[1 + of].name;
	struct limit limit = { .of = of, .name = "*" };
	char *equals = of == LIMIT_LOST ? NULL : strrchr(arg, '=');

	if (!parse_limit(&limit, equals ? equals + 1 : arg) || equals == arg)
		misuse(state,
		       "--%s=%s: expected %sLIMIT, as +10%%, -10%% or %s",
		       option, arg, of == LIMIT_LOST ? "" : "[NAME=]",
		       limit_is_of_time(of) ? "2ms" : "1000");
	if (equals) {
		*equals = '\0';
		limit.name = arg;
	}
	if (pxt_array_reserve(&limits->limit, &limits->room, limits->count + 1,
			      sizeof(limit)))
		argp_failure(state, EXIT_SYSTEM, ENOMEM, "--%s", option);
	limits->limit[limits->count++] = limit;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	if (key < FIRST_OPTION || key > FIRST_OPTION + LIMIT_LOST)
		return ARGP_ERR_UNKNOWN;
	add(state->input, (enum limit_of)(key - FIRST_OPTION), arg, state);
	return 0;
}

const struct argp limits_argp = {
	.options = option_table,
	.parser = parse,
};

void limits_fini(struct limits *limits)
{
	free(limits->limit);
}

static bool exceeds(const struct limit *limit, double before, double after)
{
	const double step =
		limit->is_percent ? before * limit->value / 100 : limit->value;

	switch (limit->kind) {
	case LIMIT_MOST:
		return after > limit->value;
	case LIMIT_MORE:
		return after > before + step;
	case LIMIT_LESS:
		return after < before - step;
	}
	return false;
}

bool limit_is_for(const struct limit *limit, const char *name)
{
	return !fnmatch(limit->name, name, 0);
}

static bool is_for(const struct limit *limit, enum limit_of of,
		   const char *name)
{
	return limit->of == of && limit_is_for(limit, name);
}

bool limits_have(const struct limits *limits, enum limit_of of,
		 const char *name)
{
	for (size_t i = 0; i < limits->count; i++)
		if (is_for(&limits->limit[i], of, name))
			return true;
	return false;
}

bool limits_judge(const struct limits *limits, enum limit_of of,
		  const char *name, double before, double after, bool *exceeded)
{
	bool is_there = false;

	*exceeded = false;
	for (size_t i = 0; i < limits->count; i++) {
		const struct limit *limit = &limits->limit[i];

		if (!is_for(limit, of, name))
			continue;
		is_there = true;
		*exceeded |= exceeds(limit, before, after);
	}
	return is_there;
}
