/* kill_audit.c - see kill_audit.h */
#include "kill_audit.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { NS_PER_S = 1000000000, CLOCK_TOLERANCE_NS = 1000000 };

static int64_t ns_of(const struct timespec *time)
{
	return (int64_t)time->tv_sec * NS_PER_S + time->tv_nsec;
}

/* Events */

static void note_break(struct audit *audit, const struct timespec *time)
{
	audit->breaks++;
	audit->break_ns = ns_of(time);
}

static void note_number(struct audit *audit, const struct mark *mark)
{
	struct audit_line *line = &audit->line[mark->line];

	if (!line->any) {
		line->first = mark->number;
		line->breaks_before = audit->breaks;
	} else if (mark->number < line->end) {
		lab_miss("line %u: event %u comes behind event %u", mark->line,
			 mark->number, line->end - 1);
	} else if (mark->number > line->end && line->breaks == audit->breaks) {
		lab_miss("line %u: event %u follows event %u, and nothing "
			 "tells of a loss",
			 mark->line, mark->number, line->end - 1);
	}
	line->any = true;
	line->end = mark->number + 1;
	line->breaks = audit->breaks;
	audit->events++;
}

static void note_user_event(struct audit *audit, const void *data, size_t len)
{
	struct mark mark;

	if (len < sizeof(mark)) {
		lab_miss("an event of %zu bytes: nobody recorded it", len);
		return;
	}
	memcpy(&mark, data, sizeof(mark));
	if (mark.line >= LEDGER_LINES ||
	    mark.number >= atomic_load(&ledger->line[mark.line].begun)) {
		lab_miss("event %u of line %u: nobody recorded it", mark.number,
			 mark.line);
		return;
	}
	if (!mark_is_whole(ledger, &mark, data, len, audit->max_data))
		lab_miss("event %u of line %u is damaged", mark.number,
			 mark.line);
	note_number(audit, &mark);
}

static void note_stop(struct audit *audit,
		      const struct posix_trace_event_info *info,
		      const void *data, size_t len)
{
	audit->last_number = 0;
	if (len == sizeof(int))
		memcpy(&audit->last_number, data, sizeof(int));
	else
		lab_miss("STOP has %zu bytes", len);
	audit->stops++;
	/* The stream was full. */
	if (audit->last_number && !audit->loops)
		note_break(audit, &info->posix_timestamp);
}

static void note_event(struct audit *audit,
		       const struct posix_trace_event_info *info,
		       const void *data, size_t len)
{
	audit->last = info->posix_event_id;
	switch (info->posix_event_id) {
	case POSIX_TRACE_START:
		audit->starts++;
		return;
	case POSIX_TRACE_STOP:
		note_stop(audit, info, data, len);
		return;
	case POSIX_TRACE_RESUME:
		if (audit->loops)
			note_break(audit, &info->posix_timestamp);
		else
			lab_miss("RESUME in a stream that does not loop");
		return;
	case POSIX_TRACE_FILTER:
	case POSIX_TRACE_OVERFLOW:
	case POSIX_TRACE_FLUSH_START:
	case POSIX_TRACE_FLUSH_STOP:
		return;
	case POSIX_TRACE_ERROR:
	case POSIX_TRACE_UNNAMED_USEREVENT:
		lab_miss("an event of type %u", info->posix_event_id);
		return;
	default:
		note_user_event(audit, data, len);
	}
}

/* Sources of events */

static bool read_live(struct audit *audit, trace_id_t trid)
{
	static unsigned char data[LEDGER_DATA_MAX];
	struct posix_trace_event_info info;
	int unavailable = 0;
	size_t len = 0;

	lab_check(posix_trace_trygetnext_event(trid, &info, data, sizeof(data),
					       &len, &unavailable),
		  "posix_trace_trygetnext_event()");
	if (unavailable)
		return false;
	if (info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED &&
	    info.posix_event_id > POSIX_TRACE_UNNAMED_USEREVENT)
		lab_miss("an event was truncated");
	note_event(audit, &info, data, len);
	return true;
}

void audit_live(struct audit *audit, trace_id_t trid)
{
	while (read_live(audit, trid))
		;
}

void audit_live_some(struct audit *audit, trace_id_t trid, unsigned count)
{
	while (count-- && read_live(audit, trid))
		;
}

static void check_whole(const struct audit *audit, trace_id_t log)
{
	struct posix_trace_status_info status;
	struct posix_trace_damage_np damage;

	lab_check(posix_trace_get_damage_np(log, &damage),
		  "posix_trace_get_damage_np()");
	if (damage.count)
		lab_miss("the log is damaged in %u places: %s", damage.count,
			 damage.what);
	lab_check(posix_trace_get_status(log, &status),
		  "posix_trace_get_status()");
	if (audit->losses_told && !audit->loops && !audit->log_loops &&
	    !audit->log_fills &&
	    (status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN) !=
		    (audit->lost != 0))
		lab_miss("%" PRIu64 " lost events, but the overrun status %d",
			 audit->lost, status.posix_stream_overrun_status);
}

