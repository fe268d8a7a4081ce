/*
 * carrier.c - a log that carries templates: carrier FILE [KEY TEXT]...
 *
 * It has one event "order", with the words 7 and 42.
 */
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

static void must(int error, const char *what)
{
	if (error)
		errx(1, "%s: %s", what, strerror(error));
}

int main(int argc, char **argv)
{
	const struct posix_trace_status_info fine = { 0 };
	const struct posix_trace_log_np about = { .target = 1 };
	static const uint64_t words[] = { 7, 42 };
	struct posix_trace_writer_np *writer;
	struct posix_trace_item_np item = {
		.info = {
			.posix_pid = 1,
			.posix_timestamp = { .tv_sec = 1700000000 },
			.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		},
		.data = words,
		.data_len = sizeof(words),
	};
	trace_event_id_t type = 0;
	int fd;

	if (argc < 2)
		errx(1, "a file was expected");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666);
	if (fd < 0)
		err(1, "%s", argv[1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), argv[1]);
	for (int i = 2; i + 1 < argc; i += 2)
		must(posix_trace_writer_note_np(writer, 0, argv[i],
						argv[i + 1]),
		     argv[i]);
	must(posix_trace_writer_type_np(writer, "order", NULL, &type), "type");
	item.info.posix_event_id = type;
	must(posix_trace_writer_put_np(writer, &item), "item");
	must(posix_trace_writer_close_np(writer, &fine), "close");
	return 0;
}
