/*
 * info_text.c - text shared by logs and captures
 */
#include <stdio.h>

#include "common/stamp.h"
#include "common/text.h"
#include "info/info_text.h"

void info_text_time(const char *what, const struct timespec *time, bool utc)
{
	char text[64];
	struct tm tm = { 0 };

	if (utc)
		gmtime_r(&time->tv_sec, &tm);
	else
		localtime_r(&time->tv_sec, &tm);
	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	printf("  %-10s %s.%09ld%s\n", what, text, time->tv_nsec,
	       utc ? " UTC" : "");
}

static void put_own_time(const char *what, const struct timespec *time)
{
	printf("  %-10s %lld.%09ld s of its own time\n", what,
	       (long long)time->tv_sec, time->tv_nsec);
}

void info_text_times(const struct timespec *first, const struct timespec *last,
		     bool own_time, bool utc)
{
	char duration[TEXT_MAX];

	if (own_time) {
		put_own_time("first", first);
		put_own_time("last", last);
	} else {
		info_text_time("first", first, utc);
		info_text_time("last", last, utc);
	}
	printf("  duration   %s\n",
	       text_duration(duration, stamp_ns(last) - stamp_ns(first)));
}

void info_text_lost(unsigned long long lost, unsigned long long losses,
		    unsigned long long uncounted)
{
	char number[TEXT_MAX];

	printf("  lost       %s", text_count(number, lost));
	if (uncounted)
		printf(", and maybe more, in %s place%s",
		       text_count(number, losses), text_plural(losses));
	printf("\n");
}
