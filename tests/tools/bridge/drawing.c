/*
 * drawing.c - a log of all that viewers draw
 *
 *	drawing FILE [more|many]
 *
 * An event each millisecond, in process 4000, "shop". Thread 4001, "desk",
 * nests spans, one of which ends after the span around it; thread 4002 has
 * spans with keys, which overlap, holds the lock "till", and loses events.
 *
 *	more	instead, process 5000, "mill": spans with a key that begin, go
 *		on and end inside of spans of three threads, counters with units
 *		and about objects, numbers of all sizes; its file has no symbols
 *	many	3000 spans of the mill's threads, of 3 ms each
 */
#include <err.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <trace_np.h>

enum {
	BEGIN = 1700000000,
	SHOP = 4000,
	MILL = 5000,
	DESK = 4001,
	YARD = 4002,
	STEP = 1000000, /* ns */
	SECOND = 1000 * STEP,
	TILL = 0x5000,
};

static struct posix_trace_writer_np *writer;
static long now; /* ns */
static pid_t pid = SHOP;
static void *address;

static void must(int error, const char *what)
{
	if (error)
		errx(1, "%s: %s", what, strerror(error));
}

static void put_item(struct posix_trace_item_np *item, const void *data,
		     size_t len)
{
	item->info.posix_pid = pid;
	item->info.posix_prog_address = address;
	item->info.posix_timestamp.tv_sec = BEGIN + now / SECOND;
	item->info.posix_timestamp.tv_nsec = now % SECOND;
	item->data = data;
	item->data_len = len;
	now += STEP;
	must(posix_trace_writer_put_np(writer, item), "item");
}

static void put(pid_t tid, const char *name, const char *description,
		const void *data, size_t len)
{
	struct posix_trace_item_np item = {
		.tid = tid,
		.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
	};

	must(posix_trace_writer_type_np(writer, name, description,
					&item.info.posix_event_id),
	     name);
	put_item(&item, data, len);
}

static void put_number(pid_t tid, const char *name, const char *description,
		       uint64_t number)
{
	put(tid, name, description, &number, sizeof(number));
}

static void put_pair(pid_t tid, const char *name, const char *description,
		     uint64_t number, uint64_t other)
{
	const uint64_t numbers[] = { number, other };

	put(tid, name, description, numbers, sizeof(numbers));
}

static void put_float(pid_t tid, const char *name, const char *description,
		      double number)
{
	put(tid, name, description, &number, sizeof(number));
}

static void lose(pid_t tid, uint64_t lost, long ns)
{
	struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_LOSS_NP,
		.tid = tid,
		.lost = lost,
		.lost_end = { .tv_sec = BEGIN, .tv_nsec = now + ns },
	};

	put_item(&item, "full", 4);
}

static void tell(void)
{
	const struct posix_trace_process_np process = { SHOP, "shop", "shop" };
	const struct posix_trace_object_np till = {
		.pid = SHOP,
		.address = TILL,
		.kind = "mutex",
		.name = "till",
		.details = "",
	};

	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "process");
	must(posix_trace_writer_thread_np(writer, 0, SHOP, DESK, "desk"),
	     "thread");
	must(posix_trace_writer_object_np(writer, 0, &till), "object");
}

static void nest(void)
{
	put_number(DESK, "day_begin", "[[begin(day)]]; uint64_t number", 1);
	put_number(DESK, "serve_begin", "[[begin(serve)]]; uint64_t who", 7);
	put_number(DESK, "ask", "[[begin(ask)]]; uint64_t what", 1);
	put_number(DESK, "answer", "[[end(ask)]]; uint64_t what", 1);
	put_number(DESK, "late_begin", "[[begin(late)]]; uint64_t x", 1);
	put_number(DESK, "serve_end", "[[end(serve)]]; uint64_t who", 7);
	put_number(DESK, "late_end", "[[end(late)]]; uint64_t x", 1);
	put_number(DESK, "stock", "uint64_t boxes [[counter]]", 12);
	put_number(DESK, "stray_end", "[[end(stray)]]; uint64_t x", 1);
	put_number(DESK, "flush_end", "[[end(flush), optional]]; uint64_t x",
		   1);
	put(DESK, "note", "char *text", "caf\xe9", 5);
	put(DESK, "raw", NULL, "\x01\x02", 2);
	put_number(DESK, "day_end", "[[end(day)]]; uint64_t number", 1);
	put_number(DESK, "night", "[[begin(night)]]; uint64_t number", 1);
}

