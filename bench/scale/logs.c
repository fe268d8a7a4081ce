/*
 * logs.c - logs that no disk has room for
 *
 * A log of some megabytes is repeated, see bench/scale/repeated_fs.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <trace_np.h>

#include "child.h"
#include "memory.h"
#include "reading/reader.h"
#include "repeated.h"
#include "sample.h"
#include "scale.h"
#include "scene.h"
#include "tool.h"

enum { STREAM_SIZE = 16 << 20, EVENTS = 1000000, SEEKS = 101 };

/* A week of ten thousand events a second, made of so many seconds. */
enum { RATE = 10000, WEEK = 7 * 24 * 3600, WEEK_PART = 100, WEEK_THREADS = 8 };

static const unsigned long long sizes[] = { 1000000000, 10000000000,
					    100000000000 };

static const unsigned long long INFO_MAX = 2000000000;

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int64_t nanoseconds(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/*
 * Seeking
 */
struct task {
	const struct repeated *log;
	const char *path;
	int64_t length_ns; /* from the first event to about the last one */
	bool seek;	   /* else only the first event is read */
};

struct answer {
	double ms[SEEKS], bytes[SEEKS];
	double cpu_ms; /* of one, on an average */
	double kib;    /* with the log open, after the last one */
};

static int64_t next_time(trace_id_t trid)
{
	struct posix_trace_item_np item;
	int unavailable;

	must(posix_trace_getnext_item_np(trid, &item, &unavailable),
	     "posix_trace_getnext_item_np");
	if (unavailable)
		must(ENODATA, "an event behind the time");
	return nanoseconds(&item.info.posix_timestamp);
}

/* A random time in each of as many parts of the log as there are seeks: times in
 * all of it would read half as much in one run as in the next. */
static double open_once(const struct task *task, int64_t first, unsigned i,
			double *kib, double before)
{
	const double part = (i + random() / (double)RAND_MAX) / SEEKS;
	int64_t at = first + (int64_t)((double)task->length_ns * 0.999 * part);
	const struct timespec time = { .tv_sec = at / 1000000000,
				       .tv_nsec = at % 1000000000 };
	uint64_t begin = measure_now();
	trace_id_t trid;
	int fd;

	fd = open(task->path, O_RDONLY | O_CLOEXEC);
	must_not_fail(fd, task->path);
	must(posix_trace_open(fd, &trid), "posix_trace_open");
	if (task->seek)
		must(posix_trace_seek_np(trid, &time), "posix_trace_seek_np");
	if (next_time(trid) < at && task->seek)
		must(EPROTO, "posix_trace_seek_np");
	begin = measure_now() - begin;
	*kib = memory_of(getpid()).resident - before;
	must(posix_trace_close(trid), "posix_trace_close");
	close(fd);
	return (double)begin / 1e6;
}

static int64_t first_time(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	trace_id_t trid;
	int64_t first;

	must_not_fail(fd, path);
	must(posix_trace_open(fd, &trid), "posix_trace_open");
	first = next_time(trid);
	must(posix_trace_close(trid), "posix_trace_close");
	close(fd);
	return first;
}

static void work(int line, void *arg)
{
	const struct task *task = arg;
	double before = memory_of(getpid()).resident;
	struct answer answer;
	uint64_t cpu, first;

	srandom(1);
	first = (uint64_t)first_time(task->path);
	cpu = measure_cpu_time();
	for (unsigned i = 0; i < SEEKS; i++) {
		unsigned long long reads = repeated_reads(task->log);

		answer.ms[i] =
			open_once(task, (int64_t)first, i, &answer.kib, before);
		answer.bytes[i] = (double)(repeated_reads(task->log) - reads);
	}
	answer.cpu_ms = (double)(measure_cpu_time() - cpu) / 1e6 / SEEKS;
	line_send(line, &answer, sizeof(answer));
}

/* Bytes that seeks read have two peaks, between which a median would jump. */
static double mean(const double *value, unsigned n)
{
	double sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += value[i];
	return sum / n;
}

/* Returns the bytes that one of them reads, on an average. */
static double measure_open(struct bench *bench, const struct task *task,
			   const char *what)
{
	struct answer answer;
	double bytes;
	struct child child;

	must(child_fork(&child, work, (void *)(uintptr_t)task), "fork");
	line_receive(child.line, &answer, sizeof(answer));
	child_wait(&child, NULL);
	bytes = mean(answer.bytes, SEEKS);

	results_value(&bench->results, measure_median(answer.ms, SEEKS), "ms",
		      "  %s: median", what);
	results_value(&bench->results, measure_max(answer.ms, SEEKS), "ms",
		      "  %s: slowest", what);
	results_value(&bench->results, answer.cpu_ms, "ms",
		      "  %s: processor time", what);
	results_value(&bench->results, bytes / 1024, "KiB",
		      "  %s: read, on an average", what);
	results_value(&bench->results, measure_max(answer.bytes, SEEKS) / 1024,
		      "KiB", "  %s: read at most", what);
	results_value(&bench->results, answer.kib, "KiB", "  %s: memory", what);
	return bytes;
}

/*
 * The command
 */
/* Returns the bytes that it reads. range may be NULL. */
static double measure_command(struct bench *bench, const struct repeated *log,
			      const char *what, const char *verb,
			      const char *path, const char *range)
{
	unsigned long long reads = repeated_reads(log);
	const struct child_times times =
		tool_run(bench, verb, path, range, NULL);

	reads = repeated_reads(log) - reads;
	results_value(&bench->results, times.cpu * 1e3, "ms",
		      "  %s: processor time", what);
	results_value(&bench->results, times.wall * 1e3, "ms",
		      "  %s: until its end", what);
	results_value(&bench->results, (double)reads / 1e6, "MB", "  %s: read",
		      what);
	results_value(&bench->results, times.memory / 1024, "MiB",
		      "  %s: memory", what);
	return (double)reads;
}

/* `info' reads the heads of all sections: with a larger log the row would be of
 * the file system's time. */
static void measure_info(struct bench *bench, const struct repeated *log,
			 const char *path)
{
	measure_command(bench, log, "info", "info", path, NULL);
}

/* Begins in the middle of the log. */
static double measure_stat(struct bench *bench, const struct repeated *log,
			   const char *path, double length_s, double range_s)
{
	char range[80];

	snprintf(range, sizeof(range), "--range=+%.6fs..+%.6fs", length_s / 2,
		 length_s / 2 + range_s);
	return measure_command(bench, log, "stat of a range", "stat", path,
			       range);
}

/*
 * Logs
 */
struct large {
	double seek; /* bytes that are read for one */
	double stat;
};

static struct large measure_large(struct bench *bench,
				  const struct repeated *log,
				  unsigned long long times, double range_s)
{
	const unsigned long long size = repeated_size(log, times);
	char path[sizeof(log->folder) + 32];
	struct task task = {
		.log = log,
		.path = path,
		.length_ns = (int64_t)(log->shift_ns * times),
	};
	struct large large;

	snprintf(path, sizeof(path), "%s", repeated_path(log, times));
	results_value(&bench->results, (double)size / 1e9, "GB",
		      "a log of %llu repetitions", times);
	measure_open(bench, &task, "open, first event");
	task.seek = true;
	large.seek = measure_open(bench, &task, "open, seek, first event");
	large.stat = measure_stat(bench, log, path,
				  (double)task.length_ns / 1e9, range_s);
	if (size <= INFO_MAX)
		measure_info(bench, log, path);
	return large;
}

/* Reads a whole log. Returns the number of its events. */
static unsigned long long measure_walk(struct bench *bench,
				       const struct repeated *log,
				       unsigned long long times)
{
	char path[sizeof(log->folder) + 32];
	struct reading reading;
	double kib;

	snprintf(path, sizeof(path), "%s", repeated_path(log, times));
	reading = reader_run(path);
	kib = reader_memory(path);
	results_value(&bench->results,
		      reading.cpu * 1e9 / (double)reading.events, "ns",
		      "%2llu repetitions, getnext_event: processor time",
		      times);
	results_value(&bench->results, kib, "KiB",
		      "%2llu repetitions, getnext_event: memory", times);
	return reading.events;
}

/*
 * Memory on the way through a log
 */
static const unsigned ways[] = { 1, 10, 100 }; /* repetitions */

struct way {
	char path[sizeof(((struct repeated *)0)->folder) + 32];
	unsigned long long one; /* events of a repetition */
};

static void walk(int line, void *arg)
{
	const struct way *way = arg;
	unsigned long long events = 0;
	double kib[COUNT(ways)];
	trace_id_t trid;
	int fd;

	fd = open(way->path, O_RDONLY | O_CLOEXEC);
	must_not_fail(fd, way->path);
	must(posix_trace_open(fd, &trid), "posix_trace_open");
	for (unsigned i = 0; i < COUNT(ways); i++) {
		for (; events < ways[i] * way->one; events++)
			next_time(trid);
		kib[i] = memory_of(getpid()).resident;
	}
	line_send(line, kib, sizeof(kib));
}

/* Memory of one process at three places of one log: that of different
 * processes would differ by more. */
static void measure_growth(struct bench *bench, const struct repeated *log,
			   unsigned long long one)
{
	const unsigned last = COUNT(ways) - 1;
	struct way way = { .one = one };
	double kib[COUNT(ways)];
	struct child child;

	snprintf(way.path, sizeof(way.path), "%s",
		 repeated_path(log, ways[last]));
	must(child_fork(&child, walk, &way), "fork");
	line_receive(child.line, kib, sizeof(kib));
	child_wait(&child, NULL);
	for (unsigned i = 0; i <= last; i++)
		results_value(&bench->results, kib[i], "KiB",
			      "after %3u repetitions: resident", ways[i]);
	targets_measured(&bench->targets, TARGET_SCALE_MEMORY,
			 kib[last] / kib[0]);
}

/* A repetition that has fewer events was repeated wrongly. */
static void measure_walks(struct bench *bench, const struct repeated *log)
{
	const unsigned long long one = measure_walk(bench, log, 1);

	for (unsigned i = 4; i <= 16; i *= 4)
		if (measure_walk(bench, log, i) != i * one)
			must(EPROTO, "repeating a log");
	measure_growth(bench, log, one);
}

/* Logs of the sizes, by the first one. */
static void compare_sizes(struct bench *bench, const struct repeated *log)
{
	const double one =
		(double)(repeated_size(log, 2) - repeated_size(log, 1));
	const double length_s = (double)log->shift_ns / 1e9;
	struct large first = { NAN, NAN }, large;

	for (size_t i = 0; i < COUNT(sizes); i++) {
		large = measure_large(bench, log,
				      (unsigned long long)(sizes[i] / one) + 1,
				      length_s);
		if (!i)
			first = large;
		targets_measured(&bench->targets, TARGET_SCALE_SEEK,
				 large.seek / first.seek);
		targets_measured(&bench->targets, TARGET_SCALE_STAT,
				 large.stat / first.stat);
	}
}

static void measure_sizes(struct bench *bench)
{
	struct repeated log;
	struct sample sample;

	sample_make(&sample, STREAM_SIZE, 2, EVENTS);
	if (repeated_mount(bench, sample.path, &log)) {
		measure_walks(bench, &log);
		compare_sizes(bench, &log);
		repeated_unmount(&log);
	}
	sample_drop(&sample);
}

/*
 * A week
 */
static void put_week(struct posix_trace_writer_np *writer,
		     trace_event_id_t event)
{
	const int64_t step = 1000000000 / RATE;
	int64_t at = INT64_C(1790000000) * 1000000000;
	struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.info.posix_event_id = event,
		.info.posix_pid = 1000,
		.data = scene_data,
		.data_len = SAMPLE_LEN,
	};

	for (unsigned i = 0; i < RATE * WEEK_PART; i++, at += step) {
		item.tid = 1000 + (int)(i % WEEK_THREADS);
		item.info.posix_timestamp = (struct timespec){
			.tv_sec = at / 1000000000,
			.tv_nsec = at % 1000000000,
		};
		must(posix_trace_writer_put_np(writer, &item),
		     "posix_trace_writer_put_np");
	}
}

