/*
 * speaker.c - a program for tests of the command: events with any data
 *
 *	speaker [TEXT]...
 *
 * Records an event "say" for each argument, whose data are its bytes without
 * a null at their end.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include <trace.h>

int main(int argc, char **argv)
{
	trace_event_id_t say;

	if (posix_trace_eventid_open("say", &say))
		errx(EXIT_FAILURE, "the event cannot be opened");
	for (int i = 1; i < argc; i++)
		posix_trace_event(say, argv[i], strlen(argv[i]));
	return EXIT_SUCCESS;
}
