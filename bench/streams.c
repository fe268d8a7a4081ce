/*
 * streams.c - one thread, traced by several streams at once
 */
#include "bench.h"
#include "scene.h"

enum { EVENTS = 25000 };

static const size_t sizes[] = { 0, 16, 64 };

static double measure_streams(struct bench *bench, unsigned streams, size_t len)
{
	struct scene scene = {
		.name = "stream",
		.policy = POSIX_TRACE_LOOP,
		.streams = streams,
	};
	struct result_row row;

	must(scene_measure(&scene, 1, len, bench->rounds,
			   bench_scaled(bench, EVENTS), &row),
	     "several streams");
	snprintf(row.scene, sizeof(row.scene), "%u stream%s", streams,
		 streams == 1 ? "" : "s");
	results_row(&bench->results, &row);
	return row.ratio;
}

static void run(struct bench *bench)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		double ratio[SCENE_STREAMS_MAX];

		for (unsigned n = 0; n < SCENE_STREAMS_MAX; n++)
			ratio[n] = measure_streams(bench, n + 1, sizes[i]);
		targets_measured(&bench->targets, TARGET_SECOND_STREAM,
				 ratio[1] - ratio[0]);
	}
}

const struct section section_streams = {
	.name = "streams",
	.summary = "one thread, traced by several streams at once",
	.run = run,
};
