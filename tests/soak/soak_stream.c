/* soak_stream.c - making, steering and ending a stream, at random */
#include "soak_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "soak_plan.h"

enum { STALL_NS = 800000000 };

static const char *policy_name(int policy)
{
	switch (policy) {
	case POSIX_TRACE_LOOP:
		return "LOOP";
	case POSIX_TRACE_UNTIL_FULL:
		return "UNTIL_FULL";
	case POSIX_TRACE_FLUSH:
		return "FLUSH";
	default:
		return "APPEND";
	}
}

static void draw(struct soak_stream *stream)
{
	static const size_t sizes[] = { 0,	   0,	    64 << 10, 128 << 10,
					256 << 10, 1 << 20, 4 << 20 };
	static const size_t datas[] = { 16, 64, 256, 1024, 4096, 4096, 8192 };
	static const int log_policies[] = { POSIX_TRACE_APPEND,
					    POSIX_TRACE_APPEND,
					    POSIX_TRACE_LOOP,
					    POSIX_TRACE_UNTIL_FULL };
	uint64_t *random = &stream->random;

	stream->logged = soak_below(random, 5) < 3;
	stream->policy = 1 + (int)soak_below(random, stream->logged ? 5 : 2);
	if (stream->policy > POSIX_TRACE_FLUSH)
		stream->policy = POSIX_TRACE_FLUSH;
	stream->log_policy = log_policies[soak_below(random, 4)];
	stream->size = sizes[soak_below(random, 7)];
	stream->max_data = datas[soak_below(random, 7)];
	stream->log_size = (size_t)64 << (10 + 2 * soak_below(random, 4));
	stream->inherited = soak_below(random, 5) < 3;
	stream->manner = (enum soak_manner)soak_below(random, SOAK_MANNERS);
	stream->abrupt = !stream->logged && soak_one_in(random, 4);
	stream->read = !stream->logged || (stream->policy != POSIX_TRACE_LOOP &&
					   soak_one_in(random, 6));
}

void soak_stream_init(struct soak_stream *stream, struct soak_board *board,
		      uint64_t random, uint32_t controller, uint32_t number)
{
	memset(stream, 0, sizeof(*stream));
	stream->board = board;
	stream->random = random;
	stream->fd = -1;
	draw(stream);
	snprintf(stream->path, sizeof(stream->path),
		 "%s/soak-%llx-%u-%u-%d.ptl", board->directory,
		 (unsigned long long)board->seed, controller, number,
		 (int)getpid());
	snprintf(
		stream->what, sizeof(stream->what),
		"scene %u stream %u.%u (%s%s%s%s%s, size %zu, data %zu, log %zu)",
		board->scene, controller, number, policy_name(stream->policy),
		stream->logged ? " to log " : " live",
		stream->logged ? policy_name(stream->log_policy) : "",
		stream->inherited ? ", inherited" : "",
		stream->logged && stream->read ? ", read" : "", stream->size,
		stream->max_data, stream->log_size);
	stream->count = soak_count_create(board, stream->what);
}

void soak_stream_fini(struct soak_stream *stream)
{
	for (unsigned i = 0; i < stream->steps; i++) {
		free(stream->step[i].done);
		free(stream->step[i].begun);
	}
	soak_count_close(stream->count);
}

/* Steps */

static uint32_t *new_mark(void)
{
	uint32_t *mark = calloc(SOAK_LANES, sizeof(*mark));

	if (!mark)
		abort();
	return mark;
}

static struct soak_step *now(struct soak_stream *stream)
{
	return &stream->step[stream->steps - 1];
}

/* What is not said anew stays as it was. */
static struct soak_step *begin_step(struct soak_stream *stream)
{
	struct soak_step *step = &stream->step[stream->steps++];

	*step = stream->steps > 1 ? step[-1] : (struct soak_step){ 0 };
	step->cleared = false;
	step->done = new_mark();
	step->begun = new_mark();
	soak_mark_done(stream->board, step->done);
	return step;
}

