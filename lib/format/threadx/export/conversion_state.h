/*
 * conversion_state.h - state of converting other systems' events
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_CONVERSION_STATE_H
#define PXT_FORMAT_THREADX_EXPORT_CONVERSION_STATE_H

#include "format/threadx/export/event_sequence.h"
#include "format/threadx/export/objects.h"
#include "format/threadx/export/users.h"
#include "format/threadx/export/vocabulary.h"

enum { PXT_THREADX_ORIGINS = 64 }; /* limit for origins with all objects */

/* An event's effect on the life of a thread, see thread_life.h. */
enum pxt_threadx_thread_life {
	PXT_THREADX_NO_LIFE,
	PXT_THREADX_CREATED,
	PXT_THREADX_STARTED,
	PXT_THREADX_NAMED,
	PXT_THREADX_ENDED,
};

/* A type of event. */
struct pxt_threadx_export_type {
	const struct posix_trace_layout_np *layout; /* result of the lookup */
	const struct pxt_threadx_meaning *meaning;
	enum pxt_threadx_thread_life life;
	bool is_known;
};

struct pxt_threadx_conversion {
	struct pxt_threadx_objects objects;
	struct pxt_threadx_users users;
	struct pxt_threadx_export_type type[1 << 12];
	struct pxt_threadx_shapes shapes;
	unsigned origins;
	uint8_t has_processes[PXT_THREADX_ORIGINS]; /* 0: unknown so far */
	size_t running; /* thread of the previous event */
	bool has_running;
	uint64_t now; /* time of the previous event in nanoseconds */
	bool has_now;
	uint64_t carried; /* events that are there, with others made up */
	struct pxt_threadx_event_sequence sequence;
};

void pxt_threadx_conversion_fini(struct pxt_threadx_conversion *conversion);

/* The process of a thread or object: systems other than Linux have one. */
pid_t pxt_threadx_conversion_pid(struct pxt_threadx_conversion *conversion,
				 struct pxt_export *export, unsigned origin,
				 pid_t pid);

#endif
