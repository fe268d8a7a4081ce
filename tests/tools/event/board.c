/*
 * board.c - a log of another system, with objects and notes
 *
 *	board [-m] [-n NAME] FILE
 *
 * Two threads with names and one without send to queues and take from them, a
 * second apart, from 1700000000 on. A queue gets another name in the fourth
 * second; one has none; one is not known.
 *
 *	-m	and 40 objects more, that nobody uses
 *	-n	what the board is called, and its UUID begins with
 */
#include <err.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

enum { BEGIN = 1700000000, PID = 1 };

static struct posix_trace_writer_np *writer;
static const char *name = "board";

struct message {
	uint32_t queue_ptr;
	uint32_t depth;
	uint64_t id;
};

static const char message[] =
	"[[object(queue)]] uint32_t queue_ptr; uint32_t depth [[detail]]; "
	"uint64_t id [[key]]";

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

static void put(unsigned second, pid_t tid, trace_event_id_t type,
		const void *data, size_t len)
{
	const struct posix_trace_item_np item = {
		.tid = tid,
		.info = {
			.posix_event_id = type,
			.posix_pid = PID,
			.posix_timestamp = { .tv_sec = BEGIN + second },
			.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		},
		.data = data,
		.data_len = len,
	};

	must(posix_trace_writer_put_np(writer, &item), "item");
}

static void put_object(unsigned long long address, const char *kind,
		       const char *called, const char *details, time_t since)
{
	const struct posix_trace_object_np object = {
		.pid = PID,
		.address = address,
		.kind = kind,
		.name = called,
		.details = details,
		.since = { .tv_sec = since },
	};

	must(posix_trace_writer_object_np(writer, 0, &object), "object");
}

static void tell(bool more)
{
	const struct posix_trace_process_np process = { PID, name, "" };
	char called[16];

	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "process");
	must(posix_trace_writer_thread_np(writer, 0, PID, 10, "thread 0"),
	     "thread");
	must(posix_trace_writer_thread_np(writer, 0, PID, 11, "inter\033rupt"),
	     "thread");
	put_object(0x20001234, "queue", "jobs", "message_size=4 capacity=100",
		   BEGIN);
	put_object(0x20001234, "queue", "late jobs", "", BEGIN + 4);
	put_object(0x20001234, "mutex", "guard", "", 0);
	put_object(0x20002000, "queue", "", "", 0);
	put_object(UINT64_C(0xffffffff80001000), "thread", "thread 0",
		   "priority=3", 0);
	put_object(7, "timer", "tick\033", "", 0);
	put_object(0x30000000, "semaphore", "unused", "", 0);
	for (unsigned i = 0; more && i < 40; i++) {
		snprintf(called, sizeof(called), "more %u", i);
		put_object(0x40000000 + i, "block", called, "", 0);
	}
	must(posix_trace_writer_note_np(writer, 0, "ticks_per_second", "100"),
	     "note");
	must(posix_trace_writer_note_np(writer, 0, "port", "\"X\"\033 7"),
	     "note");
}

static void put_events(void)
{
	const trace_event_id_t sent = open_type("queue_send", message);
	const trace_event_id_t taken = open_type("queue_receive", message);
	const trace_event_id_t resumed =
		open_type("resume", "uint64_t thread_ptr [[object(thread)]]; "
				    "int8_t timers[3] [[object]]");
	const trace_event_id_t hidden = open_type(
		"hidden", "uint32_t a [[detail]]; uint32_t b [[detail]]");
	const struct message messages[] = {
		{ 0x20001234, 1, 1 }, { 0x20001234, 0, 1 },
		{ 0x20002000, 9, 2 }, { 0x20009999, 0, 2 },
		{ 0x20001234, 3, 3 }, { 0x20001234, 2, 3 },
	};
	const struct {
		uint64_t thread;
		int8_t timer[3];
	} resume = { UINT64_C(0xffffffff80001000), { 7, 8, -1 } };

	for (unsigned i = 0; i < 6; i++)
		put(i, 10 + i % 2, i % 2 ? taken : sent, &messages[i],
		    sizeof(messages[i]));
	put(6, 12, resumed, &resume, 11);
	put(7, 12, hidden, "\1\0\0\0\2\0\0\0", 8);
}

int main(int argc, char **argv)
{
	const struct posix_trace_status_info fine = { 0 };
	struct posix_trace_log_np about = {
		.target = PID,
		.system = "RTOS 7, 32 bits, little-endian",
	};
	bool more = false;
	int option, fd;

	while ((option = getopt(argc, argv, "mn:")) != -1)
		if (option == 'm')
			more = true;
		else if (option == 'n')
			name = optarg;
		else
			return 2;
	if (optind + 1 != argc)
		return 2;
	snprintf(about.host, sizeof(about.host), "%s", name);
	memcpy(about.uuid, about.host, sizeof(about.uuid));
	fd = open(argv[optind], O_RDWR | O_CREAT | O_TRUNC, 0666);
	if (fd < 0)
		err(1, "%s", argv[optind]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), "open");
	tell(more);
	put_events();
	must(posix_trace_writer_close_np(writer, &fine), "close");
	return 0;
}
