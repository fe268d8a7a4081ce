/* plugin.c - a plugin that records, and is as large as is wanted */
#include "line.h"

char bytes[SIZE] = { 1 };

void work(void);
void work(void)
{
	const unsigned long before = hooked;

	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	now = 0;
	RKH_TR_QUE_FULL(bytes);
	assert(now == STEP);
	assert(hooked > before);
	RKH_TRC_FLUSH();
	RKH_TRC_CLOSE();
}
