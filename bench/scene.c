/*
 * scene.c - what is around while events are recorded, and what that costs
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "floor.h"
#include "scene.h"

/* Rounds of half a stream each, after which all of its memory is there, which
 * is up to twice its size, and a chunk for each thread. */
enum { EARLY = 8 };

const unsigned char scene_data[SCENE_DATA_MAX];

/* What is open during a measurement. */
struct stage {
	const struct scene *scene;
	struct scene_loop loop;
	unsigned streams;
	trace_id_t trid[SCENE_STREAMS_MAX];
	int log;
};

int scene_event(trace_event_id_t *event)
{
	return posix_trace_eventid_open("bench_event", event);
}

void scene_burst_floor(void *arg, unsigned n)
{
	const struct scene_loop loop = *(struct scene_loop *)arg;

	for (unsigned i = 0; i < n; i++)
		floor_event(loop.event, scene_data, loop.len);
}

void scene_burst_lean(void *arg, unsigned n)
{
	const struct scene_loop loop = *(struct scene_loop *)arg;

	for (unsigned i = 0; i < n; i++)
		floor_event_lean(loop.event, scene_data, loop.len);
}

/* An event without data is written with a null pointer by most programs. */
static const void *data_of(const struct scene_loop *loop)
{
	return loop->len ? scene_data : NULL;
}

void scene_burst_event(void *arg, unsigned n)
{
	const struct scene_loop loop = *(struct scene_loop *)arg;
	const void *data = data_of(&loop);

	for (unsigned i = 0; i < n; i++)
		posix_trace_event(loop.event, data, loop.len);
}

void scene_burst_call(void *arg, unsigned n)
{
	const struct scene_loop loop = *(struct scene_loop *)arg;
	const void *data = data_of(&loop);

	for (unsigned i = 0; i < n; i++)
		(posix_trace_event)(loop.event, data, loop.len);
}

int scene_attr_init(trace_attr_t *attr, int policy, size_t size)
{
	int err;

	err = posix_trace_attr_init(attr);
	if (err)
		return err;
	err = posix_trace_attr_setstreamsize(attr, size);
	if (!err)
		err = posix_trace_attr_setmaxdatasize(attr, SCENE_DATA_MAX);
	if (!err)
		err = posix_trace_attr_setstreamfullpolicy(attr, policy);
	if (!err && policy == POSIX_TRACE_FLUSH)
		err = posix_trace_attr_setlogfullpolicy(attr,
							POSIX_TRACE_APPEND);
	if (err)
		posix_trace_attr_destroy(attr);
	return err;
}

int scene_open_loop(size_t size, trace_id_t *trid)
{
	trace_attr_t attr;
	int err;

	err = scene_attr_init(&attr, POSIX_TRACE_LOOP, size);
	if (err)
		return err;
	err = posix_trace_create(0, &attr, trid);
	posix_trace_attr_destroy(&attr);
	if (err)
		return err;

	err = posix_trace_start(*trid);
	if (err)
		posix_trace_shutdown(*trid);
	return err;
}

/* ENODATA: there is none of them. */
static int find_event(trace_id_t trid, trace_event_id_t event)
{
	struct posix_trace_event_info info;
	unsigned char data[SCENE_DATA_MAX];
	int unavailable;
	size_t len;
	int err;

	do {
		err = posix_trace_trygetnext_event(
			trid, &info, data, sizeof(data), &len, &unavailable);
		if (err)
			return err;
		if (unavailable)
			return ENODATA;
	} while (info.posix_event_id != event);
	return 0;
}

int scene_check(void)
{
	struct scene_loop loop = { 0 };
	trace_id_t trid;
	int err;

	err = scene_event(&loop.event);
	if (!err)
		err = scene_open_loop(SCENE_STREAM_SIZE, &trid);
	if (err)
		return err;

	scene_burst_event(&loop, 1);
	err = find_event(trid, loop.event);
	posix_trace_shutdown(trid);
	return err;
}

const char *scene_directory(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir ? dir : ".";
}

int scene_temporary_file(int *fd)
{
	char path[4096];
	int err;

	snprintf(path, sizeof(path), "%s/posixtrace-bench.XXXXXX",
		 scene_directory());
	*fd = mkstemp(path);
	if (*fd < 0)
		return errno;
	err = unlink(path) ? errno : 0;
	if (err)
		close(*fd);
	return err;
}

int scene_drain(trace_id_t trid)
{
	struct posix_trace_status_info status;
	int err;

	err = posix_trace_flush(trid);
	while (!err) {
		err = posix_trace_get_status(trid, &status);
		if (err ||
		    status.posix_stream_flush_status != POSIX_TRACE_FLUSHING)
			break;
		measure_sleep_until(measure_now() + 1000000);
	}
	return err ? err : status.posix_stream_flush_error;
}

unsigned scene_events(size_t size, size_t len, unsigned threads, unsigned most)
{
	size_t room = size / 2 / threads / (len + 48);

	if (!room)
		room = 1;
	return room < most ? (unsigned)room : most;
}

