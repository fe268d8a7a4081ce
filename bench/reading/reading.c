/*
 * reading.c - how fast logs are read, shown and searched
 */
#include <errno.h>
#include <stdlib.h>

#include <trace_np.h>

#include "bench.h"
#include "reading/reader.h"
#include "sample.h"
#include "scene.h"
#include "tool.h"

enum { EVENTS = 10000000, STREAM_SIZE = 16 << 20, READS = 3, SEEKS = 20 };

static const unsigned long long large = 10000000000; /* bytes, of the target */

static void measure_getnext(struct bench *bench, const struct sample *sample)
{
	double wall[READS], cpu[READS];

	for (unsigned i = 0; i < READS; i++) {
		struct reading reading = reader_run(sample->path);

		wall[i] = (double)reading.events / reading.wall / 1e6;
		cpu[i] = (double)reading.events / reading.cpu / 1e6;
	}
	results_value(&bench->results, measure_median(wall, READS), "M/s",
		      "posix_trace_getnext_event");
	results_value(&bench->results, measure_median(cpu, READS), "M/s",
		      "the same in a second of processor time");
	targets_measured(&bench->targets, TARGET_GETNEXT,
			 measure_median(cpu, READS));
}

/* KiB of an export whose first bytes depend on the last event. */
static double export_memory(const struct bench *bench, const char *log)
{
	return tool_run_silently(bench, "convert", "-qt", "threadx", "-o-", log,
				 NULL)
		.memory;
}

/* Three logs, each ten times larger than the one before. */
static void measure_memory(struct bench *bench, const struct sample *largest)
{
	unsigned events = bench_scaled(bench, EVENTS);
	double export[2] = { 0 };
	double kib[3];

	for (unsigned i = 0; i < 2; i++) {
		struct sample sample;

		sample_make(&sample, STREAM_SIZE, 2, events / (i ? 10 : 100));
		kib[i] = reader_memory(sample.path);
		if (i)
			export[0] = export_memory(bench, sample.path);
		sample_drop(&sample);
	}
	kib[2] = reader_memory(largest->path);
	export[1] = export_memory(bench, largest->path);

	for (unsigned i = 0; i < 3; i++)
		results_value(&bench->results, kib[i], "KiB",
			      "memory of a reader, log of %s",
			      i == 2 ? "all these events" :
			      i	     ? "a tenth of them" :
				       "a hundredth");
	targets_measured(&bench->targets, TARGET_READER_MEMORY,
			 kib[2] / kib[1]);
	results_value(&bench->results, export[0], "KiB",
		      "memory of an export to ThreadX, a tenth of them");
	results_value(&bench->results, export[1], "KiB",
		      "memory of an export to ThreadX, all of them");
	targets_measured(&bench->targets, TARGET_EXPORT_MEMORY,
			 export[1] / export[0]);
}

/*
 * Seeking
 */
static int64_t nanoseconds(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static struct timespec time_between(const struct sample *sample, double part)
{
	int64_t begin = nanoseconds(&sample->begin);
	int64_t length = nanoseconds(&sample->end) - begin;
	int64_t at = begin + (int64_t)(part * (double)length);

	return (struct timespec){
		.tv_sec = (time_t)(at / 1000000000),
		.tv_nsec = (long)(at % 1000000000),
	};
}

/* Milliseconds from opening a log to an event in the middle of it. */
static double seek_once(const struct sample *sample, double part)
{
	struct timespec time = time_between(sample, part);
	struct posix_trace_event_info info;
	uint64_t begin = measure_now();
	unsigned char data[4096];
	int unavailable;
	trace_id_t trid;
	size_t len;

	must(posix_trace_open(sample->fd, &trid), "posix_trace_open");
	must(posix_trace_seek_np(trid, &time), "posix_trace_seek_np");
	must(posix_trace_getnext_event(trid, &info, data, sizeof(data), &len,
				       &unavailable),
	     "posix_trace_getnext_event");
	begin = measure_now() - begin;
	/* The stream is stopped later than that: there is an event. */
	if (unavailable ||
	    nanoseconds(&info.posix_timestamp) < nanoseconds(&time))
		must(EPROTO, "posix_trace_seek_np");
	must(posix_trace_close(trid), "posix_trace_close");
	return (double)begin / 1e6;
}

static void make_large(struct sample *sample, unsigned long long size)
{
	struct sample_stream stream = { 0 };

	sample_begin(sample, &stream, 4 * STREAM_SIZE);
	sample_flood(&stream, 2, size, 120);
	sample_end(sample, &stream);
}

static void measure_seek(struct bench *bench)
{
	unsigned long long size = bench->log_size / (bench->quick ? 4 : 1);
	struct sample sample;
	double ms[SEEKS];

	if (sample_in_memory()) {
		results_skip(&bench->results,
			     "seeking: no disk, %s is in memory",
			     scene_directory());
		return;
	}
	if (!sample_has_room(size + size / 2)) {
		results_skip(&bench->results,
			     "seeking: less than %llu GB free in %s",
			     (size + size / 2) / 1000000000, scene_directory());
		return;
	}
	make_large(&sample, size);
	srandom(1);
	for (unsigned i = 0; i < SEEKS; i++)
		ms[i] = seek_once(&sample, (double)random() / RAND_MAX);

	results_value(&bench->results, (double)sample.totals.log_bytes / 1e9,
		      "GB", "the large log");
	results_value(&bench->results, measure_median(ms, SEEKS), "ms",
		      "open, seek, first event: median");
	results_value(&bench->results, measure_max(ms, SEEKS), "ms",
		      "open, seek, first event: slowest");
	if (sample.totals.log_bytes >= large)
		targets_measured(&bench->targets, TARGET_SEEK,
				 measure_max(ms, SEEKS));
	else
		results_skip(&bench->results,
			     "seeking: less than 10 GB, no target");
	sample_drop(&sample);
}

static void run(struct bench *bench)
{
	struct sample sample;

	sample_make(&sample, STREAM_SIZE, 2, bench_scaled(bench, EVENTS));
	results_value(&bench->results, (double)sample.totals.events / 1e6, "M",
		      "events in the log");
	measure_getnext(bench, &sample);
	measure_memory(bench, &sample);
	sample_drop(&sample);
	measure_seek(bench);
}

const struct section section_reading = {
	.name = "reading",
	.summary = "logs of two threads, 16 bytes",
	.run = run,
};
