/*
 * ship_metrics.h - how the shipping goes, in the text format of Prometheus
 */
#ifndef SHIP_METRICS_H
#define SHIP_METRICS_H

#include "ship/shipment.h"

/* Sums and what is left, over all logs */
struct ship_progress {
	struct ship_totals totals;
	uint64_t sections_behind;
	double seconds_behind;
	size_t logs;
};

/* Writes the file anew, whole at each instant; name: of the destination. Returns an
 * error number. */
int ship_metrics_write(const char *file, const char *name,
		       const struct ship_progress *progress);

#endif
