/*
 * requests.h - spans, or records, that wait to be sent, in requests
 *
 * A request has those of several processes, each below its resource.
 */
#ifndef SHIP_OTLP_REQUESTS_H
#define SHIP_OTLP_REQUESTS_H

#include <stdbool.h>

#include "bridge/otlp/attributes.h"
#include "bridge/otlp/packing.h"
#include "ship/otlp/collector.h"

/* A span or record that waits. */
struct waiting {
	uint32_t process;
	size_t at, len; /* bytes of requests */
};

/* The present request, and its processes */
struct request {
	struct otlp_group group[COLLECTOR_RECORDS];
	uint32_t process[COLLECTOR_RECORDS];
	uint16_t group_of[COLLECTOR_RECORDS]; /* group, by record */
	struct otlp_bytes record[COLLECTOR_RECORDS];
	size_t groups, records, bytes;
};

/* Zero at first, except are_spans. */
struct requests {
	bool are_spans;
	uint8_t *bytes;
	size_t len, room;
	struct waiting *waiting;
	size_t count, waiting_room;
	size_t sent; /* number of those sent before */
	struct arena arena;
	struct packing packing;
	struct request request;
};

void requests_fini(struct requests *requests);

/* Adds a span or record. ENOMEM. */
int requests_add(struct requests *requests, const struct otlp_record *record);

/* True if what waits is as much as a request holds, about. */
bool requests_are_full(const struct requests *requests);

static inline bool requests_are_waiting(const struct requests *requests)
{
	return requests->sent < requests->count;
}

/* Sends all that waits. attributes: for resources. ENOMEM; EAGAIN: the rest is
 * to be sent again. */
int requests_send(struct requests *requests, struct attributes *attributes,
		  struct collector *collector, struct ship_totals *totals);

#endif