static int filter_out(trace_id_t trid, trace_event_id_t event)
{
	trace_event_set_t set;
	int err;

	err = posix_trace_eventset_empty(&set);
	if (!err)
		err = posix_trace_eventset_add(event, &set);
	if (!err)
		err = posix_trace_set_filter(trid, &set,
					     POSIX_TRACE_SET_EVENTSET);
	return err;
}

static int begin(const struct stage *stage, trace_id_t trid)
{
	int err = 0;

	if (stage->scene->filtered)
		err = filter_out(trid, stage->loop.event);
	if (!err && !stage->scene->suspended)
		err = posix_trace_start(trid);
	return err;
}

static size_t size_of(const struct scene *scene)
{
	return scene->size ? scene->size : SCENE_STREAM_SIZE;
}

static int create(struct stage *stage, trace_id_t *trid)
{
	trace_attr_t attr;
	int err;

	err = scene_attr_init(&attr, stage->scene->policy,
			      size_of(stage->scene));
	if (err)
		return err;
	if (stage->scene->policy == POSIX_TRACE_FLUSH)
		err = posix_trace_create_withlog(0, &attr, stage->log, trid);
	else
		err = posix_trace_create(0, &attr, trid);
	posix_trace_attr_destroy(&attr);
	if (err)
		return err;

	stage->streams++;
	return begin(stage, *trid);
}

static void tear_down(struct stage *stage)
{
	while (stage->streams)
		posix_trace_shutdown(stage->trid[--stage->streams]);
	if (stage->log >= 0)
		close(stage->log);
}

static int set_up(struct stage *stage, const struct scene *scene, size_t len)
{
	unsigned streams = scene->streams ? scene->streams : 1;
	int err;

	*stage = (struct stage){ .scene = scene, .log = -1 };
	stage->loop.len = len;
	err = scene_event(&stage->loop.event);
	if (err || !scene->policy)
		return err;

	if (scene->policy == POSIX_TRACE_FLUSH)
		err = scene_temporary_file(&stage->log);
	while (!err && stage->streams < streams)
		err = create(stage, &stage->trid[stage->streams]);
	if (err)
		tear_down(stage);
	return err;
}

/* Between the rounds a stream that cannot overwrite gets room. */
static int make_room(void *arg)
{
	struct stage *stage = arg;

	switch (stage->scene->policy) {
	case POSIX_TRACE_FLUSH:
		return scene_drain(stage->trid[0]);
	case POSIX_TRACE_UNTIL_FULL:
		return posix_trace_clear(stage->trid[0]);
	}
	return 0;
}

static int count_losses(const struct stage *stage, struct result_row *row)
{
	struct posix_trace_totals_np totals;
	int err;

	if (stage->scene->policy != POSIX_TRACE_FLUSH)
		return 0;
	err = posix_trace_stop(stage->trid[0]);
	if (!err)
		err = scene_drain(stage->trid[0]);
	if (!err)
		err = posix_trace_get_totals_np(stage->trid[0], &totals);
	if (err)
		return err;

	row->lost = (double)totals.lost;
	if (totals.events)
		row->bytes = (double)totals.log_bytes / (double)totals.events;
	return 0;
}

static int measure_on(struct stage *stage, struct measure *measure,
		      struct result_row *row)
{
	static struct measure_series series[2];
	struct measure_subject subject[] = {
		{ .burst = scene_burst_floor, .arg = &stage->loop },
		{ .burst = scene_burst_event, .arg = &stage->loop },
	};
	int err;

	if (stage->scene->call)
		subject[1].burst = scene_burst_call;
	measure->subject = subject;
	measure->subjects = 2;
	measure->pause = make_room;
	measure->pause_arg = stage;
	err = measure_run(measure, series);
	if (err)
		return err;

	result_row_times(row, &series[0], &series[1], measure->rounds);
	return count_losses(stage, row);
}

int scene_measure(const struct scene *scene, unsigned threads, size_t len,
		  unsigned rounds, unsigned events, struct result_row *row)
{
	struct measure measure = {
		.threads = threads,
		.rounds = rounds,
		.events = events,
		.ring = size_of(scene) / threads,
		.pinned = threads <= measure_processors(),
		.quiet = threads <= measure_processors(),
	};
	struct stage stage;
	int err;

	/* Once all around, so that memory is there before it is measured. A
	 * small stream's chunks have up to twice its size. */
	if (scene->policy == POSIX_TRACE_LOOP && !scene->suspended)
		measure.warm = 2 * size_of(scene) / threads / (len + 24);
	if (scene->policy && scene->policy != POSIX_TRACE_LOOP) {
		measure.rewind = true;
		measure.early = EARLY;
		measure.events =
			scene_events(size_of(scene), len, threads, events);
	}
	*row = result_row_make(scene->name, threads, len);
	err = set_up(&stage, scene, len);
	if (err)
		return err;

	err = measure_on(&stage, &measure, row);
	tear_down(&stage);
	return err;
}

int scene_compare(const struct measure_subject *subject, unsigned subjects,
		  unsigned rounds, unsigned events,
		  struct measure_series *series)
{
	const struct measure measure = {
		.subject = subject,
		.subjects = subjects,
		.threads = 1,
		.rounds = rounds,
		.events = events,
		.warm = SCENE_STREAM_SIZE / 64,
		.pinned = true,
		.quiet = true,
	};

	return measure_run(&measure, series);
}
