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

static void put_clock(const struct stamp *stamp, struct out *out)
{
	char *at = out_room(out, 18);

	memcpy(at, stamp->clock, STAMP_CLOCK);
	at[8] = '.';
	put_nanoseconds(at + 9, (uint32_t)((uint64_t)stamp->now % NS_PER_S));
	out_used(out, 18);
}

static uint64_t magnitude(int64_t ns)
{
	return ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
}

/* Right-aligned: "    +12.345678901". */
static void put_elapsed(const struct stamp *stamp, struct out *out)
{
	const int64_t elapsed = stamp->now - stamp->first;
	const uint64_t ns = magnitude(elapsed);
	const uint64_t seconds = ns / NS_PER_S;
	const unsigned digits = out_digits_of(seconds);
	const size_t len = 1 + digits + 10;
	char *at;

	if (len < 18)
		out_repeat(out, ' ', 18 - len);
	at = out_room(out, len);
	at[0] = elapsed < 0 ? '-' : '+';
	out_digits(at + 1, digits, seconds);
	at[1 + digits] = '.';
	out_digits(at + 2 + digits, 9, ns % NS_PER_S);
	out_used(out, len);
}

void stamp_put_time(const struct stamp *stamp, struct out *out)
{
	switch (stamp->form) {
	case STAMP_LOCAL:
	case STAMP_UTC:
		put_clock(stamp, out);
		break;
	case STAMP_ELAPSED:
		put_elapsed(stamp, out);
		break;
	case STAMP_RAW:
		out_digits(out_room(out, 19), 19, magnitude(stamp->now));
		out_used(out, 19);
		break;
	case STAMP_AUTO: /* resolved before */
	case STAMP_DELTA:
		break;
	}
}

size_t stamp_width(const struct stamp *stamp)
{
	return widths[stamp->form];
}

/* Four digits of a number of units; whole seconds may take more. Truncated:
 * 999.9us never becomes 1000.0us. */
static size_t format_four(char *at, uint64_t whole, unsigned thousandths)
{
	const size_t digits = out_print(at, whole);

	if (digits >= 4)
		return digits;
	at[digits] = '.';
	out_digits(at + digits + 1, 3, thousandths);
	return 5;
}

static size_t format_duration(char *at, uint64_t ns)
{
	size_t len;

	if (ns < 1000000) {
		len = format_four(at, ns / 1000, ns % 1000);
		at[len++] = 'u';
	} else if (ns < NS_PER_S) {
		len = format_four(at, ns / 1000000, ns / 1000 % 1000);
		at[len++] = 'm';
	} else {
		len = format_four(at, ns / NS_PER_S, ns / 1000000 % 1000);
	}
	at[len++] = 's';
	return len;
}

void stamp_put_duration(struct out *out, uint64_t ns)
{
	out_used(out, format_duration(out_room(out, DURATION), ns));
}

void stamp_put_delta(const struct stamp *stamp, struct out *out)
{
	int64_t delta = stamp->now - stamp->before;
	char text[DURATION + 1];
	size_t len, pad;
	char *at;

	if (stamp->lines == 1) {
		out_repeat(out, ' ', STAMP_DELTA_WIDTH);
		return;
	}

	text[0] = delta < 0 ? '-' : '+';
	len = 1 + format_duration(text + 1, magnitude(delta));
	pad = len < STAMP_DELTA_WIDTH ? STAMP_DELTA_WIDTH - len : 0;
	at = out_room(out, STAMP_DELTA_WIDTH + sizeof(text));
	/* Constant lengths take no calls. */
	memset(at, ' ', STAMP_DELTA_WIDTH);
	memcpy(at + pad, text, sizeof(text));
	out_used(out, pad + len);
}
