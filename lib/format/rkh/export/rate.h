/*
 * rate.h - the rate of the stamps, which no event tells
 *
 * The time that a post lay in its queue is in an event, in nanoseconds, and both
 * events have stamps. In a trace that was imported, times are made of stamps.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_RATE_H
#define PXT_FORMAT_RKH_EXPORT_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "format/rkh/events.h"
#include "format/rkh/export/fields.h"

enum {
	PXT_RKH_RATE_POSTS = 256, /* the last ones */
	PXT_RKH_NO_RATE = 1000000000,
};

/* Zero at first. */
struct pxt_rkh_rate {
	struct {
		uint64_t number, stamp; /* number 0: none */
	} post[PXT_RKH_RATE_POSTS];
	uint64_t ticks, ns; /* of all posts that were taken */

	/* Between events. */
	bool has_last, is_odd; /* is_odd: stamps or times went back */
	uint64_t last_stamp;
	int64_t last_ns;
	uint64_t passed_ticks, passed_ns;
};

/* Takes an event. */
void pxt_rkh_rate_take(struct pxt_rkh_rate *rate, enum pxt_rkh_meaning meaning,
		       struct pxt_rkh_fields *fields,
		       const struct timespec *time);

/* The rate in Hz; 0: unknown. PXT_RKH_NO_RATE: a tick is 1 ns, as for a reader
 * that is not told the rate. has_times: times are made of stamps. */
uint64_t pxt_rkh_rate_of(const struct pxt_rkh_rate *rate, bool has_times);

#endif
