/*
 * tables.c - logs that tell of many processes, threads and objects
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <trace_np.h>

#include "child.h"
#include "memory.h"
#include "sample.h"
#include "scale.h"
#include "scene.h"

enum { FIRST_PID = 1000 };

static const unsigned counts[] = { 1000, 10000, 100000 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Things that a log tells of, n of them: processes, threads or objects. */
struct table {
	const char *what;
	void (*add)(struct posix_trace_writer_np *writer, unsigned i);
};

struct task {
	const struct table *table;
	unsigned n;
	int fd;
};

struct answer {
	double write_us; /* for each */
	double open_us;
	double read_us;
	double bytes;
	double memory; /* of a reader */
};

/* An event of a process, by one thread. */
static void put_event(struct posix_trace_writer_np *writer, unsigned i, int pid,
		      int tid)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.tid = tid,
		.info.posix_event_id = POSIX_TRACE_UNNAMED_USEREVENT,
		.info.posix_pid = pid,
		.info.posix_timestamp = { .tv_sec = 1790000000 + i / 10000,
					  .tv_nsec = i % 10000 * 100000 },
		.data = scene_data,
		.data_len = SAMPLE_LEN,
	};

	must(posix_trace_writer_put_np(writer, &item),
	     "posix_trace_writer_put_np");
}

static void add_process(struct posix_trace_writer_np *writer, unsigned i)
{
	const int pid = FIRST_PID + (int)i;
	const struct posix_trace_process_np process = {
		.pid = pid,
		.name = "program",
		.command = "program --with some --options",
	};

	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "posix_trace_writer_process_np");
	put_event(writer, i, pid, pid);
}

static void add_thread(struct posix_trace_writer_np *writer, unsigned i)
{
	const int tid = FIRST_PID + (int)i;
	char name[32];

	snprintf(name, sizeof(name), "thread-%u", i);
	must(posix_trace_writer_thread_np(writer, 0, FIRST_PID, tid, name),
	     "posix_trace_writer_thread_np");
	put_event(writer, i, FIRST_PID, tid);
}

static void add_object(struct posix_trace_writer_np *writer, unsigned i)
{
	const struct posix_trace_object_np object = {
		.pid = FIRST_PID,
		.address = 0x10000 + 64ull * i,
		.kind = "mutex",
		.name = "lock",
		.details = "",
	};

	must(posix_trace_writer_object_np(writer, 0, &object),
	     "posix_trace_writer_object_np");
	put_event(writer, i, FIRST_PID, FIRST_PID);
}

static const struct table tables[] = {
	{ "processes", add_process },
	{ "threads", add_thread },
	{ "objects", add_object },
};

static void write_log(const struct task *task)
{
	const struct posix_trace_log_np about = { .target = FIRST_PID };
	const struct posix_trace_status_info status = {
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = POSIX_TRACE_NOT_FULL,
	};
	struct posix_trace_writer_np *writer;

	must(posix_trace_writer_open_np(task->fd, NULL, &about, &writer),
	     "posix_trace_writer_open_np");
	for (unsigned i = 0; i < task->n; i++)
		task->table->add(writer, i);
	must(posix_trace_writer_close_np(writer, &status),
	     "posix_trace_writer_close_np");
}

static unsigned read_log(trace_id_t trid)
{
	struct posix_trace_item_np item;
	int unavailable;
	unsigned n = 0;

	for (;;) {
		must(posix_trace_getnext_item_np(trid, &item, &unavailable),
		     "posix_trace_getnext_item_np");
		if (unavailable)
			return n;
		n++;
	}
}

static void write_apart(int line, void *arg)
{
	const struct task *task = arg;
	uint64_t begin = measure_cpu_time();
	double us;

	write_log(task);
	us = (double)(measure_cpu_time() - begin) / 1e3 / task->n;
	line_send(line, &us, sizeof(us));
}

static void read_apart(int line, void *arg)
{
	const struct task *task = arg;
	double before = memory_of(getpid()).resident;
	struct answer answer = { 0 };
	uint64_t begin, opened;
	trace_id_t trid;

	begin = measure_cpu_time();
	must(posix_trace_open(task->fd, &trid), "posix_trace_open");
	opened = measure_cpu_time();
	if (read_log(trid) != task->n)
		must(EPROTO, "reading what was written");
	answer.open_us = (double)(opened - begin) / 1e3 / task->n;
	answer.read_us = (double)(measure_cpu_time() - opened) / 1e3 / task->n;
	answer.memory =
		(memory_of(getpid()).resident - before) * 1024 / task->n;
	line_send(line, &answer, sizeof(answer));
}

static void run_apart(void (*body)(int, void *), struct task *task,
		      void *answer, size_t len)
{
	struct child child;

	must(child_fork(&child, body, task), "fork");
	line_receive(child.line, answer, len);
	child_wait(&child, NULL);
}

static void measure_table(struct bench *bench, const struct table *table,
			  unsigned n)
{
	struct task task = { .table = table, .n = n };
	struct answer answer;
	double write_us;
	struct stat st;

	must(scene_temporary_file(&task.fd), scene_directory());
	run_apart(write_apart, &task, &write_us, sizeof(write_us));
	run_apart(read_apart, &task, &answer, sizeof(answer));
	must_not_fail(fstat(task.fd, &st), "fstat");
	results_value(&bench->results, write_us, "us",
		      "each of %6u %s: to be written", n, table->what);
	results_value(&bench->results, answer.open_us, "us",
		      "each of %6u %s: when opened", n, table->what);
	results_value(&bench->results, answer.read_us, "us",
		      "each of %6u %s: an event read", n, table->what);
	results_value(&bench->results, (double)st.st_size / n, "bytes",
		      "each of %6u %s: in the log", n, table->what);
	results_value(&bench->results, answer.memory, "bytes",
		      "each of %6u %s: memory of a reader", n, table->what);
	close(task.fd);
}

void scale_tables(struct bench *bench)
{
	for (size_t i = 0; i < COUNT(tables); i++)
		for (size_t j = 0; j < COUNT(counts); j++)
			measure_table(bench, &tables[i], counts[j]);
}
