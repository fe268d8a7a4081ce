/*
 * log.c - how fast a stream goes to its log, and what that costs
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "floor.h"
#include "log/log_thread.h"
#include "sample.h"
#include "scene.h"

enum { STREAM_SIZE = 64 << 20, BLOCK = 1 << 20, THREADS = 2, ROUNDS = 3 };
enum { MANY = 5000000, SOME = 1000000 }; /* events in a second */

static const unsigned long long room_needed = 12ull << 30;

/*
 * As fast as the disk takes it
 */
static double sustain(double seconds, unsigned long long *bytes)
{
	struct sample_stream stream = { 0 };
	struct sample sample;
	struct stat st;
	uint64_t begin;
	double taken;

	sample_begin(&sample, &stream, STREAM_SIZE);
	begin = measure_now();
	sample_flood(&stream, THREADS, room_needed / 2, seconds);
	sample_end(&sample, &stream);
	must_not_fail(fdatasync(sample.fd), sample.path);
	taken = (double)(measure_now() - begin) / 1e9;

	must_not_fail(fstat(sample.fd, &st), sample.path);
	*bytes = (unsigned long long)st.st_size;
	sample_drop(&sample);
	return (double)*bytes / taken / 1e6;
}

static double run_dd(unsigned long long bytes)
{
	char name[] = "dd", from[] = "if=/dev/zero", quiet[] = "status=none";
	char sync[] = "conv=fdatasync";
	char block[32], count[32];
	char *argv[] = { name, from, quiet, sync, block, count, NULL };
	struct child_times times;
	int fd;

	snprintf(block, sizeof(block), "bs=%d", BLOCK);
	snprintf(count, sizeof(count), "count=%llu", bytes / BLOCK + 1);
	must(scene_temporary_file(&fd), scene_directory());
	times = child_run(argv, fd);
	close(fd);
	return (double)(bytes / BLOCK + 1) * BLOCK / times.wall / 1e6;
}

/* The floor, in as many threads, so that dd has the share of the processors
 * that our log has. */
static atomic_bool enough;

static void *spin(void *arg)
{
	struct scene_loop loop = { .len = SAMPLE_LEN };
	struct floor_ring ring;

	must(floor_init(&ring, BLOCK), "a ring");
	floor_use(&ring);
	while (!atomic_load_explicit(&enough, memory_order_relaxed))
		scene_burst_floor(&loop, 10000);
	floor_fini(&ring);
	return arg;
}

static double run_dd_among_others(unsigned long long bytes)
{
	pthread_t thread[THREADS];
	double rate;

	atomic_store(&enough, false);
	for (unsigned i = 0; i < THREADS; i++)
		must(pthread_create(&thread[i], NULL, spin, NULL),
		     "pthread_create");
	rate = run_dd(bytes);
	atomic_store(&enough, true);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return rate;
}

static void measure_sustained(struct bench *bench)
{
	double ours[ROUNDS], alone[ROUNDS], among[ROUNDS];
	double ratio;

	for (unsigned i = 0; i < ROUNDS; i++) {
		unsigned long long bytes;

		ours[i] = sustain(bench->quick ? 1 : 5, &bytes);
		alone[i] = run_dd(bytes);
		among[i] = run_dd_among_others(bytes);
	}
	results_value(&bench->results, measure_median(ours, ROUNDS), "MB/s",
		      "two threads at full speed, until on disk");
	results_value(&bench->results, measure_median(alone, ROUNDS), "MB/s",
		      "dd bs=1M, as many bytes");
	results_value(&bench->results, measure_median(among, ROUNDS), "MB/s",
		      "the same while two threads record the floor");
	ratio = measure_ratio(ours, alone, ROUNDS);
	results_value(&bench->results, ratio, "x", "ours to dd");
	results_value(&bench->results, measure_ratio(ours, among, ROUNDS), "x",
		      "ours to dd while two threads record the floor");
	targets_measured(&bench->targets, TARGET_SUSTAINED, ratio);
}

/*
 * At a given rate
 */
