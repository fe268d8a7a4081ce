/*
 * comm.h - the names of programs, threads and machines, as data
 */
#ifndef COMM_H
#define COMM_H

#include "event/labels.h"

enum {
	COMM_THREADS = 1 << 8, /* a thread's place is taken from its id */
	COMM_THREAD = 128,     /* bytes of its name */
};

struct comm_thread {
	unsigned origin;
	pid_t pid; /* 0: free */
	pid_t tid;
	struct label label;
	char text[COMM_THREAD];
};

/* Most items are of the process of the one before. */
struct comm {
	struct source *source; /* borrowed */
	struct other_system other;
	unsigned origin;       /* of the process */
	pid_t pid;	       /* whose name it is; 0: nobody's */
	int64_t program;       /* which of its programs has it */
	struct label label;
	char text[LABELS_PROCESS];
	unsigned host_origin; /* whose it is; valid if a host is there */
	struct label host_label;
	char host[65];
	struct comm_thread threads[COMM_THREADS];
};

void comm_init(struct comm *comm, struct source *source);

/* The name of a process at a time; empty where the log does not know it.
 * Borrowed until the next call. */
struct label comm_of(struct comm *comm, unsigned origin, pid_t pid,
		     const struct timespec *when);

/* The name of a thread, likewise; empty, too, where it is the program's. */
struct label comm_thread(struct comm *comm,
			 const struct posix_trace_item_np *item);

/* The name of the machine, likewise. */
struct label comm_host(struct comm *comm, unsigned origin);

#endif
