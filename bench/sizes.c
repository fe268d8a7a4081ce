/*
 * sizes.c - what an event costs in streams of all sizes, the default one first
 */
#include <stdlib.h>

#include "bench.h"
#include "scene.h"

enum { EVENTS = 25000, SINGLE = 100000, KIB = 1024 };

/* A stream, and the target of its rows of up to 256 bytes. */
struct stream_size {
	const char *name;
	size_t size;
	enum target target;
};

static const struct stream_size streams[] = {
	{ "loop, 256 KiB (default)", 256 * KIB, TARGET_SIZES },
	{ "loop, 64 KiB", 64 * KIB, TARGET_SMALL_STREAM },
	{ "loop, 1 MiB", 1024 * KIB, TARGET_SIZES },
	{ "loop, 16 MiB", 16384 * KIB, TARGET_SIZES },
};

static const size_t lengths[] = { 0, 8, 16, 64, 256, 4096 };

static void measure_row(struct bench *bench, const struct scene *scene,
			unsigned threads, size_t len, enum target target)
{
	struct result_row row;

	must(scene_measure(scene, threads, len, bench->rounds,
			   bench_scaled(bench, len > 256 ? EVENTS / 5 : EVENTS),
			   &row),
	     scene->name);
	results_row(&bench->results, &row);
	targets_measured(&bench->targets, len > 256 ? TARGET_LONG_DATA : target,
			 row.cpu_ratio);
}

static void measure_sizes(struct bench *bench, const struct scene *scene,
			  enum target target)
{
	for (unsigned threads = 1; threads <= 2; threads++)
		for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++)
			measure_row(bench, scene, threads, lengths[i], target);
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a;
	const uint64_t y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Times of single events, each with the reading of a clock in it. */
static void measure_worst(struct bench *bench)
{
	static uint64_t took[SINGLE];
	struct scene_loop loop = { .len = 16 };
	trace_id_t trid;
	double worst;

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	must(scene_open_loop(256 * KIB, &trid), "a stream");
	scene_burst_event(&loop, SINGLE); /* so that its memory is there */
	for (unsigned i = 0; i < SINGLE; i++) {
		const uint64_t before = measure_now();

		scene_burst_event(&loop, 1);
		took[i] = measure_now() - before;
	}
	must(posix_trace_shutdown(trid), "posix_trace_shutdown");

	qsort(took, SINGLE, sizeof(*took), compare);
	worst = (double)took[SINGLE - SINGLE / 1000];
	results_value(&bench->results, worst, "ns",
		      "99.9 %% of events take less, loop, 256 KiB, 16 bytes");
	targets_measured(&bench->targets, TARGET_WORST, worst);
}

static void run(struct bench *bench)
{
	static const struct scene others[] = {
		{ .name = "until full, 256 KiB",
		  .policy = POSIX_TRACE_UNTIL_FULL,
		  .size = 256 * KIB },
		{ .name = "flush, 256 KiB",
		  .policy = POSIX_TRACE_FLUSH,
		  .size = 256 * KIB },
	};

	for (size_t i = 0; i < sizeof(streams) / sizeof(*streams); i++) {
		struct scene scene = {
			.name = streams[i].name,
			.policy = POSIX_TRACE_LOOP,
			.size = streams[i].size,
		};

		measure_sizes(bench, &scene, streams[i].target);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		measure_sizes(bench, &others[i], TARGET_SIZES);
	measure_worst(bench);
}

const struct section section_sizes = {
	.name = "sizes",
	.summary = "an event in streams of all sizes, the default first",
	.run = run,
};
