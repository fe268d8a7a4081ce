/* same_numbers.c - a signal, one of the user's events and a pool have the same
 * number, and get their names one after another, in two sessions */
#include "line.h"

enum { ALARM = 3, SIREN = RKH_TE_USER + 3, LARGE = 2 };

static struct active server = { 3, "server" };
static const RKH_EVT_T alarm = { ALARM, 1, LARGE + 1 };

static void record(void)
{
	RKH_TR_SMA_FIFO(&server, &alarm, 0, LARGE + 1, 1, 1, 7);
	RKH_TRC_USR_BEGIN(SIREN)
	RKH_TUSR_SIG(ALARM);
	RKH_TRC_USR_END();
	RKH_TR_FWK_AE(16, &alarm, 2, 7, &server);
}

int main(void)
{
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_FILTER_OFF_ALL_SMA();
	RKH_FILTER_OFF_ALL_SIGNALS();
	RKH_TR_FWK_TUSR(SIREN);
	record();
	RKH_TR_FWK_SIG(ALARM);
	record();
	RKH_TR_FWK_EPOOL(LARGE, "large");
	record();

	RKH_TRC_SEND_CFG(1000);
	record();
	RKH_TR_FWK_EPOOL(LARGE, "larger");
	RKH_TR_FWK_SIG(ALARM);
	record();
	RKH_TR_FWK_TUSR(SIREN);
	record();
	RKH_TRC_FLUSH();
	RKH_TRC_CLOSE();
	return 0;
}
