/*
 * ship_metrics.c - how the shipping goes, in the text format of Prometheus
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ship/ship_metrics.h"

static void put(FILE *out, const char *place, const char *name,
		const char *type, const char *help, double value)
{
	fprintf(out,
		"# HELP posixtrace_ship_%s %s\n"
		"# TYPE posixtrace_ship_%s %s\n"
		"posixtrace_ship_%s{name=\"%s\"} %.17g\n",
		name, help, name, type, name, place, value);
}

static void put_all(FILE *out, const char *place,
		    const struct ship_progress *progress)
{
	const struct ship_totals *totals = &progress->totals;

	put(out, place, "sections_total", "counter",
	    "Sections that the place has confirmed.", (double)totals->sections);
	put(out, place, "bytes_total", "counter", "Bytes of these.",
	    (double)totals->bytes);
	put(out, place, "gone_sections_total", "counter",
	    "Sections overwritten before they were shipped.",
	    (double)totals->gone);
	put(out, place, "damages_total", "counter",
	    "Damaged places of logs that were passed over.",
	    (double)totals->damages);
	put(out, place, "failures_total", "counter",
	    "Attempts at which the place was not to be had.",
	    (double)totals->failures);
	put(out, place, "behind_sections", "gauge",
	    "Sections that are not confirmed yet.",
	    (double)progress->sections_behind);
	put(out, place, "behind_seconds", "gauge",
	    "Time from the last event confirmed to the last one recorded.",
	    progress->seconds_behind);
	put(out, place, "logs", "gauge", "Logs that are known.",
	    (double)progress->logs);
	put(out, place, "confirmed_timestamp_seconds", "gauge",
	    "When the place confirmed something.", (double)totals->confirmed);
}

int ship_metrics_write(const char *file, const char *name,
		       const struct ship_progress *progress)
{
	char *draft;
	FILE *out;
	int err = 0;

	if (asprintf(&draft, "%s~", file) < 0)
		return ENOMEM;
	out = fopen(draft, "we");
	if (!out) {
		err = errno;
		free(draft);
		return err;
	}
	put_all(out, name, progress);
	if (ferror(out))
		err = EIO;
	if (fclose(out) && !err)
		err = errno;
	if (!err && rename(draft, file))
		err = errno;
	if (err)
		unlink(draft);
	free(draft);
	return err;
}
