/*
 * lttng_worker.c - the floor, our event and LTTng-UST's, in turns
 *
 *	lttng-worker ROUNDS loop|flush THREADS LEN
 *
 * Waits for a byte on standard input, when it is known to LTTng's session
 * daemon, and writes a struct lttng_answer to standard output.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "bench/lttng_tp.h"

#include "lttng_worker.h"
#include "scene.h"

enum { EVENTS = 25000, CATCH_UP_NS = 20000000 };

struct setting {
	unsigned rounds;
	int policy;
	unsigned threads;
	size_t len;
	size_t size; /* of the stream */
	trace_id_t trid;
};

static void must(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

static void burst_lttng(void *arg, unsigned n)
{
	const struct scene_loop loop = *(struct scene_loop *)arg;

	for (unsigned i = 0; i < n; i++)
		lttng_ust_tracepoint(posixtrace_bench, bench_event, scene_data,
				     loop.len);
}

/* Our log is empty then; theirs has had its time. */
static int catch_up(void *arg)
{
	const struct setting *setting = arg;

	if (setting->policy != POSIX_TRACE_FLUSH)
		return 0;
	measure_sleep_until(measure_now() + CATCH_UP_NS);
	return scene_drain(setting->trid);
}

/* To a log about half of the stream, in all threads. */
static unsigned events_of(const struct setting *setting)
{
	size_t most =
		setting->size / 2 / setting->threads / (setting->len + 24);

	return most < EVENTS ? (unsigned)most : EVENTS;
}

static void measure_all(struct setting *setting, struct lttng_answer *answer)
{
	static struct measure_series series[3];
	struct scene_loop loop = { .len = setting->len };
	struct measure_subject subject[] = {
		{ .burst = scene_burst_floor, .arg = &loop },
		{ .burst = scene_burst_event, .arg = &loop },
		{ .burst = burst_lttng, .arg = &loop },
	};
	struct measure measure = {
		.subject = subject,
		.subjects = 3,
		.threads = setting->threads,
		.rounds = setting->rounds,
		.events = events_of(setting),
		.ring = setting->size / setting->threads,
		.rewind = setting->policy == POSIX_TRACE_FLUSH,
		.pinned = setting->threads <= measure_processors(),
		.pause = catch_up,
		.pause_arg = setting,
	};
	unsigned rounds = setting->rounds;

	if (setting->policy == POSIX_TRACE_LOOP)
		measure.warm = (unsigned)(setting->size / setting->threads /
					  (setting->len + 24));
	must(scene_event(&loop.event), "posix_trace_eventid_open");
	must(measure_run(&measure, series), "measuring");

	result_row_times(&answer->ours, &series[0], &series[1], rounds);
	result_row_times(&answer->theirs, &series[0], &series[2], rounds);
	answer->ratio = measure_ratio(series[2].wall, series[1].wall, rounds);
	answer->cpu_ratio = measure_ratio(series[2].cpu, series[1].cpu, rounds);
	answer->events = (unsigned long long)setting->threads *
			 (measure.events * (rounds + 1) + measure.warm);
}

static void open_stream(struct setting *setting)
{
	trace_attr_t attr;
	int log = -1;

	must(scene_attr_init(&attr, setting->policy, setting->size),
	     "posix_trace_attr_init");
	if (setting->policy == POSIX_TRACE_FLUSH) {
		must(scene_temporary_file(&log), scene_directory());
		must(posix_trace_create_withlog(0, &attr, log, &setting->trid),
		     "posix_trace_create_withlog");
	} else {
		must(posix_trace_create(0, &attr, &setting->trid),
		     "posix_trace_create");
	}
	posix_trace_attr_destroy(&attr);
	must(posix_trace_start(setting->trid), "posix_trace_start");
}

/* All of ours is in the log, so that what was lost is known. */
static double count_losses(const struct setting *setting)
{
	struct posix_trace_totals_np totals;

	must(posix_trace_stop(setting->trid), "posix_trace_stop");
	must(scene_drain(setting->trid), "posix_trace_flush");
	must(posix_trace_get_totals_np(setting->trid, &totals),
	     "posix_trace_get_totals_np");
	return (double)totals.lost;
}

int main(int argc, char **argv)
{
	struct lttng_answer answer;
	struct setting setting;
	char byte;

	if (argc != 5)
		errx(EXIT_FAILURE, "this is for the section lttng only");
	setting = (struct setting){
		.rounds = (unsigned)atoi(argv[1]),
		.policy = strcmp(argv[2], "loop") ? POSIX_TRACE_FLUSH :
						    POSIX_TRACE_LOOP,
		.threads = (unsigned)atoi(argv[3]),
		.len = (size_t)atol(argv[4]),
	};
	setting.size = setting.policy == POSIX_TRACE_FLUSH ? LTTNG_DISK_SIZE :
							     SCENE_STREAM_SIZE;
	if (read(STDIN_FILENO, &byte, 1) != 1)
		return EXIT_FAILURE;

	answer.ours = result_row_make("ours", setting.threads, setting.len);
	answer.theirs = result_row_make("LTTng", setting.threads, setting.len);
	open_stream(&setting);
	measure_all(&setting, &answer);
	if (setting.policy == POSIX_TRACE_FLUSH)
		answer.ours.lost = count_losses(&setting);
	must(posix_trace_shutdown(setting.trid), "posix_trace_shutdown");

	if (write(STDOUT_FILENO, &answer, sizeof(answer)) != sizeof(answer))
		return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
