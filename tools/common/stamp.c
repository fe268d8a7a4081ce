/*
 * stamp.c - columns of time
 *
 * Most lines share their second with the previous line: the C library converts
 * once per second of the trace, and the rest is digits.
 */
#include <stdio.h>
#include <string.h>

#include "common/stamp.h"

enum {
	NS_PER_S = 1000000000,
	DURATION = 31, /* bytes of a duration, at most */
	DELTA = STAMP_DELTA_WIDTH + 1 + DURATION,
	TIME = 32, /* bytes of a time, at most */
};

/* clang-format off */
const struct word stamp_forms[] = {
	{ "local", STAMP_LOCAL },     { "utc", STAMP_UTC },
	{ "elapsed", STAMP_ELAPSED }, { "delta", STAMP_DELTA },
	{ "raw", STAMP_RAW },	      { "auto", STAMP_AUTO },
	{ 0 },
};
/* clang-format on */

static const size_t widths[] = {
	[STAMP_LOCAL] = 18, [STAMP_UTC] = 18, [STAMP_ELAPSED] = 18,
	[STAMP_DELTA] = 0,  [STAMP_RAW] = 19,
};

struct timespec stamp_time(int64_t ns)
{
	struct timespec time = { .tv_sec = ns / NS_PER_S,
				 .tv_nsec = ns % NS_PER_S };

	if (time.tv_nsec < 0) {
		time.tv_nsec += NS_PER_S;
		time.tv_sec--;
	}
	return time;
}

void stamp_init(struct stamp *stamp, enum stamp_form form)
{
	*stamp = (struct stamp){
		.form = form == STAMP_AUTO ? STAMP_LOCAL : form,
	};
}

void stamp_count_from(struct stamp *stamp, const struct timespec *time)
{
	stamp->counts = true;
	stamp->first = stamp_ns(time);
}

static bool is_clock(const struct stamp *stamp)
{
	return stamp->form == STAMP_LOCAL || stamp->form == STAMP_UTC;
}

static void convert_second(struct stamp *stamp)
{
	struct tm day = { 0 };

	if (stamp->form == STAMP_UTC)
		gmtime_r(&stamp->second, &day);
	else
		localtime_r(&stamp->second, &day);

	out_digits(stamp->clock, 2, (unsigned)day.tm_hour);
	stamp->clock[2] = ':';
	out_digits(stamp->clock + 3, 2, (unsigned)day.tm_min);
	stamp->clock[5] = ':';
	out_digits(stamp->clock + 6, 2, (unsigned)day.tm_sec);

	stamp->new_day = stamp->lines == 1 ||
			 day.tm_yday != stamp->day.tm_yday ||
			 day.tm_year != stamp->day.tm_year;
	stamp->day = day;
}

void stamp_move(struct stamp *stamp, const struct timespec *time)
{
	stamp->lines++;
	stamp->before = stamp->now;
	stamp->now = stamp_ns(time);
	stamp->ns = (uint32_t)((uint64_t)time->tv_nsec % NS_PER_S);

	stamp->new_day = false;
	if (is_clock(stamp) &&
	    (stamp->lines == 1 || time->tv_sec != stamp->second)) {
		stamp->second = time->tv_sec;
		convert_second(stamp);
	}

	if (stamp->lines == 1 && !stamp->counts)
		stamp->first = stamp->now;
}

void stamp_put_date(const struct stamp *stamp, struct out *out)
{
	char date[64];

	snprintf(date, sizeof(date), "%04d-%02d-%02d%s",
		 stamp->day.tm_year + 1900, stamp->day.tm_mon + 1,
		 stamp->day.tm_mday, stamp->form == STAMP_UTC ? " UTC" : "");
	out_text(out, date);
}

/* Nine digits, without a loop of divisions that wait for each other. */
static void put_nanoseconds(char *at, uint32_t ns)
{
	const uint32_t rest = ns % 100000000;
	const uint32_t high = rest / 10000, low = rest % 10000;

	at[0] = (char)('0' + ns / 100000000);
	out_pair(at + 1, high / 100);
	out_pair(at + 3, high % 100);
	out_pair(at + 5, low / 100);
	out_pair(at + 7, low % 100);
}

static char *print_clock(const struct stamp *stamp, char *at)
{
	memcpy(at, stamp->clock, STAMP_CLOCK);
	at[8] = '.';
	put_nanoseconds(at + 9, stamp->ns);
	return at + 18;
}

static uint64_t magnitude(int64_t ns)
{
	return ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
}

