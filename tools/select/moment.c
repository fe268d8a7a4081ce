/*
 * moment.c - times in users' notation
 *
 * Each parser accepts a whole text or refuses it. The take functions consume a
 * part of the text, if it is there.
 */
#include <string.h>

#include "select/moment.h"

enum {
	NS_PER_S = 1000000000,
	NS_DIGITS = 9,
	SECONDS_DIGITS = 10,
	RANGE_MAX = TRACE_EVENT_NAME_MAX + 32, /* longest time */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool take_char(const char **at, char c)
{
	if (**at != c)
		return false;
	++*at;
	return true;
}

/* Takes digits, between least and most. */
static bool take_number(const char **at, unsigned least, unsigned most,
			int64_t *number)
{
	unsigned digits = 0;

	*number = 0;
	for (; is_digit(**at) && digits < most; digits++)
		*number = *number * 10 + (*(*at)++ - '0');
	return digits >= least && !is_digit(**at);
}

/* Takes "" or ".5", in billionths; more digits are dropped. */
static bool take_fraction(const char **at, int64_t *billionths)
{
	unsigned digits = 0;

	*billionths = 0;
	if (!take_char(at, '.'))
		return true;
	for (; is_digit(**at); ++*at, digits++)
		if (digits < NS_DIGITS)
			*billionths = *billionths * 10 + (**at - '0');
	if (!digits)
		return false;
	for (; digits < NS_DIGITS; digits++)
		*billionths *= 10;
	return true;
}

/* "ms"; without a unit, seconds. */
static bool take_unit(const char **at, int64_t *unit_ns)
{
	static const struct {
		const char *name;
		int64_t ns;
	} units[] = {
		{ "", NS_PER_S },
		{ "ns", 1 },
		{ "us", 1000 },
		{ "ms", 1000000 },
		{ "s", NS_PER_S },
		{ "m", INT64_C(60) * NS_PER_S },
		{ "h", INT64_C(3600) * NS_PER_S },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(*at, units[i].name))
			continue;
		*unit_ns = units[i].ns;
		*at += strlen(*at);
		return true;
	}
	return false;
}

/* Avoids overflow: billionths of a unit first. */
static bool scale(int64_t number, int64_t billionths, int64_t unit_ns,
		  int64_t *ns)
{
	int64_t part = unit_ns >= NS_PER_S ? unit_ns / NS_PER_S * billionths :
					     unit_ns * billionths / NS_PER_S;

	return !__builtin_mul_overflow(number, unit_ns, ns) &&
	       !__builtin_add_overflow(*ns, part, ns);
}

/* "14:03", "14:03:07.118" */
static bool take_clock(const char **at, struct moment *when)
{
	int64_t hour, minute, second = 0;

	if (!take_number(at, 1, 2, &hour) || !take_char(at, ':') ||
	    !take_number(at, 2, 2, &minute))
		return false;
	if (take_char(at, ':') &&
	    (!take_number(at, 2, 2, &second) || !take_fraction(at, &when->ns)))
		return false;

	when->tm.tm_hour = (int)hour;
	when->tm.tm_min = (int)minute;
	when->tm.tm_sec = (int)second;
	return hour < 24 && minute < 60 && second < 60;
}

static bool is_day(const struct tm *tm)
{
	struct tm same = { .tm_year = tm->tm_year,
			   .tm_mon = tm->tm_mon,
			   .tm_mday = tm->tm_mday };

	return timegm(&same) != (time_t)-1 && same.tm_mon == tm->tm_mon &&
	       same.tm_mday == tm->tm_mday;
}

/* "2026-09-21" */
static bool take_day(const char **at, struct moment *when)
{
	int64_t year, month, day;

	if (!take_number(at, 4, 4, &year) || !take_char(at, '-') ||
	    !take_number(at, 2, 2, &month) || !take_char(at, '-') ||
	    !take_number(at, 2, 2, &day))
		return false;

	when->tm.tm_year = (int)year - 1900;
	when->tm.tm_mon = (int)month - 1;
	when->tm.tm_mday = (int)day;
	return is_day(&when->tm);
}

static bool parse_clock(const char *at, struct moment *when)
{
	when->kind = MOMENT_CLOCK;
	if (!take_clock(&at, when))
		return false;
	when->utc = take_char(&at, 'Z');
	return !*at;
}

static bool parse_date(const char *at, struct moment *when)
{
	when->kind = MOMENT_DATE;
	if (!take_day(&at, when))
		return false;
	if ((take_char(&at, 'T') || take_char(&at, ' ')) &&
	    !take_clock(&at, when))
		return false;
	when->utc = take_char(&at, 'Z');
	return !*at;
}