void audit_log(struct audit *audit, int fd)
{
	struct posix_trace_item_np item;
	int unavailable = 0;
	trace_id_t log;
	int err;

	err = posix_trace_open(fd, &log);
	if (err) {
		lab_miss("the log cannot be opened: %s", strerror(err));
		return;
	}
	for (;;) {
		lab_check(posix_trace_getnext_item_np(log, &item, &unavailable),
			  "posix_trace_getnext_item_np()");
		if (unavailable)
			break;
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP)
			audit->lost += item.lost;
		else
			note_event(audit, &item.info, item.data, item.data_len);
	}
	check_whole(audit, log);
	lab_check(posix_trace_close(log), "posix_trace_close()");
}

/* The end */

void audit_least_end_now(struct bounds bounds[LEDGER_LINES])
{
	for (unsigned i = 0; i < LEDGER_LINES; i++) {
		bounds[i].last_ns = atomic_load(&ledger->line[i].last_ns);
		bounds[i].end_least = atomic_load(&ledger->line[i].done);
	}
}

void audit_most_end_now(struct bounds bounds[LEDGER_LINES])
{
	for (unsigned i = 0; i < LEDGER_LINES; i++)
		bounds[i].end_most = atomic_load(&ledger->line[i].begun);
}

void audit_bounds_now(struct bounds bounds[LEDGER_LINES])
{
	memset(bounds, 0, LEDGER_LINES * sizeof(bounds[0]));
	audit_least_end_now(bounds);
	audit_most_end_now(bounds);
}

/* The last event of a line is younger than all that a looping stream says it
 * has thrown away. */
static bool is_beyond_break(const struct audit *audit,
			    const struct bounds *bounds)
{
	return audit->loops &&
	       bounds->last_ns > audit->break_ns + CLOCK_TOLERANCE_NS;
}

static void finish_empty(const struct audit *audit, unsigned number,
			 const struct bounds *bounds)
{
	if (bounds->end_least <= bounds->first_most)
		return;
	if (audit->log_loops || audit->log_fills)
		return;
	if (!audit->breaks)
		lab_miss("line %u: none of %u events, and nothing tells of a "
			 "loss",
			 number, bounds->end_least);
	else if (is_beyond_break(audit, bounds))
		lab_miss("line %u: none of %u events, though the last is "
			 "younger than the gap",
			 number, bounds->end_least);
}

static void finish_line(const struct audit *audit, unsigned number,
			const struct bounds *bounds)
{
	const struct audit_line *line = &audit->line[number];
	bool broken = line->breaks != audit->breaks;

	if (!line->any) {
		finish_empty(audit, number, bounds);
		return;
	}
	if (line->first < bounds->first_least)
		lab_miss("line %u: event %u was not to be recorded", number,
			 line->first);
	if (line->first > bounds->first_most && !audit->log_loops &&
	    !line->breaks_before)
		lab_miss("line %u begins with event %u, and nothing tells of "
			 "a loss",
			 number, line->first);
	if (line->end > bounds->end_most)
		lab_miss("line %u: event %u was not to be recorded", number,
			 line->end - 1);
	if (line->end < bounds->end_least && !audit->log_fills &&
	    (!broken || is_beyond_break(audit, bounds)))
		lab_miss("line %u ends with event %u of %u", number,
			 line->end - 1, bounds->end_least);
}

/* Every event but those under way is there, or was counted as lost. */
static void finish_sum(const struct audit *audit,
		       const struct bounds bounds[LEDGER_LINES])
{
	uint64_t least = 0, most = 0;

	for (unsigned i = 0; i < LEDGER_LINES; i++) {
		const struct audit_line *line = &audit->line[i];
		uint32_t from = bounds[i].first_most;
		uint32_t from_least = bounds[i].first_least;

		if (line->any && line->first < from)
			from = line->first;
		/* Else some may have been lost before the first. */
		if (line->any && !line->breaks_before)
			from_least = line->first;
		if (bounds[i].end_least > from)
			least += bounds[i].end_least - from;
		if (bounds[i].end_most > from_least)
			most += bounds[i].end_most - from_least;
	}
	if (audit->events + audit->lost < least)
		lab_miss("%" PRIu64 " events and %" PRIu64
			 " losses, of at least %" PRIu64,
			 audit->events, audit->lost, least);
	if (audit->events + audit->lost > most)
		lab_miss("%" PRIu64 " events and %" PRIu64
			 " losses, of at most %" PRIu64,
			 audit->events, audit->lost, most);
}

void audit_finish(const struct audit *audit,
		  const struct bounds bounds[LEDGER_LINES])
{
	for (unsigned i = 0; i < LEDGER_LINES; i++)
		finish_line(audit, i, &bounds[i]);
	if (audit->losses_told && !audit->loops && !audit->log_loops &&
	    !audit->log_fills)
		finish_sum(audit, bounds);
	if (audit->nothing_lost && (audit->breaks || audit->lost))
		lab_miss("%" PRIu64 " events lost, and %u gaps, where there "
			 "was room",
			 audit->lost, audit->breaks);
	if (audit->needs_stop && audit->last != POSIX_TRACE_STOP)
		lab_miss("the last event is of type %u, not STOP", audit->last);
}