struct pace {
	struct scene_loop loop;
	unsigned events; /* in a millisecond, of a thread */
	unsigned milliseconds;
};

static void *keep_pace(void *arg)
{
	const struct pace *pace = arg;
	struct scene_loop loop = pace->loop;
	uint64_t due = measure_now();

	for (unsigned i = 0; i < pace->milliseconds; i++) {
		scene_burst_event(&loop, pace->events);
		due += 1000000;
		measure_sleep_until(due);
	}
	return NULL;
}

static void run_paced(struct pace *pace)
{
	pthread_t thread[THREADS];

	for (unsigned i = 0; i < THREADS; i++)
		must(pthread_create(&thread[i], NULL, keep_pace, pace),
		     "pthread_create");
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

struct paced {
	double rate; /* that was reached, events in a second */
	double lost;
	double busy; /* percent of a processor; or NAN */
};

static struct paced measure_paced(unsigned rate, unsigned seconds)
{
	struct pace pace = {
		.loop.len = SAMPLE_LEN,
		.events = rate / 1000 / THREADS,
		.milliseconds = seconds * 1000,
	};
	struct sample_stream stream = { 0 };
	struct sample sample;
	uint64_t begin;
	double taken;
	double busy;
	int tid;

	must(scene_event(&pace.loop.event), "posix_trace_eventid_open");
	sample_begin(&sample, &stream, STREAM_SIZE);
	/* It names itself when it first runs. */
	measure_sleep_until(measure_now() + 20000000);
	tid = log_thread_find();
	busy = log_thread_seconds(tid);
	begin = measure_now();
	run_paced(&pace);
	taken = (double)(measure_now() - begin) / 1e9;
	busy = log_thread_seconds(tid) - busy;
	sample_end(&sample, &stream);
	sample_drop(&sample);

	return (struct paced){
		.rate = (double)rate * seconds / taken,
		.lost = (double)sample.totals.lost,
		.busy = 100 * busy / taken,
	};
}

/* Whether it was as fast as wanted; else it tells nothing. */
static bool kept_pace(struct bench *bench, const struct paced *paced,
		      unsigned rate)
{
	if (paced->rate >= 0.99 * rate)
		return true;
	results_skip(&bench->results, "%.3g of %.3g M/s reached: no target",
		     paced->rate / 1e6, rate / 1e6);
	return false;
}

static void measure_losses(struct bench *bench)
{
	struct paced paced = measure_paced(MANY, bench->quick ? 1 : 3);

	results_value(&bench->results, paced.rate / 1e6, "M/s",
		      "5 million events a second: reached");
	results_value(&bench->results, paced.lost, "events",
		      "5 million events a second: lost");
	if (kept_pace(bench, &paced, MANY))
		targets_measured(&bench->targets, TARGET_LOSSES, paced.lost);
}

static void measure_log_thread(struct bench *bench)
{
	struct paced paced = measure_paced(SOME, bench->quick ? 1 : 3);

	results_value(&bench->results, paced.lost, "events",
		      "1 million events a second: lost");
	if (isnan(paced.busy)) {
		results_skip(&bench->results, "no posixtrace-log in /proc");
		return;
	}
	results_value(&bench->results, paced.busy, "% CPU",
		      "1 million events a second: log thread");
	if (kept_pace(bench, &paced, SOME))
		targets_measured(&bench->targets, TARGET_LOG_THREAD,
				 paced.busy);
}

static void run(struct bench *bench)
{
	if (sample_in_memory())
		results_skip(&bench->results,
			     "full speed: no disk, %s is in memory",
			     scene_directory());
	else if (sample_has_room(room_needed))
		measure_sustained(bench);
	else
		results_skip(&bench->results,
			     "full speed: less than 12 GiB free in %s",
			     scene_directory());
	measure_losses(bench);
	measure_log_thread(bench);
}

const struct section section_log = {
	.name = "log",
	.summary = "from two threads to a log, stream of 64 MiB, 16 bytes",
	.run = run,
};
