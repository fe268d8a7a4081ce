/*
 * comm.h - the names of programs, as data
 */
#ifndef COMM_H
#define COMM_H

#include "labels.h"

/* Most items are of the process of the one before. */
struct comm {
	trace_id_t trid; /* a pre-recorded stream, borrowed */
	pid_t pid;	 /* whose name it is; 0: nobody's */
	struct label label;
	char text[LABELS_PROCESS];
};

void comm_init(struct comm *comm, trace_id_t trid);

/* The name of a process; empty where the log does not know it. Borrowed until
 * the next call. */
struct label comm_of(struct comm *comm, pid_t pid);

#endif
