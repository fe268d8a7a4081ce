/*
 * bench.c - what posix_trace_event() costs, against what it cannot avoid
 *
 *	bench [-r ROUNDS]
 *
 * The floor is the least a recorded event can cost: read the clock, build a
 * record of 20 bytes and the data, padded to 8, in a ring that belongs to
 * the thread alone, and publish it by one release store. It is a function of
 * this program, called like posix_trace_event() with a length that is not
 * known beforehand, and its rings have together the size of the stream.
 *
 * Each round measures the floor and then the event, in the same threads, so
 * whatever else the machine does meets both; the ratio is the median of the
 * rounds' ratios. The first round is thrown away.
 */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include <trace.h>
#include <trace_np.h>

enum {
	STREAM_SIZE = 16 << 20,
	DATA_MAX = 256,
	THREADS_MAX = 2,
	ROUNDS = 15,
	ROUNDS_MAX = 1000,
	BURST = 500,
	PACED_RATE = 1000000, /* events in a second, of all threads together */
};

/* What is around while events are made. */
struct scene {
	const char *name;
	unsigned events; /* in a round, of each thread */
	bool stream;
	bool started;
	bool log; /* emptied between the rounds, outside the measurement */
	bool paced;
	unsigned min_threads;
};

static const struct scene scenes[] = {
	{ .name = "none", .events = 100000, .min_threads = 1 },
	{ .name = "suspended", .events = 100000, .stream = true,
	  .min_threads = 1 },
	{ .name = "loop", .events = 100000, .stream = true, .started = true,
	  .min_threads = 1 },
	{ .name = "log", .events = 20000, .stream = true, .started = true,
	  .log = true, .min_threads = 1 },
	{ .name = "log, 1 M/s", .events = 20000, .stream = true,
	  .started = true, .log = true, .paced = true, .min_threads = 2 },
};

