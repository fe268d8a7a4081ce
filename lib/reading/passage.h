/*
 * passage.h - slices pass one by one, in their order
 *
 * Slices have consecutive numbers, and are passed by different threads. The lock is
 * held while a slice is in the passage, and guards what the passage is part of.
 */
#ifndef PXT_READING_PASSAGE_H
#define PXT_READING_PASSAGE_H

#include <pthread.h>
#include <stdint.h>

struct pxt_passage {
	pthread_mutex_t lock;
	pthread_cond_t moved;
	uint64_t next; /* number of the slice that passes next */
};

static inline void pxt_passage_init(struct pxt_passage *passage)
{
	pthread_mutex_init(&passage->lock, NULL);
	pthread_cond_init(&passage->moved, NULL);
}

static inline void pxt_passage_fini(struct pxt_passage *passage)
{
	pthread_cond_destroy(&passage->moved);
	pthread_mutex_destroy(&passage->lock);
}

/* Begins anew with this slice, and locks; none is on its way. */
static inline void pxt_passage_begin(struct pxt_passage *passage,
				     uint64_t number)
{
	pthread_mutex_lock(&passage->lock);
	passage->next = number;
}

/* Waits until all earlier slices have passed, and locks. */
static inline void pxt_passage_enter(struct pxt_passage *passage,
				     uint64_t number)
{
	pthread_mutex_lock(&passage->lock);
	while (passage->next != number)
		pthread_cond_wait(&passage->moved, &passage->lock);
}

/* Lets the next slice in, and unlocks. */
static inline void pxt_passage_leave(struct pxt_passage *passage)
{
	passage->next++;
	pthread_cond_broadcast(&passage->moved);
	pthread_mutex_unlock(&passage->lock);
}

#endif
