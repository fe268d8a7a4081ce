/* soak_reader.c - everything out of a stream, or a log, and into its count */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "soak_plan.h"
#include "soak_stream.h"

enum {
	NS_PER_S = 1000000000,
	TIMED_NS = 20000000,
	KICK_US = 2000,
};

static int next_in_time(struct soak_stream *stream,
			struct posix_trace_event_info *info, void *data,
			size_t *len, int *none)
{
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_nsec += TIMED_NS;
	if (end.tv_nsec >= NS_PER_S) {
		end.tv_nsec -= NS_PER_S;
		end.tv_sec++;
	}
	return posix_trace_timedgetnext_event(stream->trid, info, data,
					      SOAK_DATA_MAX, len, none, &end);
}

static int next(struct soak_stream *stream, struct posix_trace_event_info *info,
		void *data, size_t *len, int *none)
{
	if (stream->ending)
		return posix_trace_trygetnext_event(stream->trid, info, data,
						    SOAK_DATA_MAX, len, none);
	switch (stream->manner) {
	case SOAK_BLOCKING:
		return posix_trace_getnext_event(stream->trid, info, data,
						 SOAK_DATA_MAX, len, none);
	case SOAK_TIMED:
		return next_in_time(stream, info, data, len, none);
	default:
		return posix_trace_trygetnext_event(stream->trid, info, data,
						    SOAK_DATA_MAX, len, none);
	}
}

/* false: that was all. Behind a stop everything is there at the first
 * attempt. */
static bool read_one(struct soak_stream *stream, uint8_t *data)
{
	const bool ending = stream->ending;
	struct posix_trace_event_info info;
	size_t len = 0;
	int none = 0;
	int err;

	err = next(stream, &info, data, &len, &none);
	if (!err && !none) {
		soak_count_event(stream->count, &info, 0, data, len);
		return true;
	}
	if (!err) {
		if (ending)
			return false;
		soak_nap(stream->manner == SOAK_LAZY ? 50000 : 500);
		return true;
	}
	if (err == EINTR || err == ETIMEDOUT)
		return true;
	if (err != EINVAL || !stream->abrupt)
		soak_miss(stream->count, "reading: %s", strerror(err));
	return false;
}

static void *read_all(void *argument)
{
	static __thread uint8_t data[SOAK_DATA_MAX];
	struct soak_stream *stream = argument;

	while (read_one(stream, data))
		;
	stream->drained = true;
	return NULL;
}

static void do_nothing(int number)
{
	(void)number;
}

void soak_reader_start(struct soak_stream *stream)
{
	const struct sigaction action = { .sa_handler = do_nothing };

	sigaction(SIGUSR2, &action, NULL);
	stream->has_reader =
		!pthread_create(&stream->reader, NULL, read_all, stream);
}

/* One that waits is told to look up. */
void soak_reader_finish(struct soak_stream *stream)
{
	if (!stream->has_reader)
		return;
	stream->ending = true;
	while (!stream->drained) {
		pthread_kill(stream->reader, SIGUSR2);
		soak_nap(KICK_US);
	}
	pthread_join(stream->reader, NULL);
	stream->has_reader = false;
}

/* Logs */

static void ask(struct soak_stream *stream, trace_id_t log)
{
	struct posix_trace_status_info status;
	struct posix_trace_damage_np damage;

	posix_trace_get_status(log, &status);
	if (status.posix_log_overrun_status == POSIX_TRACE_OVERRUN)
		stream->log_overrun = true;
	stream->log_full = status.posix_log_full_status == POSIX_TRACE_FULL;
	if (posix_trace_get_damage_np(log, &damage) || damage.count)
		soak_miss(stream->count, "the log is damaged at %llu: %s",
			  damage.offset, damage.what);
}

void soak_reader_log(struct soak_stream *stream)
{
	struct posix_trace_item_np item;
	trace_id_t log;
	int none;
	int err;

	err = posix_trace_open(stream->fd, &log);
	if (err) {
		soak_miss(stream->count, "open: %s", strerror(err));
		return;
	}
	soak_count_turn(stream->count, log);
	for (;;) {
		err = posix_trace_getnext_item_np(log, &item, &none);
		if (err || none)
			break;
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP)
			soak_count_loss(stream->count, item.lost);
		else
			soak_count_event(stream->count, &item.info, item.tid,
					 item.data, item.data_len);
	}
	if (err)
		soak_miss(stream->count, "reading the log: %s", strerror(err));
	ask(stream, log);
	posix_trace_close(log);
}
