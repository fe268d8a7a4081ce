/*
 * ship_totals.h - sums over all logs that are shipped
 */
#ifndef SHIP_SHIP_TOTALS_H
#define SHIP_SHIP_TOTALS_H

#include <stdint.h>
#include <time.h>

struct ship_totals {
	uint64_t sections, bytes; /* confirmed */
	uint64_t spans, records;  /* taken by a collector */
	uint64_t refused; /* spans and records, or rows, that are not there */
	uint64_t gone, damages, failures;
	/* Logs that were removed before they were shipped, those of which the
	 * events are not known, and the events of the others */
	uint64_t gone_logs, gone_unread, gone_events;
	int error;	  /* for which a log could not be opened, or 0 */
	time_t confirmed; /* when last */
};

#endif
