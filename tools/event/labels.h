/*
 * labels.h - cached names of events and threads
 */
#ifndef LABELS_H
#define LABELS_H

#include <stdbool.h>
#include <stddef.h>

#include "event/other_system.h"
#include "source/source.h"

enum {
	LABELS_EVENTS = 1 << 12,  /* types beyond have no names */
	LABELS_THREADS = 1 << 10, /* slots, indexed by thread id */
	LABELS_PROCESS = 40,	  /* bytes shown of the name of a process or
				   * host */
	LABELS_THREAD = 64,	  /* bytes shown of a thread's name */
	LABELS_NUMBER = 16,	  /* digits and their prefix */
};

struct label {
	size_t len;
	char *text;
};

/* Names in the source; empty: none. */
struct thread_names {
	int64_t program; /* program of the process */
	char process[LABELS_PROCESS];
	char thread[LABELS_THREAD]; /* other than the process's name */
};

struct thread_label {
	unsigned origin;
	pid_t pid; /* 0: free */
	pid_t tid;
	bool is_foreign; /* not of Linux */
	bool may_change; /* name may change, as on such systems or in a growing
			  * log */
	struct thread_names names;
	size_t len;
	char text[2 * LABELS_PROCESS + LABELS_THREAD + LABELS_NUMBER];
};

struct labels {
	struct source *source; /* borrowed */
	struct other_system other;
	bool ascii; /* the terminal shows ASCII only */
	bool hosts; /* several hosts exist */
	struct label events[LABELS_EVENTS];
	struct thread_label threads[LABELS_THREADS];
	char unnamed[16]; /* for a type without a name */
};

void labels_init(struct labels *labels, struct source *source, bool ascii);
void labels_fini(struct labels *labels);

/* The name of an event type, or "#17" if it has none so far. Borrowed until the
 * next call. */
struct label labels_event(struct labels *labels, trace_event_id_t type);

/* "matcher/4243": the process and the kernel's thread id; "matcher/feed:4244"
 * if the thread has a name of its own, in its latest form; "matcher/-" for no
 * particular thread, and "-" for no process. With several hosts, theirs comes
 * first: "h1:matcher/4243". Threads of systems other than Linux have the name
 * only: "board/thread 0". The process's name is that at the time, or, with
 * NULL, the last one. Borrowed until the next call. */
struct label labels_thread(struct labels *labels, unsigned origin, pid_t pid,
			   pid_t tid, const struct timespec *when);

#endif
