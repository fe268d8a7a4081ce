/*
 * crew.h - the workers of a reading
 *
 * Slices go to the workers, and back, by wait-free queues: whoever puts one in
 * never waits for whoever takes one out. Semaphores count what is in the
 * queues.
 */
#ifndef PXT_READING_CREW_H
#define PXT_READING_CREW_H

#include <semaphore.h>

#include "reading/slice.h"

struct pxt_crew;

struct pxt_queue {
	struct cds_wfcq_head head;
	struct cds_wfcq_tail tail;
	sem_t count;
};

struct pxt_worker {
	pthread_t thread;
	struct pxt_crew *crew;
	unsigned number;
	struct pxt_decoder decoder;
};

/* The task of a worker, for each slice. */
typedef void pxt_crew_task(struct pxt_slice *slice, struct pxt_worker *worker,
			   void *argument);

struct pxt_crew {
	struct pxt_queue todo, done;
	struct pxt_worker *workers;
	unsigned count;
	pxt_crew_task *task;
	void *argument;
};

/* Starts up to so many workers; none, where no thread can be made. ENOMEM. */
int pxt_crew_init(struct pxt_crew *crew, unsigned count, pxt_crew_task *task,
		  void *argument);

/* Ends the workers. All slices have come back. */
void pxt_crew_fini(struct pxt_crew *crew);

/* Hands a slice to the workers; without any, does it here. */
void pxt_crew_put(struct pxt_crew *crew, struct pxt_slice *slice);

/* Waits for the next slice that is done; some are on their way. */
struct pxt_slice *pxt_crew_get(struct pxt_crew *crew);

#endif
