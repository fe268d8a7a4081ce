/*
 * labels.h - names of events and threads, asked for once
 */
#ifndef LABELS_H
#define LABELS_H

#include <stdbool.h>
#include <stddef.h>

#include "event/other_system.h"
#include "source/source.h"

enum {
	LABELS_EVENTS = 1 << 11,  /* types beyond are not kept */
	LABELS_THREADS = 1 << 10, /* a thread's place is taken from its id */
	LABELS_PROCESS = 40,	  /* bytes shown of a process's name, or a
				   * host's */
	LABELS_THREAD = 64,	  /* likewise of a thread's */
	LABELS_NUMBER = 16,	  /* digits, and what is before them */
};

struct label {
	size_t len;
	char *text;
};

/* As the source has them; empty: it has none. */
struct thread_names {
	int64_t program; /* which of them the process's is of */
	char process[LABELS_PROCESS];
	char thread[LABELS_THREAD]; /* that is not the process's */
};

struct thread_label {
	unsigned origin;
	pid_t pid; /* 0: free */
	pid_t tid;
	bool is_foreign; /* of another system than Linux */
	bool may_change; /* its name, as on these or in a log that grows */
	struct thread_names names;
	size_t len;
	char text[2 * LABELS_PROCESS + LABELS_THREAD + LABELS_NUMBER];
};

struct labels {
	struct source *source; /* borrowed */
	struct other_system other;
	bool ascii; /* the reader's terminal knows nothing else */
	bool hosts; /* there are several */
	struct label events[LABELS_EVENTS];
	struct thread_label threads[LABELS_THREADS];
	char unnamed[16]; /* for a type without a name */
};

void labels_init(struct labels *labels, struct source *source, bool ascii);
void labels_fini(struct labels *labels);

/* The name of an event type, or "#17" if it has none so far. Borrowed until
 * the next call. */
struct label labels_event(struct labels *labels, trace_event_id_t type);

/* "matcher/4243": the process and the kernel's thread id; "matcher/feed:4244"
 * where the thread has a name of its own, the last that is known of it;
 * "matcher/-" for no thread in particular, and "-" for no process. Where there
 * are several hosts it begins with theirs: "h1:matcher/4243". Of other systems
 * than Linux a thread has its name alone: "board/thread 0". The process is
 * called as at that time, or, with NULL, as it was last. Borrowed until the
 * next call. */
struct label labels_thread(struct labels *labels, unsigned origin, pid_t pid,
			   pid_t tid, const struct timespec *when);

#endif
