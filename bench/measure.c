/*
 * measure.c - how long things take, turn by turn, in the same threads
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "floor.h"
#include "measure.h"
#include "quiet.h"

enum { AGAIN = 6 }; /* limit of rounds made again, for each that counts */

/* A turn by the clock, to its processor time, of a thread that had no pause. */
#define ALONE_MOST 1.02

/* A turn of one thread, in nanoseconds for each event. */
struct turn {
	double wall;
	double cpu;
	bool disturbed;
};

struct worker {
	struct floor_ring ring;
	struct crew *crew;
	unsigned index;
	pthread_t thread;
	struct turn turn[MEASURE_SUBJECTS_MAX];
};

/* All threads of a measurement. */
struct crew {
	const struct measure *measure;
	struct measure_series *series;
	struct worker *worker;
	pthread_barrier_t
		barrier; /* if there are more threads than processors */
	atomic_uint arrived, meetings;
	pthread_mutex_t gate; /* shut until all threads are there */
	bool dismissed;
	bool watches; /* disturbed rounds do not count */
	/* Written before a meeting, read behind it. */
	unsigned early; /* rounds that are still thrown away */
	unsigned kept;	/* rounds that count */
	unsigned again; /* rounds that did not count */
	int error;	/* of a pause */
};

static uint64_t read_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t measure_now(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

uint64_t measure_cpu_time(void)
{
	return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void measure_sleep_until(uint64_t ns)
{
	struct timespec until = {
		.tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000),
	};

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

/* Before anybody is pinned: a pinned thread's children may use no more. */
static cpu_set_t allowed;

static __attribute__((constructor)) void find_processors(void)
{
	if (sched_getaffinity(0, sizeof(allowed), &allowed)) {
		CPU_ZERO(&allowed);
		CPU_SET(0, &allowed);
	}
}

unsigned measure_processors(void)
{
	return (unsigned)CPU_COUNT(&allowed);
}

void measure_pin(unsigned n)
{
	unsigned left = n % measure_processors();
	cpu_set_t one;

	for (size_t i = 0; i < CPU_SETSIZE; i++) {
		if (!CPU_ISSET(i, &allowed) || left--)
			continue;
		CPU_ZERO(&one);
		CPU_SET(i, &one);
		sched_setaffinity(0, sizeof(one), &one);
		return;
	}
}

static void relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#endif
}

/* Threads that have processors wait there: one that slept would begin some turns
 * late, and alone. */
static void meet(struct crew *crew)
{
	const unsigned before = atomic_load(&crew->meetings);

	if (crew->measure->threads > measure_processors()) {
		pthread_barrier_wait(&crew->barrier);
	} else if (atomic_fetch_add(&crew->arrived, 1) + 1 ==
		   crew->measure->threads) {
		atomic_store(&crew->arrived, 0);
		atomic_fetch_add(&crew->meetings, 1);
	} else {
		while (atomic_load(&crew->meetings) == before)
			relax();
	}
}

static void take_turn(struct worker *worker, unsigned s)
{
	const struct measure *measure = worker->crew->measure;
	const bool watches = worker->crew->watches;
	const struct measure_subject *subject = &measure->subject[s];
	struct turn *turn = &worker->turn[s];
	uint64_t cpu, wall;
	bool quiet;

	if (subject->threads && worker->index >= subject->threads)
		return;
	quiet = watches && quiet_is();
	cpu = measure_cpu_time();
	wall = measure_now();
	subject->burst(subject->arg, measure->events);
	wall = measure_now() - wall;
	cpu = measure_cpu_time() - cpu;

	turn->wall = (double)wall / measure->events;
	turn->cpu = (double)cpu / measure->events;
	turn->disturbed = watches && (!quiet || !quiet_is() ||
				      turn->wall > turn->cpu * ALONE_MOST);
}

static void collect(struct crew *crew, unsigned s, unsigned round)
{
	const struct measure_subject *subject = &crew->measure->subject[s];
	unsigned threads =
		subject->threads ? subject->threads : crew->measure->threads;
	struct turn sum = { 0 };

	for (unsigned i = 0; i < threads; i++) {
		sum.wall += crew->worker[i].turn[s].wall;
		sum.cpu += crew->worker[i].turn[s].cpu;
	}
	crew->series[s].wall[round] = sum.wall / threads;
	crew->series[s].cpu[round] = sum.cpu / threads;
}

/* True if a thread did not have its processor for itself, in one of two ways:
 * in turn with another thread, or beside it on one core. */
static bool was_disturbed(const struct crew *crew)
{
	const struct measure *measure = crew->measure;
	bool disturbed = false;

	for (unsigned i = 0; i < measure->threads; i++)
		for (unsigned s = 0; s < measure->subjects; s++)
			disturbed |= crew->worker[i].turn[s].disturbed;
	return disturbed;
}

/* A round that does not count is overwritten by the next one. */
static void count_round(struct crew *crew)
{
	const struct measure *measure = crew->measure;
	const bool disturbed = was_disturbed(crew);

	if (crew->early) {
		crew->early--;
		return;
	}
	if (disturbed && crew->again < AGAIN * measure->rounds &&
	    quiet_await()) {
		crew->again++;
		return;
	}
	for (unsigned s = 0; disturbed && s < measure->subjects; s++)
		crew->series[s].disturbed++;
	crew->kept++;
}

static void end_round(struct crew *crew)
{
	const struct measure *measure = crew->measure;

	for (unsigned s = 0; s < measure->subjects; s++)
		collect(crew, s, crew->kept);
	for (unsigned i = 0; measure->rewind && i < measure->threads; i++)
		floor_rewind(&crew->worker[i].ring);
	if (measure->pause)
		crew->error = measure->pause(measure->pause_arg);
	count_round(crew);
}

static void warm_up(const struct measure *measure)
{
	if (!measure->warm)
		return;
	for (unsigned s = 0; s < measure->subjects; s++)
		measure->subject[s].burst(measure->subject[s].arg,
					  measure->warm);
}

/* Back and forth: who comes first has the scheduler's favour. */
static unsigned turn_of(const struct measure *measure, unsigned round,
			unsigned i)
{
	return round % 2 ? measure->subjects - 1 - i : i;
}

static void work_rounds(struct worker *worker)
{
	struct crew *crew = worker->crew;
	const struct measure *measure = crew->measure;

	while ((crew->early || crew->kept < measure->rounds) && !crew->error) {
		for (unsigned i = 0; i < measure->subjects; i++) {
			meet(crew);
			take_turn(worker, turn_of(measure, crew->kept, i));
		}
		meet(crew);
		if (!worker->index)
			end_round(crew);
		meet(crew);
	}
}

static void *work(void *arg)
{
	struct worker *worker = arg;
	struct crew *crew = worker->crew;
	bool dismissed;

	pthread_mutex_lock(&crew->gate);
	dismissed = crew->dismissed;
	pthread_mutex_unlock(&crew->gate);
	if (dismissed)
		return NULL;

	if (crew->measure->pinned)
		measure_pin(worker->index);
	if (crew->measure->ring)
		floor_use(&worker->ring);
	warm_up(crew->measure);
	work_rounds(worker);
	return NULL;
}

static int hire(struct crew *crew, struct worker *worker)
{
	int err;

	if (crew->measure->ring) {
		err = floor_init(&worker->ring, crew->measure->ring);
		if (err)
			return err;
	}
	err = pthread_create(&worker->thread, NULL, work, worker);
	if (err)
		floor_fini(&worker->ring);
	return err;
}

static int run_crew(struct crew *crew)
{
	unsigned hired = 0;
	int err = 0;

	pthread_mutex_lock(&crew->gate);
	while (!err && hired < crew->measure->threads) {
		crew->worker[hired].crew = crew;
		crew->worker[hired].index = hired;
		err = hire(crew, &crew->worker[hired]);
		if (!err)
			hired++;
	}
	crew->dismissed = err;
	pthread_mutex_unlock(&crew->gate);

	while (hired--) {
		pthread_join(crew->worker[hired].thread, NULL);
		floor_fini(&crew->worker[hired].ring);
	}
	return err ? err : crew->error;
}

int measure_run(const struct measure *measure, struct measure_series *series)
{
	size_t size = measure->threads * sizeof(struct worker);
	struct crew crew = {
		.measure = measure,
		.series = series,
		.early = measure->early ? measure->early : 1,
		.watches = measure->quiet && quiet_is_known(),
		.gate = PTHREAD_MUTEX_INITIALIZER,
	};
	int err;

	crew.worker = aligned_alloc(_Alignof(struct worker), size);
	if (!crew.worker)
		return ENOMEM;
	memset(crew.worker, 0, size);
	for (unsigned s = 0; s < measure->subjects; s++)
		series[s].disturbed = 0;

	err = pthread_barrier_init(&crew.barrier, NULL, measure->threads);
	if (!err) {
		err = run_crew(&crew);
		pthread_barrier_destroy(&crew.barrier);
	}
	free(crew.worker);
	return err;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

double measure_min(const double *value, unsigned n)
{
	double min = value[0];

	for (unsigned i = 1; i < n; i++)
		if (value[i] < min)
			min = value[i];
	return min;
}

double measure_max(const double *value, unsigned n)
{
	double max = value[0];

	for (unsigned i = 1; i < n; i++)
		if (value[i] > max)
			max = value[i];
	return max;
}

double measure_median(const double *value, unsigned n)
{
	double sorted[MEASURE_ROUNDS_MAX];

	memcpy(sorted, value, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_value);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double measure_ratio(const double *a, const double *b, unsigned n)
{
	double ratio[MEASURE_ROUNDS_MAX] = { 0 };

	for (unsigned i = 0; i < n; i++)
		ratio[i] = a[i] / b[i];
	return measure_median(ratio, n);
}