static void make_week(int fd)
{
	const struct posix_trace_log_np about = { .target = 1000 };
	const struct posix_trace_status_info status = {
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = POSIX_TRACE_NOT_FULL,
	};
	struct posix_trace_writer_np *writer;
	trace_event_id_t event = 0;

	must(posix_trace_writer_open_np(fd, NULL, &about, &writer),
	     "posix_trace_writer_open_np");
	must(posix_trace_writer_type_np(writer, "bench_event", NULL, &event),
	     "posix_trace_writer_type_np");
	put_week(writer, event);
	must(posix_trace_writer_close_np(writer, &status),
	     "posix_trace_writer_close_np");
}

static void measure_week(struct bench *bench)
{
	struct repeated log;
	char path[64];
	int fd;

	must(scene_temporary_file(&fd), scene_directory());
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getpid(), fd);
	make_week(fd);
	if (repeated_mount(bench, path, &log)) {
		results_value(&bench->results,
			      (double)log.shift_ns / 1e9 * WEEK / WEEK_PART,
			      "s", "a week's recording");
		measure_large(bench, &log, WEEK / WEEK_PART, 60);
		repeated_unmount(&log);
	}
	close(fd);
}

void scale_logs(struct bench *bench)
{
	measure_sizes(bench);
	measure_week(bench);
}
