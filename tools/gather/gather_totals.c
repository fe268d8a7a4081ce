/*
 * gather_totals.c - how the gathering goes
 */
#include "common/talk.h"
#include "common/text.h"
#include "gather/gather_totals.h"
#include "ship/metrics.h"

void gather_totals_tell(const struct gather_totals *totals, const char *where,
			bool is_last)
{
	char sections[TEXT_MAX], size[TEXT_MAX], events[TEXT_MAX];
	char pending[TEXT_MAX];
	void (*say)(const char *format, ...) =
		is_last ? talk_plain : talk_transient;

	say("%s: %s section%s, %s event%s, %s gathered; %s message%s behind%s",
	    where, text_count(sections, totals->sections),
	    text_plural(totals->sections), text_count(events, totals->events),
	    text_plural(totals->events), text_size(size, totals->bytes),
	    text_count(pending, totals->pending), text_plural(totals->pending),
	    totals->is_unknown ? ", as far as is known" : "");
}

int gather_totals_write(const struct gather_totals *totals, const char *file,
			const char *where)
{
	const struct metric metrics[] = {
		{ "sections_total", "counter",
		  "Sections that are stored for good.",
		  (double)totals->sections },
		{ "bytes_total", "counter", "Bytes of these.",
		  (double)totals->bytes },
		{ "events_total", "counter", "Events in these.",
		  (double)totals->events },
		{ "duplicate_sections_total", "counter",
		  "Sections that came again.", (double)totals->duplicates },
		{ "conflicting_sections_total", "counter",
		  "Sections that came again with other bytes.",
		  (double)totals->conflicts },
		{ "refused_messages_total", "counter",
		  "Messages that are not sound, and were skipped.",
		  (double)totals->refused },
		{ "refused_rows_total", "counter",
		  "Rows that a database takes in no form.",
		  (double)totals->left_out },
		{ "gone_sections_total", "counter", "Sections that never came.",
		  (double)totals->gone },
		{ "rewound_parts_total", "counter",
		  "Parts read again, as the stream was set back.",
		  (double)totals->rewound },
		{ "failures_total", "counter",
		  "Attempts at which a side was not to be had.",
		  (double)totals->failures },
		{ "held_logs", "gauge",
		  "Logs that wait, as another process writes them.",
		  (double)totals->held },
		{ "behind_messages", "gauge", "Messages that are not read yet.",
		  (double)totals->pending },
		{ "confirmed_timestamp_seconds", "gauge",
		  "When something was stored for good.",
		  (double)totals->confirmed },
	};

	return metrics_write(file, "gather", where, metrics,
			     sizeof(metrics) / sizeof(*metrics));
}