static void end_step(struct soak_stream *stream)
{
	soak_mark_begun(stream->board, now(stream)->begun);
}

static bool has_steps_left(const struct soak_stream *stream)
{
	return stream->steps + 4 < SOAK_STEPS;
}

static void must(struct soak_stream *stream, const char *what, int err)
{
	if (err)
		soak_miss(stream->count, "%s: %s", what, strerror(err));
}

static void start(struct soak_stream *stream)
{
	begin_step(stream)->running = true;
	must(stream, "start", posix_trace_start(stream->trid));
	end_step(stream);
}

static void stop(struct soak_stream *stream)
{
	begin_step(stream)->running = false;
	must(stream, "stop", posix_trace_stop(stream->trid));
	end_step(stream);
}

static void make_set(struct soak_stream *stream, uint32_t types,
		     trace_event_set_t *set)
{
	trace_event_id_t id;
	char name[32];

	posix_trace_eventset_empty(set);
	for (uint32_t i = 0; i < SOAK_TYPES; i++) {
		if (!(types >> i & 1))
			continue;
		soak_plan_name(i, name);
		must(stream, "name",
		     posix_trace_trid_eventid_open(stream->trid, name, &id));
		posix_trace_eventset_add(id, set);
	}
}

static uint32_t changed(uint32_t filter, uint32_t types, int how)
{
	if (how == POSIX_TRACE_SET_EVENTSET)
		return types;
	return how == POSIX_TRACE_ADD_EVENTSET ? filter | types :
						 filter & ~types;
}

static void filter(struct soak_stream *stream)
{
	const int how = 1 + (int)soak_below(&stream->random, 3);
	const uint32_t types =
		soak_below(&stream->random, 1 << SOAK_STEADY_TYPE) &
		soak_below(&stream->random, 1 << SOAK_STEADY_TYPE);
	trace_event_set_t set;
	struct soak_step *step;

	make_set(stream, types, &set);
	step = begin_step(stream);
	step->filter = changed(step->filter, types, how);
	must(stream, "filter", posix_trace_set_filter(stream->trid, &set, how));
	end_step(stream);
}

static void ask_status(struct soak_stream *stream,
		       struct posix_trace_status_info *status)
{
	must(stream, "status", posix_trace_get_status(stream->trid, status));
	if (status->posix_stream_overrun_status == POSIX_TRACE_OVERRUN)
		stream->overrun = true;
	/* Asking resets it, also for what the log will say. */
	if (status->posix_log_overrun_status == POSIX_TRACE_OVERRUN)
		stream->log_overrun = true;
	must(stream, "flush error", status->posix_stream_flush_error);
}

/* One that had stopped because it was full is suspended then, and not full;
 * what it lost before is told no more. */
static void clear(struct soak_stream *stream)
{
	struct posix_trace_status_info status;
	struct soak_step *step;

	if (stream->logged && stream->log_policy == POSIX_TRACE_APPEND)
		return;
	stream->count->cleared = true;
	step = begin_step(stream);
	step->cleared = true;
	step->filter = 0;
	must(stream, "clear", posix_trace_clear(stream->trid));
	stream->overrun = false;
	stream->log_overrun = false;
	ask_status(stream, &status);
	if (status.posix_stream_status == POSIX_TRACE_SUSPENDED &&
	    status.posix_stream_full_status == POSIX_TRACE_NOT_FULL)
		step->running = false;
	end_step(stream);
}

static void flush(struct soak_stream *stream)
{
	if (stream->logged)
		must(stream, "flush", posix_trace_flush(stream->trid));
}

static void change(struct soak_stream *stream)
{
	switch (soak_below(&stream->random, 12)) {
	case 0:
	case 1:
	case 2:
	case 3:
		if (now(stream)->running)
			stop(stream);
		else
			start(stream);
		break;
	case 4:
		start(stream);
		break;
	case 5:
		clear(stream);
		break;
	default:
		filter(stream);
	}
}

