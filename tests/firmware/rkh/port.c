/* port.c - a program with a port of its own: its functions, or with MACROS its
 * macros, are the critical section */
#include <assert.h>

static int entered, left;

#ifdef MACROS
#define RKH_ENTER_CRITICAL(x) ((void)entered++)
#define RKH_EXIT_CRITICAL(x) ((void)left++)
#endif

#include "line.h"

#ifndef MACROS
void rkhport_enter_critical(void)
{
	entered++;
}

void rkhport_exit_critical(void)
{
	left++;
}
#endif

static int inside(void)
{
	return entered - left;
}

int main(void)
{
	const int queue = 0;

	rkh_trc_init();
	RKH_FILTER_OFF_EVENT(RKH_TE_USER);
	RKH_FILTER_OFF_EVENT(RKH_TE_QUE_FIFO);
	for (rui32_t i = 1; i <= 3; i++) {
		RKH_TRC_USR_BEGIN(RKH_TE_USER)
		RKH_TUSR_I32(1, inside());
		RKH_TUSR_UI32(1, i);
		RKH_TRC_USR_END();
		RKH_TR_QUE_FIFO(&queue, inside(), i);
	}
	assert(entered == 6);
	assert(left == 6);
	RKH_TRC_USR_BEGIN(RKH_TE_USER + 1)
	RKH_TUSR_UI8(1, 1);
	RKH_TRC_USR_END();
	assert(inside() == 0);
	return 0;
}