/* Right-aligned: "    +12.345678901". */
static char *print_elapsed(const struct stamp *stamp, char *at)
{
	const int64_t elapsed = stamp->now - stamp->first;
	const uint64_t ns = magnitude(elapsed);
	const uint64_t seconds = ns / NS_PER_S;
	const unsigned digits = out_digits_of(seconds);
	const size_t len = 1 + digits + 10;

	memset(at, ' ', 18);
	if (len < 18)
		at += 18 - len;
	at[0] = elapsed < 0 ? '-' : '+';
	out_digits(at + 1, digits, seconds);
	at[1 + digits] = '.';
	put_nanoseconds(at + 2 + digits, (uint32_t)(ns % NS_PER_S));
	return at + len;
}

static char *print_time(const struct stamp *stamp, char *at)
{
	switch (stamp->form) {
	case STAMP_LOCAL:
	case STAMP_UTC:
		return print_clock(stamp, at);
	case STAMP_ELAPSED:
		return print_elapsed(stamp, at);
	case STAMP_RAW:
		out_digits(at, 19, magnitude(stamp->now));
		return at + 19;
	case STAMP_AUTO: /* resolved before */
	case STAMP_DELTA:
		break;
	}
	return at;
}

void stamp_put_time(const struct stamp *stamp, struct out *out)
{
	char *const at = out_room(out, TIME);

	out_used(out, (size_t)(print_time(stamp, at) - at));
}

size_t stamp_width(const struct stamp *stamp)
{
	return widths[stamp->form];
}

/* Four digits of less than a million thousandths. Truncated: 999.9us never
 * becomes 1000.0us. No character is read that was just written in part. */
static char *print_four(char *at, uint32_t thousandths)
{
	const unsigned whole =
		1 + (thousandths >= 10000) + (thousandths >= 100000);
	const unsigned four = whole == 1 ? thousandths :
			      whole == 2 ? thousandths / 10 :
					   thousandths / 100;
	const char *const high = out_pairs + 2 * (size_t)(four / 100);
	const char *const low = out_pairs + 2 * (size_t)(four % 100);

	at[0] = high[0];
	at[1 + (whole == 1)] = high[1];
	at[2 + (whole < 3)] = low[0];
	at[4] = low[1];
	at[whole] = '.';
	return at + 5;
}

/* Whole seconds may take more than four digits. */
static char *print_seconds(char *at, uint64_t ns)
{
	const uint64_t seconds = ns / NS_PER_S;

	return seconds < 1000 ? print_four(at, (uint32_t)(ns / 1000000)) :
				at + out_print(at, seconds);
}

static char *print_duration(char *at, uint64_t ns)
{
	if (ns < 1000000) {
		at = print_four(at, (uint32_t)ns);
		*at++ = 'u';
	} else if (ns < NS_PER_S) {
		at = print_four(at, (uint32_t)ns / 1000);
		*at++ = 'm';
	} else {
		at = print_seconds(at, ns);
	}
	*at++ = 's';
	return at;
}

void stamp_put_duration(struct out *out, uint64_t ns)
{
	char *const at = out_room(out, DURATION);

	out_used(out, (size_t)(print_duration(at, ns) - at));
}

/* The width of a difference of seconds varies. */
static char *print_padded(char *at, char sign, uint64_t ns)
{
	char text[1 + DURATION];
	const size_t len = (size_t)(print_duration(text + 1, ns) - text);

	text[0] = sign;
	if (len < STAMP_DELTA_WIDTH)
		at += STAMP_DELTA_WIDTH - len;
	memcpy(at, text, len);
	return at + len;
}

static char *print_delta(const struct stamp *stamp, char *at)
{
	const int64_t delta = stamp->now - stamp->before;
	const uint64_t ns = magnitude(delta);
	const char sign = delta < 0 ? '-' : '+';

	memset(at, ' ', STAMP_DELTA_WIDTH);
	if (stamp->lines == 1)
		return at + STAMP_DELTA_WIDTH;
	if (ns >= NS_PER_S)
		return print_padded(at, sign, ns);
	*at = sign;
	return print_duration(at + 1, ns);
}

void stamp_put_delta(const struct stamp *stamp, struct out *out)
{
	char *const at = out_room(out, DELTA);

	out_used(out, (size_t)(print_delta(stamp, at) - at));
}

void stamp_put_columns(const struct stamp *stamp, struct out *out)
{
	char *const begin = out_room(out, TIME + 2 + DELTA + 2);
	char *at = begin;

	if (stamp_width(stamp)) {
		at = print_time(stamp, at);
		memset(at, ' ', 2);
		at += 2;
	}
	at = print_delta(stamp, at);
	memset(at, ' ', 2);
	out_used(out, (size_t)(at + 2 - begin));
}
