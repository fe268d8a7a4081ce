/*
 * locks.c - a log of Linux, of threads that wait for each other
 *
 *	locks FILE
 *
 * For ten rounds the threads "first" and "second" of one process get the mutex
 * "guard" in turn, for which the other one waits, in the words of record
 * --wrap; and each round has an event of the program's own.
 */
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>

#include <trace_np.h>

enum {
	BEGIN = 1700000000,
	PID = 4000,
	ROUNDS = 10,
	STEP = 1000000, /* ns */
	GUARD = 0x5000,
};

static struct posix_trace_writer_np *writer;
static long now; /* ns */

static void must(int error, const char *what)
{
	if (error)
		errx(1, "%s: %s", what, strerror(error));
}

static trace_event_id_t open_type(const char *called, const char *description)
{
	trace_event_id_t type = 0;

	must(posix_trace_writer_type_np(writer, called, description, &type),
	     called);
	return type;
}

static void put(pid_t tid, trace_event_id_t type, uint64_t value)
{
	const struct posix_trace_item_np item = {
		.tid = tid,
		.info = {
			.posix_event_id = type,
			.posix_pid = PID,
			.posix_timestamp = { .tv_sec = BEGIN, .tv_nsec = now },
			.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		},
		.data = &value,
		.data_len = sizeof(value),
	};

	now += STEP;
	must(posix_trace_writer_put_np(writer, &item), "item");
}

static void tell(void)
{
	const struct posix_trace_process_np process = { PID, "locks", "locks" };
	const struct posix_trace_object_np guard = {
		.pid = PID,
		.address = GUARD,
		.kind = "mutex",
		.name = "guard",
		.details = "inheritance=1",
	};

	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "process");
	must(posix_trace_writer_thread_np(writer, 0, PID, 4001, "first"),
	     "thread");
	must(posix_trace_writer_thread_np(writer, 0, PID, 4002, "second"),
	     "thread");
	must(posix_trace_writer_object_np(writer, 0, &guard), "object");
}

static void put_rounds(void)
{
	const trace_event_id_t wait = open_type(
		"mutex_wait", "[[begin(lock)]]; "
			      "uint64_t mutex [[object(mutex), hex]]");
	const trace_event_id_t lock = open_type(
		"mutex_lock", "[[end(lock)]]; "
			      "uint64_t mutex [[object(mutex), hex]]");
	const trace_event_id_t unlock = open_type(
		"mutex_unlock", "uint64_t mutex [[object(mutex), hex]]");
	const trace_event_id_t work = open_type("work", "uint64_t round");
	pid_t owner = 4001, other = 4002, next;

	put(owner, lock, GUARD);
	for (uint64_t round = 0; round < ROUNDS; round++) {
		put(other, wait, GUARD);
		put(owner, work, round);
		put(owner, unlock, GUARD);
		put(other, lock, GUARD);
		next = owner;
		owner = other;
		other = next;
	}
}

int main(int argc, char **argv)
{
	struct posix_trace_log_np about = { .system = "Linux 6.1.0 x86_64" };
	const struct posix_trace_status_info status = { 0 };
	int fd;

	if (argc != 2)
		errx(2, "locks FILE");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		err(1, "%s", argv[1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), argv[1]);
	tell();
	put_rounds();
	must(posix_trace_writer_close_np(writer, &status), argv[1]);
	return 0;
}