static const size_t data_sizes[] = { 0, 8, 16, 64, 256 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const uint8_t data[DATA_MAX];
static trace_event_id_t event;
static unsigned rounds = ROUNDS;
static bool use_tsc;

static void check(int err, const char *what)
{
	if (err)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(err));
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void sleep_until(uint64_t ns)
{
	struct timespec until = {
		.tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000),
	};

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

/* As the library chooses: the counter only where the kernel trusts it. */
static bool tsc_is_trusted(void)
{
	const char *wanted = getenv("POSIXTRACE_CLOCK");
	char name[32] = "";
	FILE *file;

	if (wanted && !strcmp(wanted, "monotonic"))
		return false;
	file = fopen("/sys/devices/system/clocksource/clocksource0/"
		     "current_clocksource", "r");
	if (!file)
		return false;
	if (!fgets(name, sizeof(name), file))
		name[0] = '\0';
	fclose(file);
	return !strcmp(name, "tsc\n");
}

/*
 * The floor
 */
struct ring {
	uint8_t *cell;
	size_t size;
	_Atomic size_t position;
};

static inline uint64_t ticks(void)
{
#if defined(__x86_64__)
	if (use_tsc)
		return __rdtsc();
#endif
	return now_ns();
}

/* Data of the sizes measured, without a call where it is short. */
static inline void copy(uint8_t *to, const void *from, size_t len)
{
	switch (len) {
	case 0:
		break;
	case 8:
		memcpy(to, from, 8);
		break;
	case 16:
		memcpy(to, from, 16);
		break;
	default:
		memcpy(to, from, len);
	}
}

__attribute__((noinline))
static void floor_event(struct ring *ring, uint32_t type, const void *from,
			size_t len)
{
	size_t at = atomic_load_explicit(&ring->position,
					 memory_order_relaxed);
	uint64_t origin = (uint64_t)type << 48 |
			  (uintptr_t)__builtin_return_address(0);
	uint64_t tick = ticks();
	uint32_t size = (uint32_t)len;
	size_t span = (20 + len + 7) & ~(size_t)7;

	if (at + span > ring->size)
		at = 0;
	memcpy(ring->cell + at, &tick, 8);
	memcpy(ring->cell + at + 8, &origin, 8);
	memcpy(ring->cell + at + 16, &size, 4);
	copy(ring->cell + at + 20, from, len);
	atomic_store_explicit(&ring->position, at + span,
			      memory_order_release);
}

/*
 * One measurement: a scene, some threads, a size of data
 */
struct measurement {
	const struct scene *scene;
	unsigned threads;
	size_t data_size;
	trace_id_t trid;
	pthread_barrier_t barrier;
	/* Nanoseconds an event took, by round and thread. */
	double floor_ns[ROUNDS_MAX][THREADS_MAX];
	double event_ns[ROUNDS_MAX][THREADS_MAX];
};

/* Aligned, so that one thread's ring shares no cache line with the other's,
 * nor a pair of lines, which processors fetch together. */
struct worker {
	_Alignas(128) struct measurement *m;
	unsigned index;
	pthread_t thread;
	struct ring ring;
};

static void floor_burst(struct worker *worker, unsigned n)
{
	size_t len = worker->m->data_size;

	for (unsigned i = 0; i < n; i++)
		floor_event(&worker->ring, event, data, len);
}

static void event_burst(struct worker *worker, unsigned n)
{
	size_t len = worker->m->data_size;

	for (unsigned i = 0; i < n; i++)
		posix_trace_event(event, data, len);
}

/* Nanoseconds an event takes, without the pauses between bursts. */
static double measure(struct worker *worker,
		      void (*burst)(struct worker *, unsigned))
{
	const struct scene *scene = worker->m->scene;
	unsigned n = scene->paced ? BURST : scene->events;
	uint64_t pause = (uint64_t)BURST * worker->m->threads * 1000000000 /
			 PACED_RATE;
	uint64_t due = now_ns();
	uint64_t spent = 0;
	unsigned done;

	for (done = 0; done < scene->events; done += n) {
		uint64_t begin = now_ns();

		burst(worker, n);
		spent += now_ns() - begin;
		due += pause;
		if (scene->paced)
			sleep_until(due);
	}
	return (double)spent / done;
}

static void drain(trace_id_t trid)
{
	struct posix_trace_status_info status;

	check(posix_trace_flush(trid), "posix_trace_flush");
	do {
		sleep_until(now_ns() + 1000000);
		check(posix_trace_get_status(trid, &status),
		      "posix_trace_get_status");
	} while (status.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
}

static void *work(void *arg)
{
	struct worker *worker = arg;
	struct measurement *m = worker->m;

	for (unsigned round = 0; round <= rounds; round++) {
		pthread_barrier_wait(&m->barrier);
		m->floor_ns[round][worker->index] =
			measure(worker, floor_burst);

		pthread_barrier_wait(&m->barrier);
		m->event_ns[round][worker->index] =
			measure(worker, event_burst);

		pthread_barrier_wait(&m->barrier);
		if (m->scene->log && !worker->index)
			drain(m->trid);
	}
	return NULL;
}

static void run(struct measurement *m)
{
	struct worker worker[THREADS_MAX] = { 0 };

	check(pthread_barrier_init(&m->barrier, NULL, m->threads),
	      "pthread_barrier_init");
	for (unsigned i = 0; i < m->threads; i++) {
		worker[i].m = m;
		worker[i].index = i;
		worker[i].ring.size = STREAM_SIZE / m->threads;
		worker[i].ring.cell = malloc(worker[i].ring.size);
		if (!worker[i].ring.cell)
			err(EXIT_FAILURE, "ring");
		memset(worker[i].ring.cell, 1, worker[i].ring.size);
		check(pthread_create(&worker[i].thread, NULL, work,
				     &worker[i]),
		      "pthread_create");
	}
	for (unsigned i = 0; i < m->threads; i++) {
		pthread_join(worker[i].thread, NULL);
		free(worker[i].ring.cell);
	}
	pthread_barrier_destroy(&m->barrier);
}

/*
 * Streams
 */
static int temporary_file(void)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/posixtrace-bench.XXXXXX",
		 dir && *dir ? dir : "/tmp");
	fd = mkstemp(path);
	if (fd < 0)
		err(EXIT_FAILURE, "%s", path);
	unlink(path);
	return fd;
}

