/*
 * extremes.c - logs of what viewers seldom see
 *
 *	extremes back FILE	the clock is set back while spans are open
 *	extremes fields FILE	each kind of field, and what is in none
 *	extremes losses FILE	losses of any number
 *	extremes much FILE	events with 20 MiB of texts, below one span
 *	extremes phases FILE	events that end a span and begin the next
 *	extremes keyed COUNT FILE	events of spans with a key
 *	extremes plain COUNT FILE	events with two small integers
 */
#include <err.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trace_np.h>

enum {
	BEGIN = 1700000000,
	PID = 5000,
	STEP = 1000, /* ns */
	MS = 1000000,
	NS_PER_S = 1000000000,
	LONG = 4000, /* bytes of a text */
	MANY = 5000, /* such texts */
};

static struct posix_trace_writer_np *writer;
static int64_t now; /* ns */

static void must(int error, const char *what)
{
	if (error)
		errx(1, "%s: %s", what, strerror(error));
}

static void put_as(struct posix_trace_item_np *item, const char *name,
		   const char *description, const void *data, size_t len)
{
	must(posix_trace_writer_type_np(writer, name, description,
					&item->info.posix_event_id),
	     name);
	item->info.posix_pid = PID;
	item->info.posix_timestamp.tv_sec = BEGIN + now / NS_PER_S;
	item->info.posix_timestamp.tv_nsec = now % NS_PER_S;
	item->data = data;
	item->data_len = len;
	must(posix_trace_writer_put_np(writer, item), name);
}

static void put(const char *name, const char *description, const void *data,
		size_t len)
{
	struct posix_trace_item_np item = {
		.tid = PID,
		.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
	};

	put_as(&item, name, description, data, len);
}

static void put_at(int64_t ms, const char *name, const char *description)
{
	now = ms * MS;
	put(name, description, "", 1);
}

static void put_back(void)
{
	put_at(10, "outer_in", "[[begin(outer)]]; bool x");
	put_at(11, "inner_in", "[[begin(inner)]]; bool x");
	put_at(3, "note", "bool x");
	put_at(5, "inner_out", "[[end(inner)]]; bool x");
	put_at(6, "second_in", "[[begin(second)]]; bool x");
	put_at(7, "second_out", "[[end(second)]]; bool x");
	put_at(12, "outer_out", "[[end(outer)]]; bool x");
	put_at(13, "third_in", "[[begin(third)]]; bool x");
	put_at(14, "third_out", "[[end(third)]]; bool x");
}

static void put_texts(void)
{
	for (int i = 0; i < 3; i++)
		put("said", "char text[8]", "hello\0\0", 8);
	put("said", "char text[8]", "caf\xe9\0\0\0", 8);
}

static void put_fields(void)
{
	static const struct {
		uint64_t big;
		double real;
		int32_t low;
		float half;
		uint32_t mode;
		int16_t list[3];
		uint8_t hex, side;
		char letter;
		bool is;
	} all = { UINT64_MAX, 0.1, -5, 1.5, 3, { 1, -2, 3 }, 0xab, 1, 'x', 1 };
	static const char described[] =
		"uint64_t big [[counter, unit(\xb5s)]]; double real [[counter, unit(ms)]]; "
		"int32_t low [[counter]]; float half; "
		"enum mode : uint32_t { READ = 1, WRITE } mode [[flags]]; "
		"int16_t list[3]; uint8_t hex [[hex]]; "
		"enum side : uint8_t { BUY = 1 } side; char letter; bool is";
	struct posix_trace_item_np cut = {
		.tid = PID,
		.info.posix_truncation_status = POSIX_TRACE_TRUNCATED_RECORD,
	};
	struct posix_trace_item_np nobodys = {
		.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
	};
	struct posix_trace_item_np placed = {
		.tid = PID,
		.info.posix_prog_address = (void *)0x1234,
		.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
	};

	put("all", described, &all, sizeof(all));
	put_texts();
	put("lane_in", "[[begin(l\xe4ne)]]; uint8_t id [[key]]", "\x01", 1);
	put("more", "uint8_t one", "\x01\x02\x03", 3);
	put_as(&cut, "cut", NULL, "\x01\x02", 2);
	put_as(&nobodys, "nobodys", NULL, NULL, 0);
	put_as(&placed, "placed", NULL, NULL, 0);
}

