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
	uint64_t refused;	  /* spans and records that it has refused */
	uint64_t gone, gone_logs, damages, failures;
	int error;	  /* for which a log could not be opened, or 0 */
	time_t confirmed; /* when last */
};

#endif
