/*
 * oddities.c - a log with texts and numbers that databases do not take
 *
 *	oddities FILE
 *
 * Each event "odd" has a null character, or bytes that are no UTF-8, or numbers at
 * the ends of their ranges; "long" has 8 MB, of which each byte is shown by two
 * digits; "plain" has nothing odd.
 */
#include <err.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

enum { BEGIN = 1700000000, PID = 5000, LONG = 8000000, PLAIN = 1000 };

static struct posix_trace_writer_np *writer;

static void must(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

static void put(const char *name, const char *description, const void *data,
		size_t len)
{
	static long ns;
	struct posix_trace_item_np item = {
		.tid = PID,
		.info = { .posix_pid = PID,
			  .posix_timestamp = { BEGIN, ns++ },
			  .posix_truncation_status =
				  POSIX_TRACE_NOT_TRUNCATED },
		.data = data,
		.data_len = len,
	};

	must(posix_trace_writer_type_np(writer, name, description,
					&item.info.posix_event_id),
	     name);
	must(posix_trace_writer_put_np(writer, &item), name);
}

static void put_texts(void)
{
	static const char described[] = "char text[8]";
	static const char *const texts[] = {
		"a\0b\0\0\0\0\0",      "\\u0000\0\0",
		"\\\0\0\0u000",	       "\xed\xa0\x80\xed\xb0\x80\xff\0",
		"\xf4\x90\x80\x80...", "\x01\x1f\x7f\"\\/\b\f",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		put("odd", described, texts[i], 8);
	put("bare", NULL, "x\0y\\u0000\xff", 10);
	put("n\xffme", NULL, NULL, 0);
}

static void put_numbers(void)
{
	const struct {
		double real[6];
		uint64_t most;
		int64_t least;
	} numbers = {
		{ DBL_MAX, -DBL_MAX, 5e-324, NAN, INFINITY, -0.0 },
		UINT64_MAX,
		INT64_MIN,
	};

	put("numbers", "double real[6]; uint64_t most; int64_t least", &numbers,
	    sizeof(numbers));
}

static void put_long(void)
{
	char *data = malloc(LONG);

	if (!data)
		errx(EXIT_FAILURE, "no memory");
	memset(data, 0xff, LONG);
	put("long", NULL, data, LONG);
	free(data);
}

static void put_plain(void)
{
	for (uint32_t i = 0; i < PLAIN; i++)
		put("plain", "uint32_t number", &i, sizeof(i));
}

int main(int argc, char **argv)
{
	const struct posix_trace_log_np about = {
		.uuid = "oddities",
		.target = PID,
		.host = "h1",
		.system = "Linux",
	};
	const struct posix_trace_status_info status = {
		.posix_stream_status = POSIX_TRACE_SUSPENDED
	};
	int fd;

	if (argc != 2)
		errx(EXIT_FAILURE, "name a file");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0)
		err(EXIT_FAILURE, "%s", argv[1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), "open");
	put_texts();
	put_numbers();
	put_long();
	put_plain();
	must(posix_trace_writer_close_np(writer, &status), "close");
	close(fd);
	return EXIT_SUCCESS;
}
