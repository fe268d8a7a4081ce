/*
 * sample.c - logs that are made to be measured
 */
#include <linux/magic.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "bench.h"
#include "sample.h"
#include "scene.h"

bool sample_has_room(unsigned long long bytes)
{
	struct statvfs fs;

	must_not_fail(statvfs(scene_directory(), &fs), scene_directory());
	return (unsigned long long)fs.f_bavail * fs.f_frsize >= bytes;
}

bool sample_in_memory(void)
{
	struct statfs fs;

	must_not_fail(statfs(scene_directory(), &fs), scene_directory());
	return fs.f_type == TMPFS_MAGIC;
}

/* The file has no name, so that none is left behind, but readers want one. */
static void make_file(struct sample *sample)
{
	must(scene_temporary_file(&sample->fd), scene_directory());
	snprintf(sample->path, sizeof(sample->path), "/proc/%d/fd/%d",
		 (int)getpid(), sample->fd);
}

void sample_begin(struct sample *sample, struct sample_stream *stream,
		  size_t size)
{
	trace_attr_t attr;

	make_file(sample);
	stream->size = size;
	must(scene_attr_init(&attr, POSIX_TRACE_FLUSH, size),
	     "posix_trace_attr_init");
	if (stream->packs)
		must(posix_trace_attr_setlogcompression_np(
			     &attr, POSIX_TRACE_LOG_ZSTD_NP),
		     "posix_trace_attr_setlogcompression_np");
	must(posix_trace_create_withlog(0, &attr, sample->fd, &stream->trid),
	     "posix_trace_create_withlog");
	posix_trace_attr_destroy(&attr);
	must(posix_trace_start(stream->trid), "posix_trace_start");
	clock_gettime(CLOCK_REALTIME, &sample->begin);
}

void sample_end(struct sample *sample, struct sample_stream *stream)
{
	clock_gettime(CLOCK_REALTIME, &sample->end);
	must(posix_trace_stop(stream->trid), "posix_trace_stop");
	must(scene_drain(stream->trid), "posix_trace_flush");
	must(posix_trace_get_totals_np(stream->trid, &sample->totals),
	     "posix_trace_get_totals_np");
	must(posix_trace_shutdown(stream->trid), "posix_trace_shutdown");
}

void sample_drop(struct sample *sample)
{
	close(sample->fd);
}

static int drain(void *arg)
{
	return scene_drain(*(trace_id_t *)arg);
}

void sample_fill(struct sample_stream *stream,
		 void (*burst)(void *loop, unsigned n), unsigned threads,
		 unsigned events)
{
	static struct measure_series series;
	struct scene_loop loop = { .len = SAMPLE_LEN };
	struct measure_subject subject = { .burst = burst, .arg = &loop };
	struct measure measure = {
		.subject = &subject,
		.subjects = 1,
		.threads = threads,
		.pause = drain,
		.pause_arg = &stream->trid,
	};

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	measure.events = scene_events(stream->size, SAMPLE_LEN, threads,
				      events / threads);
	/* Nobody is interested in the times, so the first round counts. */
	for (unsigned left = events / threads / measure.events; left;) {
		measure.rounds = left > MEASURE_ROUNDS_MAX ?
					 MEASURE_ROUNDS_MAX - 1 :
					 left - 1;
		must(measure_run(&measure, &series), "recording a log");
		left -= measure.rounds + 1;
	}
}

struct flood {
	struct scene_loop loop;
	atomic_bool enough;
};

static void *flood_one(void *arg)
{
	struct flood *flood = arg;

	while (!atomic_load_explicit(&flood->enough, memory_order_relaxed))
		scene_burst_event(&flood->loop, 10000);
	return NULL;
}

static unsigned long long log_bytes(const struct sample_stream *stream)
{
	struct posix_trace_totals_np totals;

	must(posix_trace_get_totals_np(stream->trid, &totals),
	     "posix_trace_get_totals_np");
	return totals.log_bytes;
}

void sample_flood(struct sample_stream *stream, unsigned threads,
		  unsigned long long bytes, double seconds)
{
	struct flood flood = { .loop.len = SAMPLE_LEN };
	uint64_t end = measure_now() + (uint64_t)(seconds * 1e9);
	pthread_t thread[16];

	must(scene_event(&flood.loop.event), "posix_trace_eventid_open");
	for (unsigned i = 0; i < threads; i++)
		must(pthread_create(&thread[i], NULL, flood_one, &flood),
		     "pthread_create");

	while (measure_now() < end && log_bytes(stream) < bytes)
		measure_sleep_until(measure_now() + 2000000);

	atomic_store_explicit(&flood.enough, true, memory_order_relaxed);
	for (unsigned i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
}

void sample_make(struct sample *sample, size_t size, unsigned threads,
		 unsigned events)
{
	struct sample_stream stream = { 0 };

	sample_begin(sample, &stream, size);
	sample_fill(&stream, scene_burst_event, threads, events);
	sample_end(sample, &stream);
}