static void open_stream(const struct scene *scene, int log, trace_id_t *trid)
{
	trace_attr_t attr;

	check(posix_trace_attr_init(&attr), "posix_trace_attr_init");
	check(posix_trace_attr_setstreamsize(&attr, STREAM_SIZE),
	      "posix_trace_attr_setstreamsize");
	check(posix_trace_attr_setmaxdatasize(&attr, DATA_MAX),
	      "posix_trace_attr_setmaxdatasize");
	check(posix_trace_attr_setstreamfullpolicy(
		      &attr, scene->log ? POSIX_TRACE_FLUSH : POSIX_TRACE_LOOP),
	      "posix_trace_attr_setstreamfullpolicy");
	if (scene->log) {
		check(posix_trace_attr_setlogfullpolicy(&attr,
							POSIX_TRACE_APPEND),
		      "posix_trace_attr_setlogfullpolicy");
		check(posix_trace_create_withlog(0, &attr, log, trid),
		      "posix_trace_create_withlog");
	} else {
		check(posix_trace_create(0, &attr, trid),
		      "posix_trace_create");
	}
	posix_trace_attr_destroy(&attr);

	if (scene->started)
		check(posix_trace_start(*trid), "posix_trace_start");
}

static void close_stream(const struct scene *scene, trace_id_t trid,
			 struct posix_trace_totals_np *totals)
{
	if (scene->started)
		check(posix_trace_stop(trid), "posix_trace_stop");
	if (scene->log) {
		drain(trid);
		check(posix_trace_get_totals_np(trid, totals),
		      "posix_trace_get_totals_np");
	}
	check(posix_trace_shutdown(trid), "posix_trace_shutdown");
}

/*
 * Results
 */
static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

static double mean(const double *value, unsigned n)
{
	double sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += value[i];
	return sum / n;
}

static void print_min_median(double *value)
{
	qsort(value, rounds, sizeof(*value), by_value);
	printf(" %7.2f %7.2f", value[0], value[rounds / 2]);
}

static void print_row(const struct measurement *m,
		      const struct posix_trace_totals_np *totals)
{
	static double floor_ns[ROUNDS_MAX];
	static double event_ns[ROUNDS_MAX];
	static double ratio[ROUNDS_MAX];

	for (unsigned i = 0; i < rounds; i++) {
		floor_ns[i] = mean(m->floor_ns[i + 1], m->threads);
		event_ns[i] = mean(m->event_ns[i + 1], m->threads);
		ratio[i] = event_ns[i] / floor_ns[i];
	}
	qsort(ratio, rounds, sizeof(*ratio), by_value);

	printf("%-11s %3u %5zu", m->scene->name, m->threads, m->data_size);
	print_min_median(floor_ns);
	print_min_median(event_ns);
	printf(" %6.2f", ratio[rounds / 2]);
	if (m->scene->log) {
		printf(" %8llu", totals->lost);
		if (totals->events)
			printf(" %7.1f", (double)totals->log_bytes /
						 (double)totals->events);
	}
	printf("\n");
	fflush(stdout);
}

static void do_measurement(const struct scene *scene, unsigned threads,
			   size_t data_size)
{
	static struct measurement m;
	struct posix_trace_totals_np totals = { 0 };
	int log = -1;

	m.scene = scene;
	m.threads = threads;
	m.data_size = data_size;
	if (scene->log)
		log = temporary_file();
	if (scene->stream)
		open_stream(scene, log, &m.trid);

	run(&m);

	if (scene->stream)
		close_stream(scene, m.trid, &totals);
	if (log >= 0)
		close(log);
	print_row(&m, &totals);
}

static void print_head(void)
{
	printf("posixtrace %s: nanoseconds per event, %u rounds, clock: %s\n",
	       posix_trace_version_np(), rounds,
	       use_tsc ? "tsc" : "clock_gettime");
	printf("%-11s %3s %5s %15s %15s %6s %8s %7s\n", "stream", "thr", "data",
	       "floor min, med", "event min, med", "ratio", "lost",
	       "B/event");
}

static void usage(void)
{
	fprintf(stderr, "usage: bench [-r ROUNDS]\n");
	exit(2);
}

static void parse(int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "r:")) != -1) {
		if (option != 'r')
			usage();
		rounds = (unsigned)strtoul(optarg, NULL, 10);
		if (!rounds || rounds >= ROUNDS_MAX)
			usage();
	}
	if (optind != argc)
		usage();
}

int main(int argc, char **argv)
{
	parse(argc, argv);
	use_tsc = tsc_is_trusted();
	check(posix_trace_eventid_open("bench_event", &event),
	      "posix_trace_eventid_open");

	print_head();
	for (size_t i = 0; i < COUNT(scenes); i++)
		for (unsigned n = scenes[i].min_threads; n <= THREADS_MAX; n++)
			for (size_t j = 0; j < COUNT(data_sizes); j++)
				do_measurement(&scenes[i], n, data_sizes[j]);
	return EXIT_SUCCESS;
}
