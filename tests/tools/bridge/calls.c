/*
 * calls.c - a log of spans that tell more than their times
 *
 *	calls FILE
 *
 * In process 300, "rpc", of a log with a fixed UUID, thread 301 makes calls, some
 * of which have ids of OpenTelemetry, and records values of all kinds. Thread 302
 * ends a span of the other one. The clock is set back twice.
 */
#include <err.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <trace_np.h>

enum {
	BEGIN = 1700000000,
	PID = 300,
	CALLER = 301,
	OTHER = 302,
	STEP = 1000, /* ns */
};

static struct posix_trace_writer_np *writer;
static long now; /* ns */

static void must(int error, const char *what)
{
	if (error)
		errx(1, "%s: %s", what, strerror(error));
}

static void put(pid_t tid, const char *name, const char *description,
		const void *data, size_t len)
{
	struct posix_trace_item_np item = {
		.tid = tid,
		.info.posix_pid = PID,
		.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		.info.posix_timestamp = { BEGIN, now },
		.data = data,
		.data_len = len,
	};

	must(posix_trace_writer_type_np(writer, name, description,
					&item.info.posix_event_id),
	     name);
	must(posix_trace_writer_put_np(writer, &item), name);
	now += STEP;
}

static void put_number(pid_t tid, const char *name, const char *description,
		       int32_t number)
{
	put(tid, name, description, &number, sizeof(number));
}

static const char call_begin[] =
	"[[begin(call)]]; uint8_t trace_id[16]; char span_id[17]";
static const char call_end[] = "[[end(call)]]; int n";
static const char told[] = "char *trace_id";
static const char tick_begin[] = "[[begin(tick)]]; int n";
static const char tick_end[] = "[[end(tick)]]; int n";

/* Ids as bytes, or as digits. */
static void carry_ids(void)
{
	struct {
		uint8_t trace_id[16];
		char span_id[17];
	} ids = { .span_id = "00000000000000AB" };

	memset(ids.trace_id, 0x11, sizeof(ids.trace_id));
	put(CALLER, "call_begin", call_begin, &ids, sizeof(ids));
	put_number(CALLER, "inner_begin", "[[begin(inner)]]; int n", 5);
	put(CALLER, "told", told, "0123456789abcdef0123456789abcdef", 33);
	put(CALLER, "told", told, "none", 5);
	put(CALLER, "inner_end", "[[end(inner)]]; int n; int result",
	    (int32_t[]){ 6, 7 }, 2 * sizeof(int32_t));
	put_number(CALLER, "call_end", call_end, 0);

	memset(&ids, 0, sizeof(ids));
	put(CALLER, "call_begin", call_begin, &ids, sizeof(ids));
	put_number(CALLER, "call_end", call_end, 0);
}

static void put_kinds(void)
{
	static const char description[] =
		"double d, nan; uint64_t large; int64_t i; uint32_t h [[hex]]; "
		"float f; enum : int { red, blue } color; int16_t a[3]; "
		"bool yes; char c";
	const struct {
		double d, nan;
		uint64_t large;
		int64_t i;
		uint32_t h;
		float f;
		int32_t color;
		int16_t a[3];
		bool yes;
		char c;
	} kinds = {
		.d = 0.5,
		.nan = -__builtin_inf(),
		.large = UINT64_MAX,
		.i = INT64_MIN,
		.h = 255,
		.f = 0.1f,
		.color = 1,
		.a = { 1, -2, 3 },
		.yes = true,
		.c = 'x',
	};

	put(CALLER, "kinds", description, &kinds, sizeof(kinds));
	put(CALLER, "words", NULL, "plain text", sizeof("plain text"));
}

static void set_back(void)
{
	const long before = now;

	put_number(CALLER, "tick_begin", tick_begin, 1);
	put_number(CALLER, "tick_end", tick_end, 1);
	now = before;
	put_number(CALLER, "tick_begin", tick_begin, 2);
	now = before;
	put_number(CALLER, "tick_begin", tick_begin, 3);
	now = before - STEP / 2;
	put_number(CALLER, "tick_end", tick_end, 3);
	now = before + STEP;
	put_number(CALLER, "tick_end", tick_end, 2);
}

static void hand_over(void)
{
	put_number(CALLER, "job_begin", "[[begin(job)]]; int id [[key]]", 9);
	put_number(OTHER, "job_end", "[[end(job)]]; int id [[key]]", 9);
}

int main(int argc, char **argv)
{
	struct posix_trace_log_np about = {
		.system = "Linux 6.1.0 x86_64",
		.host = "h1",
		.uuid = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
			  16 },
	};
	const struct posix_trace_process_np process = { PID, "rpc", "rpc" };
	const struct posix_trace_status_info status = { 0 };
	int fd;

	if (argc != 2)
		errx(2, "calls FILE");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		err(1, "%s", argv[1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), argv[1]);
	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "process");
	carry_ids();
	put_kinds();
	set_back();
	hand_over();
	must(posix_trace_writer_close_np(writer, &status), argv[1]);
	return 0;
}
