/*
 * trace_reading_np.h - reading a log with several processors
 *
 * A reading gives the items of a log as posix_trace_getnext_item_np() does: all
 * of them, in the same order, with the same contents. Threads of its own, the
 * workers, read ahead what is in different sections of the log. Memory is
 * bounded by the number of workers, not by the length of the log.
 *
 * The functions stand in a library of their own, libposixtrace-reading, which
 * programs that are traced do not need. They return zero or an error number and
 * leave errno alone. One thread at a time may use a reading, in the process
 * that opened it.
 */
#ifndef _TRACE_READING_NP_H
#define _TRACE_READING_NP_H 1

#include <trace_np.h>

#ifdef __cplusplus
extern "C" {
#endif

struct posix_trace_reading_np;

enum { POSIX_TRACE_READING_WORKERS_MAX_NP = 256 };

/* Items of a log, one behind the other. */
struct posix_trace_batch_np {
	const struct posix_trace_item_np *items; /* borrowed with their data,
						  * until the next batch */
	size_t count;
	void *own; /* a pointer that the work left here when it had this room
		    * the last time; NULL at first */
};

/* Work that is done for each batch, by a worker, before the batch is delivered.
 * Several workers, by their numbers from 0 on, work at the same time. */
typedef void posix_trace_reading_work_np(struct posix_trace_batch_np *batch,
					 unsigned worker, void *argument);

/* Called for each room that batches had. */
typedef void posix_trace_reading_room_np(void *own, void *argument);

/* Takes a batch, which is borrowed until the return. An error number ends the
 * walk. */
typedef int
posix_trace_reading_take_np(const struct posix_trace_batch_np *batch,
			    void *argument);

/*
 * Opens a log for reading with up to so many workers. fd: borrowed until close;
 * its position is neither used nor moved. Where fewer threads can be made, or
 * RLIMIT_AS leaves too little for so many, there are fewer workers; without any, the
 * caller does what they would do, when it asks for a batch.
 *
 * A log whose controller has died is completed by posix_trace_open(), not here.
 * What a log gets that grows is delivered as by that function, without order
 * between what was there and what came; and a log that is overwritten while it
 * is read, or one that is damaged, from the damage on, is read in series. So is a
 * log for whose workers there is no more memory.
 *
 * EBADF: fd is not open for reading. EINVAL: not a log, or too many workers.
 */
int posix_trace_reading_open_np(int fd, unsigned workers,
				struct posix_trace_reading_np **reading);

/* Ends the workers. reading may be NULL. */
void posix_trace_reading_close_np(struct posix_trace_reading_np *reading);

/* The number of workers. */
unsigned
posix_trace_reading_workers_np(const struct posix_trace_reading_np *reading);

/* Sets the work for all batches; reading goes on at the beginning. work NULL:
 * none. What work leaves in `own' is passed to room, if that is not NULL, when
 * the work changes, or the reading is closed. */
int posix_trace_reading_set_work_np(struct posix_trace_reading_np *reading,
				    posix_trace_reading_work_np *work,
				    posix_trace_reading_room_np *room,
				    void *argument);

/* Gets the next items: those of a batch that were not got one by one, with the `own'
 * of the whole, or a further batch. batch NULL: none, or none yet in a log that
 * grows. An error stands where posix_trace_getnext_item_np() meets it, and the call
 * may be repeated. */
int posix_trace_reading_getnext_batch_np(
	struct posix_trace_reading_np *reading,
	const struct posix_trace_batch_np **batch);

/*
 * Has all further batches taken, one after the other, in their order: each by the
 * thread that decoded it, whose processor has the items at hand; but what is left of
 * a batch whose first items were got one by one, by the caller. Returns where
 * there is no batch, or none yet in a log that grows; the work of a batch is done
 * before. take calls no function with this reading.
 *
 * Returns 0, an error of posix_trace_reading_getnext_batch_np(), or what take
 * returned: then the next batch is the one behind. EINVAL: take is NULL.
 */
int posix_trace_reading_walk_np(struct posix_trace_reading_np *reading,
				posix_trace_reading_take_np *take,
				void *argument);

/* Gets the next item, out of batches, with the contract of
 * posix_trace_getnext_item_np(). */
int posix_trace_reading_getnext_item_np(struct posix_trace_reading_np *reading,
					struct posix_trace_item_np *item,
					int *unavailable);

/* Continues at the beginning, or at a time, with the contracts of
 * posix_trace_rewind() and posix_trace_seek_np(). */
int posix_trace_reading_rewind_np(struct posix_trace_reading_np *reading);
int posix_trace_reading_seek_np(struct posix_trace_reading_np *reading,
				const struct timespec *time);

/* Gets the damage met so far, with the contract of
 * posix_trace_get_damage_np(). */
int posix_trace_reading_get_damage_np(struct posix_trace_reading_np *reading,
				      struct posix_trace_damage_np *damage);

#ifdef __cplusplus
}
#endif

#endif
