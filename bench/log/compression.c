/*
 * compression.c - what compressing a log costs, and what it saves
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "log/log_thread.h"
#include "sample.h"
#include "scene.h"
#include "tool.h"

enum { EVENTS = 2000000, STREAM_SIZE = 16 << 20, ROUNDS = 5, THREADS = 2 };

/* A log that is recorded, without loss, by turns plain and compressed. */
struct recording {
	double rate;	 /* events in a second of the log's thread; or NAN */
	double together; /* the same, of all threads of this process */
	double bytes;	 /* for each event */
};

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Data as programs have it: a number that grows, few kinds, and something that
 * nobody can foretell. */
static void burst(void *arg, unsigned n)
{
	const struct scene_loop loop = *(struct scene_loop *)arg;
	static _Thread_local uint64_t count;
	struct {
		uint64_t count;
		uint32_t kind, size;
	} data;

	_Static_assert(sizeof(data) == SAMPLE_LEN, "data of a sample");
	for (unsigned i = 0; i < n; i++) {
		data.count = count++;
		data.kind = (uint32_t)(data.count % 5);
		data.size =
			(uint32_t)(data.count * UINT64_C(0x9e3779b97f4a7c15) >>
				   48);
		posix_trace_event(loop.event, &data, sizeof(data));
	}
}

static struct recording record(unsigned events, bool packs)
{
	struct sample_stream stream = { .packs = packs };
	struct recording recording;
	struct sample sample;
	double log, all;
	int tid;

	sample_begin(&sample, &stream, STREAM_SIZE);
	/* The log's thread names itself when it first runs. */
	measure_sleep_until(measure_now() + 20000000);
	tid = log_thread_find();
	log = log_thread_seconds(tid);
	all = cpu_seconds();
	sample_fill(&stream, burst, THREADS, events);
	must(scene_drain(stream.trid), "posix_trace_flush");
	all = cpu_seconds() - all;
	log = log_thread_seconds(tid) - log;
	sample_end(&sample, &stream);

	recording = (struct recording){
		.rate = (double)sample.totals.events / log,
		.together = (double)sample.totals.events / all,
		.bytes = (double)sample.totals.log_bytes /
			 (double)sample.totals.events,
	};
	sample_drop(&sample);
	return recording;
}

static void measure_rates(struct bench *bench)
{
	double rate[2][ROUNDS], together[2][ROUNDS], bytes[2][ROUNDS];

	for (unsigned i = 0; i < ROUNDS; i++)
		for (unsigned packs = 0; packs < 2; packs++) {
			const struct recording made =
				record(bench_scaled(bench, EVENTS), packs);

			rate[packs][i] = made.rate / 1e6;
			together[packs][i] = made.together / 1e6;
			bytes[packs][i] = made.bytes;
		}
	for (unsigned packs = 0; packs < 2; packs++) {
		const char *how = packs ? "compressed" : "plain";

		results_value(&bench->results,
			      measure_median(bytes[packs], ROUNDS),
			      "bytes/event", "%s", how);
		results_value(&bench->results,
			      measure_median(rate[packs], ROUNDS), "M/s",
			      "%s, in a second of the log's thread", how);
		results_value(&bench->results,
			      measure_median(together[packs], ROUNDS), "M/s",
			      "%s, in a second of all threads", how);
	}
	results_value(&bench->results, measure_ratio(rate[1], rate[0], ROUNDS),
		      "x", "compressed to plain, the log's thread");
	targets_measured(&bench->targets, TARGET_PACKED_RATE,
			 measure_ratio(together[1], together[0], ROUNDS));
}

/* Records the demo's program on headers of the C library and the kernel. */
static void record_demo(const struct bench *bench, const char *log)
{
	char program[5000];

	snprintf(program, sizeof(program), "%s/examples/wordcount",
		 bench->build);
	tool_run(bench, "record", "-q", "--force", "-o", log, "--", program,
		 "/usr/include", NULL);
}

static double size_of(const char *path)
{
	struct stat st;

	must_not_fail(stat(path, &st), path);
	return (double)st.st_size;
}

static void measure_demo(struct bench *bench)
{
	char dir[4096], log[4200], packed[4200];
	double ratio;

	snprintf(dir, sizeof(dir), "%s/posixtrace-bench.XXXXXX",
		 scene_directory());
	must_not_fail(mkdtemp(dir) ? 0 : -1, dir);
	snprintf(log, sizeof(log), "%s/demo.ptl", dir);
	snprintf(packed, sizeof(packed), "%s/packed.ptl", dir);
	record_demo(bench, log);
	tool_run(bench, "convert", "-q", "--compress", "--force", "-o", packed,
		 log, NULL);
	ratio = size_of(log) / size_of(packed);
	results_value(&bench->results, size_of(log) / 1e6, "MB",
		      "the demo's log, plain");
	results_value(&bench->results, size_of(packed) / 1e6, "MB",
		      "the same, compressed");
	targets_measured(&bench->targets, TARGET_PACKED_SIZE, ratio);
	unlink(log);
	unlink(packed);
	rmdir(dir);
}

static bool is_there(void)
{
	trace_attr_t attr;
	int err;

	must(posix_trace_attr_init(&attr), "posix_trace_attr_init");
	err = posix_trace_attr_setlogcompression_np(&attr,
						    POSIX_TRACE_LOG_ZSTD_NP);
	posix_trace_attr_destroy(&attr);
	return !err;
}

static void run(struct bench *bench)
{
	if (!is_there()) {
		results_skip(&bench->results,
			     "no libzstd, or built without it");
		return;
	}
	measure_rates(bench);
	measure_demo(bench);
}

const struct section section_compression = {
	.name = "compression",
	.summary = "logs by turns plain and compressed, two threads, 16 bytes",
	.run = run,
};
