/* long_names.c - objects with names that are longer than an object's may be */
#include "line.h"

enum { LENGTH = 300 };

static char names[2][LENGTH + 1];
static struct active server = { 3, names[0] };
static int client;
static const RKH_EVT_T event = { 1, 0, 0 };

static void record(void)
{
	RKH_TR_SMA_FIFO(&server, &event, &client, 0, 1, 1, 7);
}

int main(void)
{
	memset(names[0], 's', LENGTH);
	memset(names[1], 'c', LENGTH);
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_FILTER_OFF_ALL_SMA();
	RKH_FILTER_OFF_ALL_SIGNALS();
	record();
	RKH_TR_FWK_AO(&server);
	RKH_TR_FWK_OBJ_NAME(&client, names[1]);
	record();
	RKH_TRC_FLUSH();
	RKH_TRC_CLOSE();
	return 0;
}
