/* log_workers.c - a log that is read by workers */
#include "config.h"

#include <errno.h>
#include <sched.h>
#include <sys/stat.h>

#include "source/log_workers.h"

enum { SMALL = 4 << 20 }; /* bytes of a log that is read before threads run */

unsigned log_workers_processors(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	return (unsigned)CPU_COUNT(&set);
}

#ifdef HAVE_LIBURCU

static struct posix_trace_reading_np *reading_of(struct log_workers *ahead)
{
	return (struct posix_trace_reading_np *)ahead;
}

/* A log without an end may get names that its trace id does not know. */
static bool is_complete(trace_id_t trid)
{
	struct posix_trace_log_np log;

	return !posix_trace_get_log_np(trid, &log) && log.complete;
}

static bool is_large(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_size > SMALL;
}

struct log_workers *log_workers_open(int fd, trace_id_t trid, unsigned workers,
				     bool asked)
{
	struct posix_trace_reading_np *reading;

	if (!workers || !is_complete(trid) || !(asked || is_large(fd)))
		return NULL;
	if (workers > POSIX_TRACE_READING_WORKERS_MAX_NP)
		workers = POSIX_TRACE_READING_WORKERS_MAX_NP;
	/* A single one would do what the caller waits for. */
	return posix_trace_reading_open_np(fd, workers == 1 ? 0 : workers,
					   &reading) ?
		       NULL :
		       (struct log_workers *)reading;
}

void log_workers_close(struct log_workers *ahead)
{
	posix_trace_reading_close_np(reading_of(ahead));
}

int log_workers_next(struct log_workers *ahead,
		     struct posix_trace_item_np *item, int *unavailable)
{
	return posix_trace_reading_getnext_item_np(reading_of(ahead), item,
						   unavailable);
}

int log_workers_rewind(struct log_workers *ahead)
{
	return posix_trace_reading_rewind_np(reading_of(ahead));
}

int log_workers_seek(struct log_workers *ahead, const struct timespec *time)
{
	return posix_trace_reading_seek_np(reading_of(ahead), time);
}

int log_workers_get_damage(struct log_workers *ahead,
			   struct posix_trace_damage_np *damage)
{
	return posix_trace_reading_get_damage_np(reading_of(ahead), damage);
}

int log_workers_set_work(struct log_workers *ahead,
			 posix_trace_reading_work_np *work,
			 posix_trace_reading_room_np *room, void *argument)
{
	return posix_trace_reading_set_work_np(reading_of(ahead), work, room,
					       argument);
}

int log_workers_walk(struct log_workers *ahead,
		     posix_trace_reading_take_np *take, void *argument)
{
	return posix_trace_reading_walk_np(reading_of(ahead), take, argument);
}

unsigned log_workers_count(const struct log_workers *ahead)
{
	const unsigned workers = posix_trace_reading_workers_np(
		(const struct posix_trace_reading_np *)ahead);

	return workers ? workers : 1;
}

#else

struct log_workers *log_workers_open(int fd, trace_id_t trid, unsigned workers,
				     bool asked)
{
	(void)fd;
	(void)trid;
	(void)workers;
	(void)asked;
	return NULL;
}

void log_workers_close(struct log_workers *ahead)
{
	(void)ahead;
}

int log_workers_next(struct log_workers *ahead,
		     struct posix_trace_item_np *item, int *unavailable)
{
	(void)ahead;
	(void)item;
	(void)unavailable;
	return ENOTSUP;
}

int log_workers_rewind(struct log_workers *ahead)
{
	(void)ahead;
	return ENOTSUP;
}

int log_workers_seek(struct log_workers *ahead, const struct timespec *time)
{
	(void)ahead;
	(void)time;
	return ENOTSUP;
}

int log_workers_get_damage(struct log_workers *ahead,
			   struct posix_trace_damage_np *damage)
{
	(void)ahead;
	(void)damage;
	return ENOTSUP;
}

int log_workers_set_work(struct log_workers *ahead,
			 posix_trace_reading_work_np *work,
			 posix_trace_reading_room_np *room, void *argument)
{
	(void)ahead;
	(void)work;
	(void)room;
	(void)argument;
	return ENOTSUP;
}

int log_workers_walk(struct log_workers *ahead,
		     posix_trace_reading_take_np *take, void *argument)
{
	(void)ahead;
	(void)take;
	(void)argument;
	return ENOTSUP;
}

unsigned log_workers_count(const struct log_workers *ahead)
{
	(void)ahead;
	return 0;
}

#endif
