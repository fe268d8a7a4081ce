/*
 * contents.h - of what a log tells so far: origins, processes, threads, objects
 */
#ifndef CONTENTS_H
#define CONTENTS_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

#include "base/map.h"

struct contents_process {
	unsigned origin;
	pid_t pid;
	unsigned char sum[16]; /* digest of what the log was told last */
};

struct contents_thread {
	unsigned origin;
	pid_t pid, tid;
	char *name; /* last name that the log was told; NULL: none */
};

/* Zero at first. */
struct contents {
	struct pxt_map owners; /* origins, processes and threads */
	struct pxt_map objects;
	struct pxt_map places; /* places where items look for objects */
	struct contents_process *process;
	size_t processes, process_room;
	struct contents_thread *thread;
	size_t threads, room;
};

void contents_fini(struct contents *contents);

/* Each of these is true for the first time only; without memory each time. */

/* A thread; pid 0: an origin; tid 0: a process. */
bool contents_lacks(struct contents *contents, unsigned origin, pid_t pid,
		    pid_t tid);

bool contents_lacks_object(struct contents *contents, unsigned origin,
			   const struct posix_trace_object_np *object);

/* An address where an item looks for an object of that kind. */
bool contents_lacks_place(struct contents *contents,
			  const struct posix_trace_item_np *item,
			  unsigned long long address, const char *kind);

/* A name that the thread did not have before. */
bool contents_lacks_name(struct contents_thread *thread, const char *name);

/* Have the facts of another process, of which nothing is told so far. ENOMEM. */
int contents_add_process(struct contents *contents, unsigned origin, pid_t pid);

/* Have the names of another thread, which has none so far. ENOMEM. */
int contents_add_thread(struct contents *contents, unsigned origin, pid_t pid,
			pid_t tid);

#endif
