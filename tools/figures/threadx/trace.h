/*
 * trace.h - the events of a ThreadX trace in memory
 *
 * Later events determine which thread ran after an event, so that the figures
 * need all of them: they are kept, in 64 bytes each, about as many as in a
 * trace with words of 8 bytes.
 */
#ifndef FIGURES_THREADX_TRACE_H
#define FIGURES_THREADX_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	/* Special contexts. */
	THREADX_INTERRUPT = 0xffffffff,
	THREADX_INITIALIZE = 0xf0f0f0f0,

	/* Objects. */
	THREADX_IS_THREAD = 1,

	/* Events. */
	THREADX_THREAD_RESUME = 1,
	THREADX_THREAD_SUSPEND = 2,
	THREADX_ISR_ENTER = 3,
	THREADX_ISR_EXIT = 4,
	THREADX_TIME_SLICE = 5,
	THREADX_RUNNING = 6,
	THREADX_MUTEX_GET = 52,
	THREADX_MUTEX_PUT = 57,
	THREADX_THREAD_CREATE = 100,
	THREADX_THREAD_RELINQUISH = 109,

	THREADX_IDS = 1 << 16,	       /* limit of ids */
	THREADX_EVENTS_MOST = 1 << 24, /* limit of events: 1 GiB */
};

/* Words are those of the trace. */
struct threadx_event {
	uint64_t context;
	uint64_t priority; /* including the threshold; for an interrupt a
			    * thread */
	uint64_t info[4];
	uint64_t ticks; /* ticks since the first event */
	uint32_t id;	/* id without the core */
	uint32_t place; /* place of its context */
};

/* An entry of the registry. */
struct threadx_object {
	uint64_t address;
	uint64_t parameter[2];
	uint64_t slot; /* determines the order */
	unsigned type;
	bool gone;  /* deleted: the address may be reused */
	char *name; /* owned */
};

struct threadx_trace {
	struct threadx_event *event;
	size_t count, room;
	struct threadx_object *object; /* sorted by slot at the end */
	size_t objects, object_room;

	/* Filled in by threadx_trace_end(), next by threadx_next(). */
	uint64_t *next;	 /* running thread until the next event, by event; 0:
			 * none */
	uint64_t *place; /* relevant addresses, ascending */
	size_t places;
	uint32_t *first;  /* first object, by place, */
	uint32_t *thread; /* thread of a place; or THREADX_NO_OBJECT */
};

#define THREADX_NO_PLACE SIZE_MAX
#define THREADX_NO_OBJECT UINT32_MAX

void threadx_trace_init(struct threadx_trace *trace);
void threadx_trace_fini(struct threadx_trace *trace);

/* Appends an event; its place is ignored. ENOMEM. */
int threadx_trace_add(struct threadx_trace *trace,
		      const struct threadx_event *event);

/* Appends an object; the name is copied. ENOMEM. */
int threadx_trace_add_object(struct threadx_trace *trace,
			     const struct threadx_object *object,
			     const char *name);

/* Ends the input. Unregistered threads become objects without a name, behind
 * the others. Among several threads at an address, one that was not deleted
 * counts. ENOMEM. */
int threadx_trace_end(struct threadx_trace *trace);

/* The place of an address, or THREADX_NO_PLACE. */
size_t threadx_trace_place(const struct threadx_trace *trace, uint64_t address);

/* The first object at an address, or NULL: TraceX knows no others. */
const struct threadx_object *
threadx_trace_object(const struct threadx_trace *trace, uint64_t address);

static inline bool threadx_is_thread(uint64_t context)
{
	return context != THREADX_INTERRUPT && context != THREADX_INITIALIZE;
}

/* True for a running thread: neither idle nor special. */
static inline bool threadx_runs(uint64_t context)
{
	return context && threadx_is_thread(context);
}

/* The priority in the word of an event of a thread. */
static inline unsigned threadx_priority(const struct threadx_event *event)
{
	return event->priority & 0x3ff;
}

#endif
