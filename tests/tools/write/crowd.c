/*
 * crowd.c - a log of Linux, of many processes with many objects each
 *
 *	crowd FILE
 *
 * Each of 100 processes is a copy of the one before, executes another program
 * in between, and opens ten files, one after the other, with the same number:
 * an event "open" is of each of them. Before that it uses a file that every
 * fourth process opens and the next three inherit, "use", and sends something
 *to a process that has no event and is about to execute another program,
 *"send".
 */
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <trace_np.h>

enum {
	BEGIN = 1700000000,
	FIRST = 4000,
	PROCESSES = 100,
	FILES = 10,
	LISTENERS = 9000, /* processes without events */
	DESCRIPTOR = 3,
	KEPT = 7, /* a descriptor of every fourth process */
};

static struct posix_trace_writer_np *writer;
static long now; /* ms */

static void must(int error, const char *what)
{
	if (error)
		errx(1, "%s: %s", what, strerror(error));
}

static struct timespec present(void)
{
	return (struct timespec){ BEGIN + now / 1000, now % 1000 * 1000000 };
}

static trace_event_id_t open_type(const char *called, const char *description)
{
	trace_event_id_t type = 0;

	must(posix_trace_writer_type_np(writer, called, description, &type),
	     called);
	return type;
}

static void put(pid_t pid, trace_event_id_t type, uint32_t value)
{
	const struct posix_trace_item_np item = {
		.tid = pid,
		.info = {
			.posix_event_id = type,
			.posix_pid = pid,
			.posix_timestamp = present(),
			.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		},
		.data = &value,
		.data_len = sizeof(value),
	};

	must(posix_trace_writer_put_np(writer, &item), "item");
	now++;
}

static void tell(pid_t pid, const char *kind, unsigned long long address,
		 const char *pattern, int number)
{
	char name[32];
	struct posix_trace_object_np object = {
		.pid = pid,
		.address = address,
		.kind = kind,
		.name = name,
		.details = "",
		.since = present(),
	};

	snprintf(name, sizeof(name), pattern, number);
	must(posix_trace_writer_object_np(writer, 0, &object), "object");
}

/* A process, and the program that it ran first. */
static void tell_process(pid_t pid, int number)
{
	char name[32];
	const struct posix_trace_process_np process = { pid, name, "" };

	snprintf(name, sizeof(name), "after%d", number);
	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "process");
	tell(pid, "program", 0, "before%d", number);
}

static void tell_end(pid_t pid)
{
	now++;
	tell(pid, "program", 0, "", 0);
}

static void run(int number, const trace_event_id_t type[3])
{
	const pid_t pid = FIRST + number;

	if (number % 4)
		tell(pid, "process", 0, "%d", pid - 1);
	else
		tell(pid, "fd", KEPT, "kept%d", number);
	put(pid, type[1], KEPT);
	tell_process(pid, number);
	tell_process(LISTENERS + number, LISTENERS + number);
	put(pid, type[2], (uint32_t)(LISTENERS + number));
	tell_end(pid);
	tell_end(LISTENERS + number);
	for (int i = 0; i < FILES; i++) {
		tell(pid, "fd", DESCRIPTOR, "file%d", number * FILES + i);
		put(pid, type[0], DESCRIPTOR);
	}
}

int main(int argc, char **argv)
{
	struct posix_trace_log_np about = { .system = "Linux 6.1.0 x86_64" };
	const struct posix_trace_status_info status = { 0 };
	trace_event_id_t type[3];
	int fd;

	if (argc != 2)
		errx(2, "crowd FILE");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		err(1, "%s", argv[1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), argv[1]);
	type[0] = open_type("open", "int32_t fd [[object(fd)]]");
	type[1] = open_type("use", "int32_t fd [[object(fd)]]");
	type[2] = open_type("send", "uint32_t receiver");
	for (int i = 0; i < PROCESSES; i++)
		run(i, type);
	must(posix_trace_writer_close_np(writer, &status), argv[1]);
	return 0;
}
