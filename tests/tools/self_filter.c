/*
 * self_filter.c - a program that records itself through a filter: self_filter
 * LOG
 *
 * START tells that "unwanted" is filtered, of which there is no event, and
 * FILTER that "wanted" is, too, from then on.
 */
#include <err.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include <trace.h>

static void check(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

int main(int argc, char **argv)
{
	trace_event_id_t wanted, unwanted;
	trace_event_set_t filter;
	trace_id_t trid;
	int fd;

	fd = argc == 2 ? open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
	if (fd < 0)
		err(EXIT_FAILURE, "log");
	check(posix_trace_create_withlog(0, NULL, fd, &trid), "stream");
	check(posix_trace_eventid_open("unwanted", &unwanted), "unwanted");
	check(posix_trace_eventid_open("wanted", &wanted), "wanted");
	posix_trace_eventset_empty(&filter);
	posix_trace_eventset_add(unwanted, &filter);
	check(posix_trace_set_filter(trid, &filter, POSIX_TRACE_SET_EVENTSET),
	      "filter");
	check(posix_trace_start(trid), "start");
	posix_trace_event(wanted, NULL, 0);
	posix_trace_event(unwanted, NULL, 0);
	posix_trace_eventset_add(wanted, &filter);
	check(posix_trace_set_filter(trid, &filter, POSIX_TRACE_SET_EVENTSET),
	      "filter");
	check(posix_trace_shutdown(trid), "shutdown");
	return EXIT_SUCCESS;
}
