/* late_names.c - objects that are named behind records of theirs, in two
 * sessions */
#include "line.h"

enum { TURN_ON = 3 };

static struct active server = { 3, "server" };
static int client, queue;
static const RKH_EVT_T turn_on = { TURN_ON, 0, 0 };

static void record(void)
{
	RKH_TR_SMA_FIFO(&server, &turn_on, &client, 1, 1, 1, 7);
	RKH_TR_QUE_FULL(&queue);
}

int main(void)
{
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_FILTER_OFF_ALL_SMA();
	RKH_FILTER_OFF_ALL_SIGNALS();
	record();
	RKH_TR_FWK_OBJ_NAME(&client, "the client");
	RKH_TR_FWK_AO(&server);
	RKH_TR_FWK_SIG(TURN_ON);
	record();
	RKH_TR_FWK_OBJ_NAME(&client, "another client");
	record();

	RKH_TRC_SEND_CFG(1000);
	record();
	RKH_TR_FWK_OBJ_NAME(&client, "the next client");
	RKH_TR_FWK_QUEUE(&queue);
	record();
	RKH_TRC_FLUSH();
	RKH_TRC_CLOSE();
	return 0;
}
