/*
 * shipper.h - the shipping of logs, and of those that come later
 */
#ifndef SHIP_SHIPPER_H
#define SHIP_SHIPPER_H

#include "ship/removals.h"
#include "ship/ship_metrics.h"

struct shipper {
	struct ship_destination destination;
	char *const *given; /* names of logs in users' notation */
	size_t given_count;
	bool once, removes, quiet;
	const char *metrics; /* a file, or NULL */
	struct removals removals;
	struct shipment **shipments;
	size_t count, room;
	struct ship_progress progress;
	int64_t retry_ns; /* the next attempt */
	unsigned delay_s; /* after a failure; 0: none */
	int64_t told_ns;  /* progress, the last time */
};

/* Ships until the user quits, or once. Returns the exit status. */
int shipper_run(struct shipper *shipper);

#endif
