/*
 * progress.c - progress reports on stderr
 */
#include <unistd.h>

#include "common/monotonic_clock.h"
#include "common/table.h"
#include "common/talk.h"
#include "common/text.h"
#include "record/progress.h"

static const int64_t second_ns = 1000000000;
static const int64_t redraw_ns = 200000000;

const struct word progress_forms[] = {
	{ "line", PROGRESS_LINE },
	{ "json", PROGRESS_JSON },
	{ "none", PROGRESS_NONE },
	{ "auto", PROGRESS_AUTO },
	{ 0 },
};

void progress_begin(struct progress *progress, enum progress_form form,
		    bool alone)
{
	if (form == PROGRESS_AUTO && alone)
		form = PROGRESS_LINE;
	if (form != PROGRESS_JSON &&
	    (form != PROGRESS_LINE || !isatty(STDERR_FILENO)))
		form = PROGRESS_NONE;
	*progress = (struct progress){ .form = form, .begun = now_ns() };
	progress->rated = progress->begun;
	progress->next = progress->begun + second_ns;
}

bool progress_is_due(const struct progress *progress)
{
	return progress->form != PROGRESS_NONE && now_ns() >= progress->next;
}

/* The rate is averaged over a second: shorter intervals jump. */
static void rate(struct progress *progress, int64_t time,
		 unsigned long long events)
{
	const int64_t ns = time - progress->rated;

	if (ns < second_ns && progress->rate > 0)
		return;
	progress->rate = ns > 0 && events > progress->events ?
				 (double)(events - progress->events) *
					 (double)second_ns / (double)ns :
				 0;
	progress->rated = time;
	progress->events = events;
}

static void draw(const struct progress *progress, int64_t time,
		 const struct progress_count *count)
{
	char duration[TEXT_MAX], events[TEXT_MAX], rate[TEXT_MAX];
	char size[TEXT_MAX], lost[TEXT_MAX];

	talk_transient(
		"%s  %s event%s  %s/s  %s  %s lost",
		text_duration(duration, time - progress->begun),
		text_count(events, count->events), text_plural(count->events),
		table_rate(rate, progress->rate), text_size(size, count->bytes),
		text_count(lost, count->lost));
}

static void put_object(const struct progress *progress, int64_t time,
		       const struct progress_count *count, bool ended)
{
	talk_plain("{\"elapsed_ns\":%lld,\"events\":%llu,"
		   "\"events_per_s\":%.0f,\"bytes\":%llu,\"lost\":%llu,"
		   "\"ended\":%s}",
		   (long long)(time - progress->begun), count->events,
		   progress->rate, count->bytes, count->lost,
		   ended ? "true" : "false");
}

void progress_put(struct progress *progress, const struct progress_count *count)
{
	const int64_t time = now_ns();

	rate(progress, time, count->events);
	if (progress->form == PROGRESS_JSON) {
		put_object(progress, time, count, false);
		progress->next += second_ns;
	} else {
		draw(progress, time, count);
		progress->next = time + redraw_ns;
	}
}

/* Average over the whole time. */
void progress_end(struct progress *progress, const struct progress_count *count)
{
	if (progress->form == PROGRESS_JSON) {
		const int64_t time = now_ns();

		progress->rated = progress->begun;
		progress->events = 0;
		progress->rate = 0;
		rate(progress, time, count->events);
		put_object(progress, time, count, true);
	} else if (progress->form == PROGRESS_LINE) {
		talk_clear();
	}
}
