/*
 * late_recording.c - a program that is recorded after it has told its names
 *
 *	late_recording LOG
 */
#include <fcntl.h>
#include <trace.h>
#include <unistd.h>

#include "line.h"

enum { TURN_ON = 3, LIGHT = RKH_TE_USER };

static struct active server = { 3, "server" };

static const RKH_EVT_T turn_on = { TURN_ON, 0, 0 };

#ifdef BESIDE
static void record_beside(void)
{
	trace_event_id_t event;

	assert(!posix_trace_eventid_open("beside", &event));
	posix_trace_event(event, NULL, 0);
}
#endif

int main(int argc, char **argv)
{
	trace_attr_t attr;
	trace_id_t stream;
	int log;

	assert(argc == 2);
	RKH_TRC_OPEN();
	RKH_TR_FWK_AO(&server);
	RKH_TR_FWK_SIG(TURN_ON);
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_FILTER_OFF_ALL_SMA();
	RKH_FILTER_OFF_ALL_SIGNALS();
	RKH_TR_SMA_FIFO(&server, &turn_on, 0, 1, 1, 1, 7);

	log = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert(log >= 0);
	posix_trace_attr_init(&attr);
	assert(!posix_trace_create_withlog(getpid(), &attr, log, &stream));
	assert(!posix_trace_start(stream));
#ifdef BESIDE
	record_beside();
#endif
	RKH_TR_SMA_FIFO(&server, &turn_on, 0, 1, 1, 1, 7);
	RKH_TR_SMA_GET(&server, &turn_on, 1, 1, 0, 7);
	assert(!posix_trace_shutdown(stream));
	RKH_TRC_CLOSE();
	return 0;
}
