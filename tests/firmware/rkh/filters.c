/*
 * filters.c - what filters keep back, and let through
 *
 *	filters [RECORDS]	prints how many frames reached the ring
 */
#include <setjmp.h>

#include "line.h"

enum { EVENT = RKH_TE_USER + 1, OTHER };

static struct active low = { 1, "low" }, high = { 15, "high" };
static int evaluated, asserted;
static jmp_buf back;

void rkh_assert(RKHROM char *const file, int number);
void rkh_assert(RKHROM char *const file, int number)
{
	assert(file && number);
	asserted++;
	longjmp(back, 1);
}

#define ASSERTS(call)                           \
	do {                                    \
		const int before = asserted;    \
		if (!setjmp(back))              \
			call;                   \
		assert(asserted == before + 1); \
	} while (0)

static int passed(void)
{
	static unsigned long before;
	const unsigned long count = hooked - before;

	before = hooked;
	return (int)count;
}

static rui8_t value(void)
{
	evaluated++;
	return 1;
}

static void record_user(int event)
{
	RKH_TRC_USR_BEGIN(event)
	RKH_TUSR_UI8(1, value());
	RKH_TRC_USR_END();
}

static void suppress_all(void)
{
	RKH_FILTER_ON_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_FILTER_ON_ALL_SMA();
	RKH_FILTER_ON_ALL_SIGNALS();
}

/* All is suppressed at first, and what stands in a record is not executed. */
static void check_start(void)
{
	record_user(EVENT);
	RKH_TR_QUE_FULL(&low);
	RKH_TR_SM_EVT_PROC(&low);
	assert(!rkh_trc_isoff_(EVENT));
	assert(evaluated == 0 || getenv("POSIXTRACE_FIRMWARE"));
	assert(passed() == 0);
	RKH_TR_FWK_EXE_FUN(0);
	RKH_TR_FWK_SIG(7);
	assert(passed() == 2);
}

/* An event lets its group through, not the other way round. */
static void check_events(void)
{
	RKH_FILTER_OFF_EVENT(EVENT);
	record_user(EVENT);
	record_user(OTHER);
	assert(passed() == 1);
	RKH_FILTER_ON_GROUP(RKH_TG_USR);
	record_user(EVENT);
	assert(passed() == 0);
	RKH_FILTER_OFF_GROUP(RKH_TG_USR);
	record_user(EVENT);
	assert(passed() == 1);
	RKH_FILTER_ON_EVENT(EVENT);
	record_user(EVENT);
	assert(passed() == 0);
	RKH_FILTER_OFF_GROUP_ALL_EVENTS(RKH_TG_USR);
	record_user(EVENT);
	record_user(OTHER);
	assert(passed() == 2);
	RKH_FILTER_ON_GROUP(RKH_TRC_ALL_GROUPS);
	record_user(EVENT);
	assert(passed() == 0);
	RKH_FILTER_OFF_GROUP_ALL_EVENTS(RKH_TRC_ALL_GROUPS);
	record_user(EVENT);
	RKH_TR_QUE_FULL(&low);
	assert(passed() == 1);
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_TR_QUE_FULL(&low);
	assert(passed() == 1);
	RKH_FILTER_ON_GROUP_ALL_EVENTS(RKH_TG_QUE);
	RKH_FILTER_OFF_GROUP(RKH_TG_QUE);
	RKH_TR_QUE_FULL(&low);
	assert(passed() == 0);
}

static const RKH_EVT_T *event(RKH_SIG_T signal)
{
	static RKH_EVT_T one;

	one.e = signal;
	return &one;
}

static void check_objects(void)
{
	suppress_all();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_TR_SM_EVT_PROC(&low);
	assert(passed() == 0);
	RKH_FILTER_OFF_SMA(&high);
	RKH_TR_SM_EVT_PROC(&low);
	RKH_TR_SM_EVT_PROC(&high);
	assert(passed() == 1);
	RKH_TR_SM_EVT_NFOUND(&high, event(63));
	assert(passed() == 0);
	RKH_FILTER_OFF_SIGNAL(63);
	RKH_TR_SM_EVT_NFOUND(&high, event(63));
	RKH_TR_SM_EVT_NFOUND(&low, event(63));
	RKH_TR_SM_EVT_NFOUND(&high, event(62));
	assert(passed() == 1);
	/* The completion event has no bit. */
	RKH_TR_SM_EVT_NFOUND(&high, event(RKH_COMPLETION_EVENT));
	assert(passed() == 1);
	RKH_FILTER_OFF_ALL_SMA();
	RKH_FILTER_OFF_ALL_SIGNALS();
	RKH_TR_SM_EVT_NFOUND(&low, event(0));
	assert(passed() == 1);
	RKH_FILTER_ON_SIGNAL(0);
	RKH_FILTER_ON_SMA(&high);
	RKH_TR_SM_EVT_NFOUND(&low, event(0));
	RKH_TR_SM_EVT_PROC(&high);
	assert(passed() == 0);
}

static void check_functions(void)
{
	RKH_FilterTbl table;

	rkh_trc_filter_get(NULL);
	suppress_all();
	RKH_FILTER_OFF_EVENT(RKH_TE_SM_DCH);
	RKH_FILTER_OFF_SIGNAL(9);
	rkh_trc_filter_get(&table);
	assert(table.group[0] == 1 << RKH_TG_SM);
	assert(table.event[4 + 2] == 1 << 1);
	assert(table.signal[1] == 1 << 1 && table.ao[0] == 0);
	assert(rkh_trc_symFil_isoff(RKHFilterSignal, 9));
	assert(!rkh_trc_symFil_isoff(RKHFilterSma, 9));
	ASSERTS(rkh_trc_isoff_(RKH_TE_MP_INIT + 8));
	ASSERTS(rkh_trc_filter_event_(FILTER_OFF, RKH_TE_TMR_INIT + 8));
	ASSERTS(rkh_trc_filter_group_(FILTER_OFF, RKH_TG_NGROUP, 0));
	ASSERTS(rkh_trc_symFil(RKHFilterSma, 16, FILTER_OFF));
	ASSERTS(rkh_trc_symFil_isoff(RKHFilterSignal, 64));
}

int main(void)
{
	RKH_TRC_OPEN();
	hooked = 0;
	check_start();
	check_events();
	check_objects();
	check_functions();
	RKH_TRC_FLUSH();
	RKH_TRC_CLOSE();
	printf("evaluated %d\n", evaluated);
	return 0;
}
