/*
 * ship_metrics.c - how the shipping goes, in the text format of Prometheus
 */
#include "ship/metrics.h"
#include "ship/ship_metrics.h"

int ship_metrics_write(const char *file, const char *name,
		       const struct ship_progress *progress)
{
	const struct ship_totals *totals = &progress->totals;
	const struct metric metrics[] = {
		{ "sections_total", "counter",
		  "Sections that the place has confirmed.",
		  (double)totals->sections },
		{ "bytes_total", "counter", "Bytes of these.",
		  (double)totals->bytes },
		{ "spans_total", "counter", "Spans that a collector has taken.",
		  (double)totals->spans },
		{ "records_total", "counter",
		  "Records of events that a collector has taken.",
		  (double)totals->records },
		{ "refused_total", "counter",
		  "Spans and records, or rows, that the place has refused.",
		  (double)totals->refused },
		{ "gone_sections_total", "counter",
		  "Sections overwritten before they were shipped.",
		  (double)totals->gone },
		{ "gone_logs_total", "counter",
		  "Logs removed before all of them was shipped.",
		  (double)totals->gone_logs },
		{ "gone_events_total", "counter",
		  "Events in these that were not shipped.",
		  (double)totals->gone_events },
		{ "damages_total", "counter",
		  "Damaged places of logs that were passed over.",
		  (double)totals->damages },
		{ "failures_total", "counter",
		  "Attempts at which the place was not to be had.",
		  (double)totals->failures },
		{ "behind_sections", "gauge",
		  "Sections that are not confirmed yet.",
		  (double)progress->sections_behind },
		{ "behind_seconds", "gauge",
		  "Time from the last event confirmed to the last one "
		  "recorded.",
		  progress->seconds_behind },
		{ "logs", "gauge", "Logs that are known.",
		  (double)progress->logs },
		{ "confirmed_timestamp_seconds", "gauge",
		  "When the place confirmed something.",
		  (double)totals->confirmed },
	};

	return metrics_write(file, "ship", name, metrics,
			     sizeof(metrics) / sizeof(*metrics));
}
