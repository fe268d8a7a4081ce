/*
 * lttng_worker.h - what the program that LTTng-UST traces answers
 */
#ifndef LTTNG_WORKER_H
#define LTTNG_WORKER_H

#include "result.h"

/* Where both go to disk: so small that log thread and consumer work while
 * events are recorded, ours once a quarter of it is full. */
enum { LTTNG_DISK_SIZE = 4 << 20 };

struct lttng_answer {
	struct result_row ours;
	struct result_row theirs;
	double ratio;		   /* their time to ours */
	double cpu_ratio;	   /* the same of processor time */
	unsigned long long events; /* recorded for them, in all */
};

#endif
