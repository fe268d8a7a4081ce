/*
 * mapped.h - the events of other systems as those of ThreadX
 *
 * What has a meaning there (vocabulary.h) gets its id, and what follows
 * from it, so that TraceX knows who runs: a thread that waits is suspended, and
 * resumed with its next event. What is one of ThreadX beside others keeps its
 * words, but for addresses. All else is an event of the user.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_MAPPED_H
#define PXT_FORMAT_THREADX_EXPORT_MAPPED_H

#include "format/threadx/export/buffer.h"
#include "format/threadx/export/things.h"
#include "format/threadx/export/users.h"
#include "format/threadx/export/vocabulary.h"

enum { PXT_THREADX_ORIGINS = 64 }; /* whose objects are all told */

/* What an event says of the life of a thread, see lives.h. */
enum pxt_threadx_life {
	PXT_THREADX_NO_LIFE,
	PXT_THREADX_CREATED,
	PXT_THREADX_STARTED,
	PXT_THREADX_NAMED,
	PXT_THREADX_ENDED,
};

/* What a type of events is. */
struct pxt_threadx_mapped_type {
	const struct posix_trace_layout_np *layout; /* as it was asked for */
	const struct pxt_threadx_meaning *meaning;
	enum pxt_threadx_life life;
	bool is_known;
};

struct pxt_threadx_mapped {
	struct pxt_threadx_things things;
	struct pxt_threadx_users users;
	struct pxt_threadx_mapped_type type[1 << 12];
	struct pxt_threadx_shapes shapes;
	unsigned origins;
	uint8_t has_processes[PXT_THREADX_ORIGINS]; /* 0: not known so far */
	size_t running; /* the thread of the event before */
	bool has_running;
	uint64_t now; /* nanoseconds, of the event before */
	bool has_now;
};

void pxt_threadx_mapped_init(struct pxt_threadx_mapped *mapped);
void pxt_threadx_mapped_fini(struct pxt_threadx_mapped *mapped);

/* Whose a thread or an object is: of other systems than Linux, they are all of
 * one. */
pid_t pxt_threadx_mapped_pid(struct pxt_threadx_mapped *mapped,
			     struct pxt_export *export, unsigned origin,
			     pid_t pid);

/* An event. ENOMEM. */
int pxt_threadx_mapped_put(struct pxt_threadx_mapped *mapped,
			   struct pxt_threadx_buffer *buffer,
			   struct pxt_export *export,
			   const struct posix_trace_item_np *item);

/* All have come: fill the registry, and make times ticks. hz 0: as many as fit.
 * ENOMEM. */
int pxt_threadx_mapped_end(struct pxt_threadx_mapped *mapped,
			   struct pxt_threadx_buffer *buffer,
			   struct pxt_export *export, uint64_t hz);

#endif
