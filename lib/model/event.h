/*
 * event.h - event types, and decoded events
 */
#ifndef PXT_MODEL_EVENT_H
#define PXT_MODEL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include <trace.h>

/* Types: 0 is none, 1 to 9 are the standard's, then come types of this
 * library, then named ones. A process names PXT_EVENT_NAMED_MAX; a stream
 * has room for the names of several programs, as processes execute them one
 * after another. */
enum {
	PXT_EVENT_SYSTEM_FIRST = 1,
	PXT_EVENT_SYSTEM_LAST = 8,
	PXT_EVENT_UNNAMED = 9,
	PXT_EVENT_USER_FIRST = 16,
	PXT_EVENT_NAMED_MAX = TRACE_USER_EVENT_MAX - 1,
	PXT_EVENT_END = 8 * sizeof(trace_event_set_t),
};

/* A decoded event. The data is borrowed from its source. */
struct pxt_event {
	uint64_t ticks;	  /* reading of the stream's clock */
	int64_t time_ns;  /* CLOCK_REALTIME */
	uint64_t address; /* in the traced program */
	uint64_t thread;  /* pthread_t there */
	uint32_t pid;
	uint32_t tid;
	uint32_t family; /* the family whose names apply */
	uint32_t origin; /* the origin in a merged log; 0: this log */
	uint32_t type;	 /* an event type, or PXT_RECORD_LOSS */
	uint32_t len;
	bool truncated; /* when it was recorded */
	bool packed;	/* the file has no such record */
	const void *data;
	uint64_t offset; /* offset of its record in its file; packed: of the
			  * section */
	const char *why; /* reason of a LOSS; NULL: unknown */
};

/* The name of a predefined type, or NULL. */
const char *pxt_event_predefined_name(uint32_t type);

/* The predefined type of that name, or 0. */
uint32_t pxt_event_predefined(const char *name);

#endif
