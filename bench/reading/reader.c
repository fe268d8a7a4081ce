/*
 * reader.c - what reading a log takes
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include <trace_reading_np.h>

#include "bench.h"
#include "child.h"
#include "memory.h"
#include "reading/reader.h"

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What a reader does besides reading. */
struct task {
	const char *path;
	bool look;	  /* at its memory, now and then */
	unsigned workers; /* 0: posix_trace_getnext_event() */
};

enum { LOOK_EVERY = 1 << 15 }; /* events */

static double most(double a, double b)
{
	return a > b ? a : b;
}

static void read_all(trace_id_t trid, bool look, struct reading *reading)
{
	struct posix_trace_event_info info;
	unsigned char data[4096];
	int unavailable = 0;
	size_t len;

	while (!unavailable) {
		must(posix_trace_getnext_event(trid, &info, data, sizeof(data),
					       &len, &unavailable),
		     "posix_trace_getnext_event");
		reading->events += !unavailable;
		if (look && (unavailable || !(reading->events % LOOK_EVERY)))
			reading->memory = most(reading->memory,
					       memory_of(getpid()).resident);
	}
}

static void read_by_function(int fd, bool look, struct reading *reading)
{
	trace_id_t trid;

	must(posix_trace_open(fd, &trid), "posix_trace_open");
	read_all(trid, look, reading);
}

#ifdef HAVE_LIBURCU
bool reader_has_workers(void)
{
	return true;
}

static void read_by_workers(int fd, unsigned workers, struct reading *reading)
{
	const struct posix_trace_batch_np *batch;
	struct posix_trace_reading_np *log;

	must(posix_trace_reading_open_np(fd, workers, &log),
	     "posix_trace_reading_open_np");
	for (;;) {
		must(posix_trace_reading_getnext_batch_np(log, &batch),
		     "posix_trace_reading_getnext_batch_np");
		if (!batch)
			break;
		reading->events += batch->count;
	}
	posix_trace_reading_close_np(log);
}
#else
bool reader_has_workers(void)
{
	return false;
}

static void read_by_workers(int fd, unsigned workers, struct reading *reading)
{
	(void)fd;
	(void)workers;
	(void)reading;
	must(ENOTSUP, "reading by workers");
}
#endif

static void work(int line, void *arg)
{
	const struct task *task = arg;
	struct reading reading = { 0 };
	double before;
	int fd;

	fd = open(task->path, O_RDONLY | O_CLOEXEC);
	must_not_fail(fd, task->path);
	before = memory_of(getpid()).resident;
	reading.cpu = cpu_seconds();
	reading.wall = (double)measure_now() / 1e9;

	if (task->workers)
		read_by_workers(fd, task->workers, &reading);
	else
		read_by_function(fd, task->look, &reading);

	reading.wall = (double)measure_now() / 1e9 - reading.wall;
	reading.cpu = cpu_seconds() - reading.cpu;
	reading.memory -= before;
	line_send(line, &reading, sizeof(reading));
}

static struct reading read_apart(struct task task)
{
	struct reading reading;
	struct child child;

	must(child_fork(&child, work, &task), "fork");
	line_receive(child.line, &reading, sizeof(reading));
	child_wait(&child, NULL);
	return reading;
}

struct reading reader_run(const char *path)
{
	return read_apart((struct task){ .path = path });
}

struct reading reader_walk(const char *path, unsigned workers)
{
	return read_apart((struct task){ .path = path, .workers = workers });
}

double reader_memory(const char *path)
{
	return read_apart((struct task){ .path = path, .look = true }).memory;
}
