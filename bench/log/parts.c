/*
 * parts.c - what a part of a log has besides its events
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <trace_np.h>

#include "bench.h"
#include "scene.h"
#include "tool.h"

/* In the log every TURN events are of another thread and type, and name another
 * object; a part has the events of a time. */
enum {
	PARTS = 250,
	PART = 356,
	TURN = 8,
	THREADS = 1000,
	TYPES = 200,
	EVENT_BYTES = 24, /* of an event with four bytes of data */
	STEP_NS = 100000,
	PID = 4711,
};

static trace_event_id_t types[TYPES];

static void add_type(struct posix_trace_writer_np *writer, unsigned i)
{
	char name[32];

	snprintf(name, sizeof(name), "request-%u", i);
	must(posix_trace_writer_type_np(writer, name,
					"int32_t fd [[object(fd)]]", &types[i]),
	     "posix_trace_writer_type_np");
}

static void add_thread(struct posix_trace_writer_np *writer, unsigned i)
{
	char name[32];

	snprintf(name, sizeof(name), "worker-%u", i);
	must(posix_trace_writer_thread_np(writer, 0, PID, PID + (int)i, name),
	     "posix_trace_writer_thread_np");
}

static void add_object(struct posix_trace_writer_np *writer, unsigned i)
{
	char name[64];
	const struct posix_trace_object_np object = {
		.pid = PID,
		.address = i,
		.kind = "fd",
		.name = name,
		.details = "",
	};

	snprintf(name, sizeof(name), "/var/lib/service/data/file-%u", i);
	must(posix_trace_writer_object_np(writer, 0, &object),
	     "posix_trace_writer_object_np");
}

static void add_event(struct posix_trace_writer_np *writer, unsigned i)
{
	const uint32_t turn = i / TURN;
	const int64_t ns = (int64_t)i * STEP_NS;
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.tid = PID + (int)(turn % THREADS),
		.info.posix_event_id = types[turn % TYPES],
		.info.posix_pid = PID,
		.info.posix_timestamp = { .tv_sec =
						  1790000000 + ns / 1000000000,
					  .tv_nsec = ns % 1000000000 },
		.data = &turn,
		.data_len = sizeof(turn),
	};

	must(posix_trace_writer_put_np(writer, &item),
	     "posix_trace_writer_put_np");
}

static void add_all(struct posix_trace_writer_np *writer)
{
	const struct posix_trace_process_np process = {
		.pid = PID,
		.name = "service",
		.command = "service --with some --options",
	};

	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "posix_trace_writer_process_np");
	for (unsigned i = 0; i < TYPES; i++)
		add_type(writer, i);
	for (unsigned i = 0; i < THREADS; i++)
		add_thread(writer, i);
	for (unsigned i = 0; i < PARTS * PART; i++) {
		if (!(i % TURN))
			add_object(writer, i / TURN);
		add_event(writer, i);
	}
}

static void write_log(const char *path)
{
	const struct posix_trace_log_np about = { .target = PID };
	const struct posix_trace_status_info status = {
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = POSIX_TRACE_NOT_FULL,
	};
	struct posix_trace_writer_np *writer;
	int fd;

	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	must_not_fail(fd, path);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), path);
	add_all(writer);
	must(posix_trace_writer_close_np(writer, &status), path);
	close(fd);
}

static double kib_of(const char *path)
{
	struct stat st;

	must_not_fail(stat(path, &st), path);
	return (double)st.st_size / 1024;
}

/* KiB besides the events. */
static double kib_beyond(const char *path)
{
	return kib_of(path) - PART * EVENT_BYTES / 1024.0;
}

static void measure_cut(struct bench *bench, const char *log, const char *part)
{
	const double begin = PARTS / 2 * PART * (STEP_NS / 1e9);
	char range[64];

	snprintf(range, sizeof(range), "--range=+%.4fs..+%.4fs", begin,
		 begin + (PART - 1) * (STEP_NS / 1e9));
	tool_run(bench, "cut", "-q", range, "-o", part, log, NULL);
	results_value(&bench->results, kib_of(part), "KiB", "cut, %d events",
		      PART);
	results_value(&bench->results, kib_beyond(part), "KiB",
		      "the same, besides its events");
	targets_measured(&bench->targets, TARGET_PART, kib_beyond(part));
	unlink(part);
}

static void measure_split(struct bench *bench, const char *log,
			  const char *folder)
{
	char time[64], names[4200], part[4200];
	double most = 0;

	snprintf(time, sizeof(time), "--time=%dus", PART * STEP_NS / 1000);
	snprintf(names, sizeof(names), "%s/%%n.ptl", folder);
	tool_run(bench, "split", "-q", time, "-o", names, log, NULL);
	for (unsigned i = 1; i <= PARTS; i++) {
		snprintf(part, sizeof(part), "%s/%06u.ptl", folder, i);
		most = fmax(most, kib_beyond(part));
		unlink(part);
	}
	results_value(&bench->results, most, "KiB",
		      "split, the largest of %d parts, besides its events",
		      PARTS);
	targets_measured(&bench->targets, TARGET_PART, most);
}

static void run(struct bench *bench)
{
	char folder[4096], log[4200], part[4200];

	snprintf(folder, sizeof(folder), "%s/posixtrace-bench.XXXXXX",
		 scene_directory());
	must_not_fail(mkdtemp(folder) ? 0 : -1, folder);
	snprintf(log, sizeof(log), "%s/log.ptl", folder);
	snprintf(part, sizeof(part), "%s/part.ptl", folder);
	write_log(log);
	results_value(&bench->results, kib_of(log), "KiB",
		      "a log of %d events, %d objects, %d threads, %d types",
		      PARTS * PART, PARTS * PART / TURN, THREADS, TYPES);
	measure_cut(bench, log, part);
	measure_split(bench, log, folder);
	unlink(log);
	rmdir(folder);
}

const struct section section_parts = {
	.name = "parts",
	.summary = "what parts of a log have besides their events",
	.run = run,
};