static void overlap(void)
{
	static const char took[] = "uint64_t mutex [[object(mutex), hex, "
				   "acquire]]";
	static const char gave[] = "uint64_t mutex [[object(mutex), hex, "
				   "release]]";

	put_number(YARD, "order_in", "[[begin(order)]]; uint64_t id [[key]]",
		   1);
	put_number(YARD, "order_in", "[[begin(order)]]; uint64_t id [[key]]",
		   2);
	put_number(YARD, "order_out", "[[end(order)]]; uint64_t id [[key]]", 1);
	put_number(YARD, "take", took, TILL);
	put_number(YARD, "order_out", "[[end(order)]]; uint64_t id [[key]]", 2);
	put_number(YARD, "give", gave, TILL);
	put_number(YARD, "take", took, TILL);
	lose(YARD, 7, STEP / 2);
	lose(0, 0, STEP / 2);
	put_number(YARD, "order_in", "[[begin(order)]]; uint64_t id [[key]]",
		   3);
}

static void build_mill(void)
{
	const struct posix_trace_process_np process = { MILL, "mill", "mill" };
	const struct posix_trace_module_np file = {
		.start = (void *)0xa000,
		.end = (void *)0xb000,
		.base = 0xa000,
		.path = "/nowhere/mill",
	};

	pid = MILL;
	address = (void *)0xabc0;
	must(posix_trace_writer_process_np(writer, 0, &process, &file, 1),
	     "process");
}

/* Sack 7 goes through the work of three threads, and sack 8 is never done. */
static void mill(void)
{
	static const char began[] = "[[begin(sack)]]; uint64_t id [[key]]; "
				    "uint64_t floor";
	static const char ended[] = "[[end(sack)]]; uint64_t id [[key]]; "
				    "uint64_t floor";
	const struct posix_trace_object_np wheel = {
		.pid = MILL,
		.address = TILL,
		.kind = "mutex",
		.name = "wheel",
		.details = "",
	};
	static const char went[] = "uint64_t id [[key]]; uint64_t floor";

	build_mill();
	must(posix_trace_writer_object_np(writer, 0, &wheel), "object");
	for (pid_t tid = MILL + 1; tid <= MILL + 3; tid++)
		put_number(tid, "work_begin", "[[begin(work)]]; uint64_t x", 1);
	put_pair(MILL + 1, "sack_in", began, 7, 1);
	put_pair(MILL + 1, "sack_in", began, 8, 1);
	put_pair(MILL + 2, "sack_up", went, 7, 2);
	put_pair(MILL + 2, "sack_up", went, 9, 2);
	put_pair(MILL + 3, "sack_out", ended, 7, 3);
	for (pid_t tid = MILL + 1; tid <= MILL + 3; tid++)
		put_number(tid, "work_end", "[[end(work)]]; uint64_t x", 2);
	/* The key may come again, and this time no other work is in it. */
	put_pair(MILL + 1, "sack_in", began, 7, 1);
	put_pair(MILL + 3, "sack_out", ended, 7, 3);

	put_float(MILL + 1, "speed", "double rate [[counter, unit(t/h)]]", 2.5);
	put_float(MILL + 1, "speed", "double rate [[counter, unit(t/h)]]", NAN);
	put_pair(MILL + 1, "stones",
		 "uint64_t mutex [[object(mutex), hex]]; "
		 "uint64_t gap [[counter]]",
		 TILL, UINT64_MAX);
	put_number(MILL + 1, "large", "uint64_t n", (1ULL << 53) + 1);
	put_number(MILL + 1, "small", "int64_t n", (uint64_t)INT64_MIN);
	put(0, "rain", "char *text", "\"</script>\n", 12);
}

/* Spans begin and end between those of the other threads. */
static void grind(void)
{
	build_mill();
	for (pid_t i = 0; i < 1000; i++) {
		for (pid_t tid = MILL + 1; tid <= MILL + 3; tid++)
			put_number(tid, "turn_begin",
				   "[[begin(turn)]]; uint64_t x", 1);
		for (pid_t tid = MILL + 1; tid <= MILL + 3; tid++)
			put_number(tid, "turn_end", "[[end(turn)]]; uint64_t x",
				   1);
	}
}

int main(int argc, char **argv)
{
	struct posix_trace_log_np about = { .system = "Linux 6.1.0 x86_64" };
	const struct posix_trace_status_info status = { 0 };
	int fd;

	if (argc != 2 && argc != 3)
		errx(2, "drawing FILE [more|many]");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		err(1, "%s", argv[1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), argv[1]);
	if (argc == 3 && !strcmp(argv[2], "many")) {
		grind();
	} else if (argc == 3) {
		mill();
	} else {
		tell();
		nest();
		overlap();
	}
	must(posix_trace_writer_close_np(writer, &status), argv[1]);
	return 0;
}
