/*
 * farthest.c - a log whose times and levels are as far apart as can be
 *
 *	farthest FILE
 *
 * A counter is infinite, then minus infinite; the clock is set back by two
 * microseconds, and a last event is in the year 2540.
 */
#include <err.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

static const struct {
	long long s;
	long ns;
	double level;
} events[] = {
	{ 5, 3000, INFINITY },
	{ 5, 1000, -INFINITY },
	{ 18000000000, 0, 1 },
};

static void must(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

static void put(struct posix_trace_writer_np *writer, trace_event_id_t type,
		size_t i)
{
	struct posix_trace_item_np item = { .tid = 1 };

	item.info.posix_event_id = type;
	item.info.posix_pid = 1;
	item.info.posix_timestamp.tv_sec = (time_t)events[i].s;
	item.info.posix_timestamp.tv_nsec = events[i].ns;
	item.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED;
	item.data = &events[i].level;
	item.data_len = sizeof(events[i].level);
	must(posix_trace_writer_put_np(writer, &item), "put");
}

int main(int argc, char **argv)
{
	const struct posix_trace_log_np about = { .target = 1, .host = "h" };
	const struct posix_trace_status_info status = {
		.posix_stream_status = POSIX_TRACE_SUSPENDED
	};
	struct posix_trace_writer_np *writer;
	trace_event_id_t type = 0;
	int fd;

	fd = argc == 2 ? open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
	if (fd < 0)
		err(EXIT_FAILURE, "name a file");
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), "open");
	must(posix_trace_writer_type_np(writer, "level",
					"double level [[counter]]", &type),
	     "type");
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		put(writer, type, i);
	must(posix_trace_writer_close_np(writer, &status), "close");
	close(fd);
	return EXIT_SUCCESS;
}
