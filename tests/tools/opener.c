/*
 * opener.c - a program that records an event of each name it is given
 *
 *	opener NAME...
 */
#include <err.h>
#include <stdlib.h>

#include <trace.h>

int main(int argc, char **argv)
{
	trace_event_id_t type;

	for (int i = 1; i < argc; i++) {
		if (posix_trace_eventid_open(argv[i], &type))
			errx(EXIT_FAILURE, "%s: no event type", argv[i]);
		posix_trace_event(type, NULL, 0);
	}
	return 0;
}