static bool parse_distance(const char *at, char sign, struct moment *when)
{
	int64_t number, billionths, unit_ns;

	return take_char(&at, sign) &&
	       take_number(&at, 1, 2 * NS_DIGITS, &number) &&
	       take_fraction(&at, &billionths) && take_unit(&at, &unit_ns) &&
	       scale(number, billionths, unit_ns, &when->ns);
}

static bool parse_offset(const char *at, struct moment *when)
{
	when->kind = MOMENT_OFFSET;
	return parse_distance(at, '+', when);
}

static bool parse_tail(const char *at, struct moment *when)
{
	when->kind = MOMENT_TAIL;
	return parse_distance(at, '-', when);
}

/* Names may contain colons. */
static bool parse_event(const char *at, struct moment *when)
{
	const char *colon = strrchr(at, ':');
	size_t len;

	when->kind = MOMENT_EVENT;
	if (!take_char(&at, '@') || !colon || colon == at)
		return false;
	len = (size_t)(colon - at);
	if (len >= sizeof(when->event))
		return false;
	memcpy(when->event, at, len);
	at = colon + 1;
	return take_number(&at, 1, 2 * NS_DIGITS, &when->ns) && when->ns &&
	       !*at;
}

static bool parse_epoch(const char *at, struct moment *when)
{
	int64_t number, billionths;

	when->kind = MOMENT_EPOCH;
	return take_char(&at, '@') &&
	       take_number(&at, 1, SECONDS_DIGITS, &number) &&
	       take_fraction(&at, &billionths) && !*at &&
	       scale(number, billionths, NS_PER_S, &when->ns);
}

static bool (*const parsers[])(const char *, struct moment *) = {
	parse_offset, parse_tail, parse_epoch,
	parse_event,  parse_date, parse_clock,
};

bool moment_parse(const char *text, struct moment *when)
{
	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++) {
		memset(when, 0, sizeof(*when));
		if (parsers[i](text, when))
			return true;
	}
	when->kind = MOMENT_NEVER;
	return false;
}

static bool parse_end(const char *text, struct moment *when)
{
	*when = (struct moment){ .kind = MOMENT_NEVER };
	return !*text || moment_parse(text, when);
}

bool moment_parse_range(const char *text, struct moment *from,
			struct moment *to)
{
	const char *dots = strstr(text, "..");
	char first[RANGE_MAX];
	size_t len;

	if (!dots)
		return false;
	len = (size_t)(dots - text);
	if (len >= sizeof(first))
		return false;
	memcpy(first, text, len);
	first[len] = '\0';
	return parse_end(first, from) && parse_end(dots + 2, to) &&
	       (from->kind || to->kind);
}

static struct timespec add(time_t second, int64_t ns)
{
	struct timespec sum = {
		.tv_sec = second + (time_t)(ns / NS_PER_S),
		.tv_nsec = (long)(ns % NS_PER_S),
	};

	if (sum.tv_nsec >= NS_PER_S) {
		sum.tv_nsec -= NS_PER_S;
		sum.tv_sec++;
	} else if (sum.tv_nsec < 0) {
		sum.tv_nsec += NS_PER_S;
		sum.tv_sec--;
	}
	return sum;
}

static void set_day(struct tm *tm, const struct timespec *first, bool utc)
{
	struct tm day = { 0 };

	if (utc)
		gmtime_r(&first->tv_sec, &day);
	else
		localtime_r(&first->tv_sec, &day);
	tm->tm_year = day.tm_year;
	tm->tm_mon = day.tm_mon;
	tm->tm_mday = day.tm_mday;
}

static time_t second_of(const struct moment *when, const struct moment_log *log)
{
	const bool utc = when->utc || log->utc;
	struct tm tm = when->tm;

	if (when->kind == MOMENT_CLOCK)
		set_day(&tm, &log->first, utc);
	tm.tm_isdst = -1; /* ambiguous hours are left to the C library */
	return utc ? timegm(&tm) : mktime(&tm);
}

struct timespec moment_resolve(const struct moment *when,
			       const struct moment_log *log)
{
	struct timespec sum;

	switch (when->kind) {
	case MOMENT_TAIL:
		sum = add(log->last.tv_sec, -when->ns);
		return add(sum.tv_sec, sum.tv_nsec + log->last.tv_nsec);
	case MOMENT_EVENT:
		return log->event;
	case MOMENT_OFFSET:
		sum = add(log->first.tv_sec, when->ns);
		return add(sum.tv_sec, sum.tv_nsec + log->first.tv_nsec);
	case MOMENT_DATE:
	case MOMENT_CLOCK:
		return add(second_of(when, log), when->ns);
	default:
		return add(0, when->ns);
	}
}
