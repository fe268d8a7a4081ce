/*
 * events.c - what an event costs, by what is around it, threads and data
 */
#include <trace_np.h>

#include "bench.h"
#include "scene.h"

enum { EVENTS = 25000, SHORT = 64 };

/* A scene, and the target that its rows are held to, or TARGETS. */
struct case_of_scene {
	struct scene scene;
	enum target target;
	bool relative; /* to the floor */
};

static const struct case_of_scene cases[] = {
	{ { .name = "nothing" }, TARGET_NOTHING, false },
	{ { .name = "nothing, function", .call = true }, TARGETS, false },
	{ { .name = "suspended",
	    .policy = POSIX_TRACE_LOOP,
	    .suspended = true },
	  TARGET_SUSPENDED,
	  false },
	{ { .name = "filtered out",
	    .policy = POSIX_TRACE_LOOP,
	    .filtered = true },
	  TARGET_FILTERED,
	  false },
	{ { .name = "loop", .policy = POSIX_TRACE_LOOP }, TARGET_LOOP, true },
	{ { .name = "until full", .policy = POSIX_TRACE_UNTIL_FULL },
	  TARGETS,
	  true },
	{ { .name = "flush to a log", .policy = POSIX_TRACE_FLUSH },
	  TARGETS,
	  true },
};

static const size_t sizes[] = { 0, 8, 16, 64, 256, 4096 };
static const size_t sizes_lean[] = { 0, 16, 64 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is_recorded(const struct scene *scene)
{
	return scene->policy && !scene->suspended && !scene->filtered;
}

/* Long data takes long, and shows what is to be seen in fewer events. */
static unsigned events_of(const struct bench *bench, size_t len)
{
	return bench_scaled(bench, len > 256 ? EVENTS / 5 : EVENTS);
}

static void measure_row(struct bench *bench, const struct case_of_scene *c,
			unsigned threads, size_t len)
{
	struct result_row row;

	must(scene_measure(&c->scene, threads, len, bench->rounds,
			   events_of(bench, len), &row),
	     c->scene.name);
	results_row(&bench->results, &row);
	if (c->target != TARGETS && threads == 1 && len <= SHORT)
		targets_measured(&bench->targets, c->target,
				 c->relative ? row.ratio : row.event_median);
}

static void measure_sizes(struct bench *bench, const struct case_of_scene *c,
			  unsigned threads)
{
	for (size_t i = 0; i < COUNT(sizes); i++) {
		/* Nothing is copied: one size tells of all. */
		if (!is_recorded(&c->scene) && sizes[i] != 16)
			continue;
		measure_row(bench, c, threads, sizes[i]);
	}
}

static void measure_case(struct bench *bench, const struct case_of_scene *c)
{
	unsigned most = 2 * measure_processors();

	for (unsigned threads = 1; threads < most; threads *= 2)
		measure_sizes(bench, c, threads);
	measure_sizes(bench, c, most);
}

/*
 * One thread and two, in turns
 */
static double rate_of_two(const struct measure_series *one,
			  const struct measure_series *two, unsigned rounds)
{
	return 2 * measure_ratio(one->wall, two->wall, rounds);
}

static void compare_threads(struct bench *bench)
{
	static struct measure_series series[4];
	struct scene_loop loop = { .len = 16 };
	struct measure_subject subject[] = {
		{ scene_burst_event, &loop, 1 },
		{ scene_burst_event, &loop, 2 },
		{ scene_burst_floor, &loop, 1 },
		{ scene_burst_floor, &loop, 2 },
	};
	struct measure measure = {
		.subject = subject,
		.subjects = COUNT(subject),
		.threads = 2,
		.rounds = bench->rounds,
		.events = bench_scaled(bench, EVENTS),
		.warm = SCENE_STREAM_SIZE / 48,
		.ring = SCENE_STREAM_SIZE / 2,
		.pinned = true,
	};
	trace_id_t trid;
	double rate;

	if (measure_processors() < 2) {
		results_skip(&bench->results, "two threads: one processor");
		return;
	}
	must(scene_event(&loop.event), "posix_trace_eventid_open");
	must(scene_open_loop(SCENE_STREAM_SIZE, &trid), "a stream");
	must(measure_run(&measure, series), "two threads");
	must(posix_trace_shutdown(trid), "posix_trace_shutdown");

	rate = rate_of_two(&series[0], &series[1], bench->rounds);
	results_value(&bench->results, rate, "x",
		      "two threads' rate to one's, loop, 16 bytes");
	results_value(&bench->results,
		      rate_of_two(&series[2], &series[3], bench->rounds), "x",
		      "the floor's");
	targets_measured(&bench->targets, TARGET_TWO_THREADS, rate);
}

/*
 * Beside the floor, in one thread and with nothing traced
 */

/* What no function in the library can be faster than. */
static void burst_of_calls(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		posix_trace_version_np();
	(void)arg;
}

static void measure_beside(struct bench *bench, const char *what,
			   void (*burst)(void *, unsigned), size_t len)
{
	static struct measure_series series[2];
	struct scene_loop loop = { .len = len };
	struct measure_subject subject[] = {
		{ scene_burst_floor, &loop, 1 },
		{ burst, &loop, 1 },
	};
	struct measure measure = {
		.subject = subject,
		.subjects = COUNT(subject),
		.threads = 1,
		.rounds = bench->rounds,
		.events = bench_scaled(bench, EVENTS),
		.ring = SCENE_STREAM_SIZE,
		.pinned = true,
	};
	struct result_row row = result_row_make(what, 1, len);

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	must(measure_run(&measure, series), what);
	result_row_times(&row, &series[0], &series[1], bench->rounds);
	results_row(&bench->results, &row);
}

static void run(struct bench *bench)
{
	measure_beside(bench, "an empty function", burst_of_calls, 16);
	for (size_t i = 0; i < COUNT(sizes_lean); i++)
		measure_beside(bench, "floor without process, thread",
			       scene_burst_lean, sizes_lean[i]);
	for (size_t i = 0; i < COUNT(cases); i++)
		measure_case(bench, &cases[i]);
	compare_threads(bench);
}

const struct section section_events = {
	.name = "events",
	.summary = "an event, by what is around it, threads and data",
	.run = run,
};
