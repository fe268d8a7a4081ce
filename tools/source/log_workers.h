/*
 * log_workers.h - a log that is read by workers
 *
 * Items are those of the log's trace id, which goes on telling what their
 * numbers mean. Without liburcu nothing is read ahead.
 */
#ifndef LOG_WORKERS_H
#define LOG_WORKERS_H

#include <stdbool.h>

#include <trace_reading_np.h>

struct log_workers;

/* The number of processors that this program may use. */
unsigned log_workers_processors(void);

/* fd: the log's, borrowed until close. NULL: not possible here, or of no use,
 * as the log is small; asked: the user wants workers for any log. */
struct log_workers *log_workers_open(int fd, trace_id_t trid, unsigned workers,
				     bool asked);
void log_workers_close(struct log_workers *ahead);

/* The contracts of posix_trace_getnext_item_np() and its sisters. */
int log_workers_next(struct log_workers *ahead,
		     struct posix_trace_item_np *item, int *unavailable);
int log_workers_rewind(struct log_workers *ahead);
int log_workers_seek(struct log_workers *ahead, const struct timespec *time);
int log_workers_set_work(struct log_workers *ahead,
			 posix_trace_reading_work_np *work,
			 posix_trace_reading_room_np *room, void *argument);
int log_workers_walk(struct log_workers *ahead,
		     posix_trace_reading_take_np *take, void *argument);

/* The number of places where work is done, by numbers from 0 on. */
unsigned log_workers_count(const struct log_workers *ahead);
int log_workers_get_damage(struct log_workers *ahead,
			   struct posix_trace_damage_np *damage);

#endif
