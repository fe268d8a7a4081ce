/*
 * event.h - event types, and an event as readers see it
 */
#ifndef PXT_MODEL_EVENT_H
#define PXT_MODEL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include <trace.h>

/* Types: 0 is none, 1 to 9 the standard's, then room for more of ours, then
 * those that programs name. A process names PXT_EVENT_NAMED_MAX; its stream
 * has room for the names of several, as programs execute each other. */
enum {
	PXT_EVENT_SYSTEM_FIRST = 1,
	PXT_EVENT_SYSTEM_LAST = 8,
	PXT_EVENT_UNNAMED = 9,
	PXT_EVENT_USER_FIRST = 16,
	PXT_EVENT_NAMED_MAX = TRACE_USER_EVENT_MAX - 1,
	PXT_EVENT_END = 8 * sizeof(trace_event_set_t),
};

/* One event, decoded. The data is borrowed from whoever delivered it. */
struct pxt_event {
	uint64_t ticks;	  /* reading of the stream's clock */
	int64_t time_ns;  /* CLOCK_REALTIME */
	uint64_t address; /* in the traced program */
	uint64_t thread;  /* pthread_t there */
	uint32_t pid;
	uint32_t tid;
	uint32_t family; /* whose event names the type is from */
	uint32_t origin; /* which log of several it is from; 0: of this one */
	uint32_t type;	 /* an event type, or PXT_RECORD_LOSS */
	uint32_t len;
	bool truncated; /* when it was recorded */
	const void *data;
	uint64_t offset; /* of its record in the file that it is from */
	const char *why; /* of a LOSS, and of nothing else; NULL: not known */
};

/* The name of a predefined type, or NULL. */
const char *pxt_event_predefined_name(uint32_t type);

/* The predefined type of that name, or 0. */
uint32_t pxt_event_predefined(const char *name);

#endif
