/* verdicts.c - a unit test that tells what it expects */
#include "line.h"

static struct active server = { 3, "server" };

static void step(RKH_TE_ID_T id, rui32_t number)
{
	RKH_TRC_BEGIN_WOFIL(id)
	RKH_TRC_UI32(number);
	if (id == RKH_TE_UT_EXPECT)
		RKH_TRC_UI8(RKH_TE_SM_EVT_PROC);
	RKH_TRC_END_WOFIL()
}

int main(void)
{
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_FILTER_OFF_ALL_SMA();
	step(RKH_TE_UT_INIT, 10);
	step(RKH_TE_UT_EXPECT, 11);
	RKH_TR_SM_EVT_PROC(&server);
	step(RKH_TE_UT_VERIFY, 12);
	RKH_TRC_FLUSH();
	RKH_TRC_CLOSE();
	return 0;
}
