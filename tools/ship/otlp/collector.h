/*
 * collector.h - a collector of OpenTelemetry
 *
 * A collector is a destination of the second class: it gets what events are, and not
 * the sections that a store gets, as spans begin and end in different ones.
 */
#ifndef SHIP_OTLP_COLLECTOR_H
#define SHIP_OTLP_COLLECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/remote_options.h"
#include "ship/ship_totals.h"

enum {
	COLLECTOR_RECORDS = 512, /* limit of a request */
	COLLECTOR_BYTES = 1 << 20,
	COLLECTOR_WHY = 256,
};

struct collector;

/* Before all other functions. Returns NULL, or a sentence that says which library is
 * not to be had. */
const char *collector_lacks(void);

/* Opens the collector, as collector_url_parse() takes it; arguments are borrowed.
 * ENOMEM, EINVAL. */
int collector_open(struct collector **collector, const char *where,
		   const struct remote_options *options);
void collector_close(struct collector *collector);

/* Sends a request with so many spans, or records, which are counted as what
 * became of them. EAGAIN: it was not taken, and is to be sent again. */
int collector_send(struct collector *collector, bool are_spans,
		   const void *request, size_t len, size_t count,
		   struct ship_totals *totals);

/* The reason why it was not taken, and the time to send it again, in seconds; 0: the collector
 * does not say. */
const char *collector_why(const struct collector *collector);
unsigned collector_retry(const struct collector *collector);

#endif