static void put_loss(unsigned long long lost)
{
	struct posix_trace_item_np loss = {
		.kind = POSIX_TRACE_ITEM_LOSS_NP,
		.tid = PID,
		.lost = lost,
		.info.posix_pid = PID,
		.info.posix_timestamp.tv_sec = BEGIN,
		.lost_end.tv_sec = BEGIN + 1,
	};

	must(posix_trace_writer_put_np(writer, &loss), "loss");
}

static void put_losses(void)
{
	put_loss(0);
	put_loss(7);
	put_loss(UINT64_MAX);
}

static void put_much(void)
{
	static const char end[] = "[[end(all)]]; uint8_t x";
	char text[LONG + 1];

	put("first", "[[begin(all)]]; uint8_t x", "\x01", 1);
	for (int i = 0; i < MANY; i++) {
		now += STEP;
		memset(text, 'a' + i % 26, LONG);
		snprintf(text, sizeof(text), "%d", i);
		text[strlen(text)] = ' ';
		text[LONG] = '\0';
		put("said", "char *text", text, LONG + 1);
	}
	now += STEP;
	put("last", end, "\x01", 1);
}

static void put_phases(void)
{
	static const char described[] =
		"[[end(phase), begin(phase), optional]]; uint32_t bytes [[unit(B)]]";
	static const char keyed[] =
		"[[end(running), begin(running), optional]]; uint32_t cpu [[key]]";

	for (uint32_t i = 1; i < 5; i++) {
		const uint32_t cpu = i % 2;

		now += MS;
		put("phase", described, &i, sizeof(i));
		put("switch", keyed, &cpu, sizeof(cpu));
		put("note", NULL, NULL, 0);
	}
}

static void put_keyed(long count)
{
	for (long i = 0; i < count; i++) {
		const uint32_t data[] = { (uint32_t)(i / 2),
					  (uint32_t)(i % 77) };

		now += 2 * STEP;
		if (i % 2)
			put("done",
			    "[[end(request)]]; uint32_t id [[key]]; uint32_t code",
			    data, sizeof(data));
		else
			put("asked",
			    "[[begin(request)]]; uint32_t id [[key]]; uint32_t size",
			    data, sizeof(data));
	}
}

static void put_plain(long count)
{
	for (long i = 0; i < count; i++) {
		const uint32_t data[] = { (uint32_t)(i % 100),
					  (uint32_t)(i % 77) };

		now += 2 * STEP;
		put("point", "uint32_t a; uint32_t b", data, sizeof(data));
	}
}

int main(int argc, char **argv)
{
	struct posix_trace_log_np about = { .system = "Linux 6.1.0 x86_64" };
	const struct posix_trace_process_np process = { PID, "odd", "odd" };
	const struct posix_trace_status_info status = { 0 };
	const char *what = argc > 2 ? argv[1] : "";
	int fd;

	if (argc < 3)
		errx(2,
		     "extremes back|fields|losses|much|phases|{keyed|plain} COUNT FILE");
	fd = open(argv[argc - 1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		err(1, "%s", argv[argc - 1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), what);
	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "process");
	if (!strcmp(what, "back"))
		put_back();
	else if (!strcmp(what, "fields"))
		put_fields();
	else if (!strcmp(what, "losses"))
		put_losses();
	else if (!strcmp(what, "much"))
		put_much();
	else if (!strcmp(what, "phases"))
		put_phases();
	else if (!strcmp(what, "keyed"))
		put_keyed(atol(argv[2]));
	else
		put_plain(atol(argv[2]));
	must(posix_trace_writer_close_np(writer, &status), what);
	return 0;
}
