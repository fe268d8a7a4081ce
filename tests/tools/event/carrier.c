/*
 * carrier.c - a log that carries templates: carrier FILE [KEY TEXT]...
 *
 * It has one event "order", with the words 7 and 42; and for each "event:NAME
 * HEX" an event of that name, with that data.
 */
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

static void must(int error, const char *what)
{
	if (error)
		errx(1, "%s: %s", what, strerror(error));
}

static void put(struct posix_trace_writer_np *writer, const char *name,
		const void *data, size_t len)
{
	static struct posix_trace_item_np item = {
		.info = {
			.posix_pid = 1,
			.posix_timestamp = { .tv_sec = 1700000000 },
			.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		},
	};

	item.info.posix_event_id = 0;
	must(posix_trace_writer_type_np(writer, name, NULL,
					&item.info.posix_event_id),
	     name);
	item.data = data;
	item.data_len = len;
	must(posix_trace_writer_put_np(writer, &item), name);
}

static void put_hex(struct posix_trace_writer_np *writer, const char *name,
		    const char *hex)
{
	unsigned char data[256];
	size_t len = 0;
	int step;

	for (; len < sizeof(data) &&
	       sscanf(hex, " %2hhx%n", &data[len], &step) == 1;
	     hex += step)
		len++;
	put(writer, name, data, len);
}

int main(int argc, char **argv)
{
	const struct posix_trace_status_info fine = { 0 };
	const struct posix_trace_log_np about = { .target = 1 };
	static const char event[] = "event:";
	static const uint64_t words[] = { 7, 42 };
	struct posix_trace_writer_np *writer;
	int fd;

	if (argc < 2)
		errx(1, "a file was expected");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666);
	if (fd < 0)
		err(1, "%s", argv[1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), argv[1]);
	put(writer, "order", words, sizeof(words));
	for (int i = 2; i + 1 < argc; i += 2)
		if (!strncmp(argv[i], event, strlen(event)))
			put_hex(writer, argv[i] + strlen(event), argv[i + 1]);
		else
			must(posix_trace_writer_note_np(writer, 0, argv[i],
							argv[i + 1]),
			     argv[i]);
	must(posix_trace_writer_close_np(writer, &fine), "close");
	return 0;
}
