/*
 * ust_orders.c - orders that LTTng-UST records
 *
 *	ust_orders COUNT [lock]
 *
 * With lock, each order is under a mutex, for LTTng's own helpers.
 */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE

#include <pthread.h>
#include <stdlib.h>

#include "ust_orders_events.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void record(uint32_t id)
{
	static const char *const symbol[] = { "ABC", "", "D E\"F" };
	const int16_t amount[] = { 1, -2, 3, (int16_t)id };

	lttng_ust_tracepoint(orders, received, id, id / 4.0, 1 + (int)(id & 1),
			     symbol[id % 3]);
	lttng_ust_tracepoint(orders, filled, id, amount, id % 5, "some text",
			     id % 10);
}

int main(int argc, char **argv)
{
	const uint32_t count = argc > 1 ? (uint32_t)atoi(argv[1]) : 10;

	for (uint32_t id = 0; id < count; id++) {
		if (argc > 2)
			pthread_mutex_lock(&mutex);
		record(id);
		if (argc > 2)
			pthread_mutex_unlock(&mutex);
	}
	return 0;
}
