/*
 * comm.h - names of programs, threads and machines, as data
 */
#ifndef COMM_H
#define COMM_H

#include "event/labels.h"

enum {
	COMM_THREADS = 1 << 8, /* slots, indexed by thread id */
	COMM_THREAD = 128,     /* bytes of a thread's name */
};

struct comm_thread {
	unsigned origin;
	pid_t pid; /* 0: free */
	pid_t tid;
	struct label label;
	char text[COMM_THREAD];
};

/* Consecutive items are mostly of one process. */
struct comm {
	struct source *source; /* borrowed */
	struct other_system other;
	unsigned origin; /* origin of the process */
	pid_t pid;	 /* process of the name; 0: none */
	int64_t program; /* program of the process with that name */
	struct label label;
	char text[LABELS_PROCESS];
	unsigned host_origin; /* origin of host, if that is set */
	struct label host_label;
	char host[65];
	struct comm_thread threads[COMM_THREADS];
};

void comm_init(struct comm *comm, struct source *source);

/* The name of a process at a time; empty if unknown. Borrowed until the next
 * call. */
struct label comm_of(struct comm *comm, unsigned origin, pid_t pid,
		     const struct timespec *when);

/* The name of a thread; empty if unknown, or if it is the program's. Borrowed
 * likewise. */
struct label comm_thread(struct comm *comm,
			 const struct posix_trace_item_np *item);

/* The name of the machine; empty if unknown. Borrowed likewise. */
struct label comm_host(struct comm *comm, unsigned origin);

#endif
