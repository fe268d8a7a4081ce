/*
 * trace.h - the events of a ThreadX trace, all at hand
 *
 * Who runs after an event is told by events that follow, so that the figures
 * of figures.h need all of them: they are kept, 64 bytes each, which
 * is about what they take in the trace of a system with words of 8 bytes.
 */
#ifndef FIGURES_THREADX_TRACE_H
#define FIGURES_THREADX_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	/* Contexts that are no threads. */
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

	THREADX_IDS = 1 << 16, /* are told apart */
};

/* The words are as in the trace. */
struct threadx_event {
	uint64_t context;
	uint64_t priority; /* with its threshold; of an interrupt a thread */
	uint64_t info[4];
	uint64_t ticks; /* since the first */
	uint32_t id;	/* without a core */
	uint32_t place; /* of its context */
};

/* An entry of the registry. */
struct threadx_object {
	uint64_t address;
	uint64_t parameter[2];
	uint64_t slot; /* their order */
	unsigned type;
	bool gone;  /* deleted: another one may have its address now */
	char *name; /* its own */
};

struct threadx_trace {
	struct threadx_event *event;
	size_t count, room;
	struct threadx_object *object; /* in the order of slots, in the end */
	size_t objects, object_room;

	/* By threadx_trace_end(), next by threadx_next(). */
	uint64_t *next; /* of each event: who runs until the next one; 0: nobody
			 */
	uint64_t *place; /* the addresses that matter, rising */
	size_t places;
	uint32_t *first;  /* of each place: the first object there, ... */
	uint32_t *thread; /* ... and the thread; or THREADX_NO_OBJECT */
};

#define THREADX_NO_PLACE SIZE_MAX
#define THREADX_NO_OBJECT UINT32_MAX

void threadx_trace_init(struct threadx_trace *trace);
void threadx_trace_fini(struct threadx_trace *trace);

/* One more, behind the others; its place is not looked at. ENOMEM. */
int threadx_trace_add(struct threadx_trace *trace,
		      const struct threadx_event *event);

/* One more, with that name, which is copied. ENOMEM. */
int threadx_trace_add_object(struct threadx_trace *trace,
			     const struct threadx_object *object,
			     const char *name);

/* All have come. Threads that nobody registered become objects, without a
 * name, behind the others. Of several threads at an address it is one that was
 * not deleted. ENOMEM. */
int threadx_trace_end(struct threadx_trace *trace);

/* The number of an address, or THREADX_NO_PLACE. */
size_t threadx_trace_place(const struct threadx_trace *trace,
			   uint64_t address);

/* The first object at an address, or NULL: TraceX knows no others. */
const struct threadx_object *
threadx_trace_object(const struct threadx_trace *trace, uint64_t address);

static inline bool threadx_is_thread(uint64_t context)
{
	return context != THREADX_INTERRUPT && context != THREADX_INITIALIZE;
}

/* One that runs: it is not idle, either. */
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