void soak_stream_steer(struct soak_stream *stream)
{
	const bool exact = soak_one_in(&stream->random, 2);
	const int64_t begin = soak_now();
	struct posix_trace_status_info status;

	if (soak_one_in(&stream->random, 3)) {
		flush(stream);
	} else if (soak_one_in(&stream->random, 4)) {
		ask_status(stream, &status);
	} else if (has_steps_left(stream)) {
		if (exact)
			soak_pause(stream->board);
		change(stream);
		if (exact)
			soak_resume(stream->board);
	}
	if (soak_now() - begin > STALL_NS)
		stream->strained = true;
	/* One that was stopped shall not stay so for good. */
	if (!now(stream)->running && has_steps_left(stream) &&
	    soak_one_in(&stream->random, 2))
		start(stream);
}

/* Beginning */

static int create(struct soak_stream *stream)
{
	trace_attr_t attr;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamsize(&attr, stream->size);
	posix_trace_attr_setmaxdatasize(&attr, stream->max_data);
	posix_trace_attr_setlogsize(&attr, stream->log_size);
	posix_trace_attr_setstreamfullpolicy(&attr, stream->policy);
	posix_trace_attr_setlogfullpolicy(&attr, stream->log_policy);
	posix_trace_attr_setinherited(
		&attr, stream->inherited ? POSIX_TRACE_INHERITED :
					   POSIX_TRACE_CLOSE_FOR_CHILD);
	if (!stream->logged)
		return posix_trace_create(stream->pid, &attr, &stream->trid);
	stream->fd = open(stream->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC,
			  0600);
	if (stream->fd < 0)
		return errno;
	return posix_trace_create_withlog(stream->pid, &attr, stream->fd,
					  &stream->trid);
}

static void be_none(struct soak_stream *stream)
{
	if (stream->fd >= 0) {
		close(stream->fd);
		unlink(stream->path);
	}
	stream->fd = -1;
}

bool soak_stream_open(struct soak_stream *stream, uint32_t image)
{
	struct soak_count *count = stream->count;
	int err;

	stream->image = image;
	stream->pid = stream->board->image[image].pid;
	if (stream->pid <= 0)
		return false;
	stream->create_begin = soak_now();
	err = create(stream);
	stream->create_end = soak_now();
	if (err) {
		if (err != ESRCH && err != EAGAIN)
			must(stream, "create", err);
		be_none(stream);
		return false;
	}
	count->trid = stream->trid;
	count->max_data = stream->max_data;
	count->loops = stream->policy == POSIX_TRACE_LOOP;
	count->abrupt = stream->abrupt;
	count->strict = !stream->logged || !(count->loops || stream->read);
	stream->open = true;
	atomic_fetch_add(&stream->board->totals.streams, 1);
	if (stream->read)
		soak_reader_start(stream);
	start(stream);
	return true;
}

/* Ending */

static void end_active(struct soak_stream *stream)
{
	struct posix_trace_status_info status;

	if (stream->abrupt)
		return;
	stop(stream);
	ask_status(stream, &status);
	soak_reader_finish(stream);
}

static void end_logged(struct soak_stream *stream)
{
	struct posix_trace_totals_np totals;

	if (!stream->read && soak_one_in(&stream->random, 3))
		return;
	stop(stream);
	soak_reader_finish(stream);
	flush(stream);
	must(stream, "totals",
	     posix_trace_get_totals_np(stream->trid, &totals));
	stream->totals_known = true;
	stream->totals_lost = totals.lost;
}

void soak_stream_close(struct soak_stream *stream)
{
	const int64_t begin = soak_now();

	if (stream->logged)
		end_logged(stream);
	else
		end_active(stream);
	begin_step(stream)->running = false;
	must(stream, "shutdown", posix_trace_shutdown(stream->trid));
	end_step(stream);
	if (soak_now() - begin > STALL_NS)
		stream->strained = true;
	if (!stream->logged && stream->abrupt)
		soak_reader_finish(stream);
	if (stream->logged) {
		soak_reader_log(stream);
		close(stream->fd);
	}
	stream->open = false;
	stream->closed = true;
}
