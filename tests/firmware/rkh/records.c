/* records.c - each record of the interface, once or in several rounds, and what
 * a program tells of its objects */
#include "line.h"

#ifndef ROUNDS
#define ROUNDS 1
#endif

enum { TURN_ON = 3, TURN_OFF };
enum { LIGHT = RKH_TE_USER, HEAT = RKH_TE_USER + 1, LAST = RKH_TE_USER + 31 };

static struct active server = { 3, "server" };
static struct active *self = &server;
static int queue, pool, client, timer, off, on, history;
static int round_of; /* events of a form differ in each */
static const rui8_t block[] = { 0x7e, 0x7d, 0x00, 0xff };

static void turn(void)
{
}

static void tell_symbols(void)
{
	RKH_TR_FWK_AO(&server);
	RKH_TR_FWK_QUEUE(&queue);
	RKH_TR_FWK_OBJ(&pool);
	RKH_TR_FWK_OBJ_NAME(&client, "the client");
	RKH_TR_FWK_TIMER(&timer);
	RKH_TR_FWK_STATE(self, &off);
	RKH_TR_FWK_STATE(self, &on);
	RKH_TR_FWK_PSTATE(self, &history);
	RKH_TR_FWK_FUN(turn);
	RKH_TR_FWK_SIG(TURN_ON);
	RKH_TR_FWK_TUSR(LIGHT);
	RKH_TR_FWK_EPOOL(0, "small");
	RKH_TR_FWK_ACTOR(&timer, "ticker");
}

/* Events: of no pool, and of the first one. */
RKH_EVT_T turn_on = { TURN_ON, 0, 0 }, turn_off = { TURN_OFF, 0, 0 }, next;
RKH_EVT_T made = { TURN_ON, 1, 1 }, unused = { TURN_ON, 0, 1 };

static void record_pools(void)
{
	RKH_TR_MP_INIT(&pool, 4, 16);
	RKH_TR_MP_GET(&pool, 3, 2);
	RKH_TR_MP_PUT(&pool, 4);
	RKH_TR_QUE_INIT(&queue, self, 8);
	RKH_TR_QUE_GET(&queue, 1);
	RKH_TR_QUE_FIFO(&queue, 2 + round_of, 6);
	RKH_TR_QUE_LIFO(&queue, 3, 5);
	RKH_TR_QUE_FULL(&queue);
	RKH_TR_QUE_DPT(&queue);
	RKH_TR_QUE_GET_LAST(&queue);
}

static void record_active_objects(void)
{
	next.e = (RKH_SIG_T)(TURN_ON + round_of);
	RKH_TR_SMA_ACT(self, 3, 8);
	RKH_TR_SMA_FIFO(self, &next, &client, 1, 1, 1, 7);
	RKH_TR_SMA_LIFO(self, &turn_off, 0, 0, 1, 2, 6);
	RKH_TR_SMA_GET(self, &turn_off, 0, 1, 1, 6);
	RKH_TR_SMA_GET(self, &next, 1, 1, 0, 6);
	RKH_TR_SMA_DEFER(&queue, &turn_on);
	RKH_TR_SMA_RCALL(self, &turn_on);
	RKH_TR_SMA_REG(self, 3);
	RKH_TR_SMA_UNREG(self, 3);
	RKH_TR_SMA_TERM(self, 3);
}

static void record_states(void)
{
	RKH_TR_SM_INIT(self, &off);
	RKH_TR_SM_DCH(self, &turn_on, &off);
	RKH_TR_SM_CLRH(self, &history);
	RKH_TR_SM_TRN(self, &off, &on);
	RKH_TR_SM_TRN(self, &off, 0);
	RKH_TR_SM_EXSTATE(self, &off);
	RKH_TR_SM_EXE_ACT(0, self, &off, turn);
	RKH_TR_SM_ENSTATE(self, &on);
	RKH_TR_SM_TS_STATE(self, &on);
	RKH_TR_SM_NENEX(self, 1, 1);
	RKH_TR_SM_NTRNACT(self, 1, 1);
	RKH_TR_SM_STATE(self, &on);
	RKH_TR_SM_EVT_PROC(self);
	RKH_TR_SM_EVT_NFOUND(self, &turn_off);
	RKH_TR_SM_GRD_FALSE(self);
	RKH_TR_SM_CND_NFOUND(self);
	RKH_TR_SM_UNKN_STATE(self);
	RKH_TR_SM_EX_HLEVEL(self);
	RKH_TR_SM_EX_TSEG(self);
}

static void record_framework(void)
{
	RKH_TR_TMR_INIT(&timer, TURN_OFF);
	RKH_TR_TMR_START(&timer, self, 100, 50);
	RKH_TR_TMR_TOUT(&timer, TURN_OFF, self);
	RKH_TR_TMR_STOP(&timer, 20, 50);
	RKH_TR_TMR_REM(&timer);
	RKH_TR_FWK_EN();
	RKH_TR_FWK_EPREG(1, 128, 16, 8);
	RKH_TR_FWK_AE(16, &made, 1, 7, &client);
	RKH_TR_FWK_GC(&made, 1, 0);
	RKH_TR_FWK_GCR(&unused, 0, 7, &client);
	RKH_TR_FWK_EXE_FUN(turn);
	RKH_TR_FWK_SYNC_EVT(turn, &client, self);
	RKH_TR_FWK_ASSERT("records", 17);
	RKH_TR_FWK_EX();
}

static void record_users(void)
{
	RKH_TRC_USR_BEGIN(LIGHT)
	RKH_TUSR_I8(3, -1);
	RKH_TUSR_UI8(3, 200);
	RKH_TUSR_I16(5, -1000 + round_of);
	RKH_TUSR_UI16(5, 40000);
	RKH_TUSR_I32(8, -100000);
	RKH_TUSR_UI32(8, 3000000000);
	RKH_TUSR_X32(4, 0x7e7d7e7d);
	RKH_TUSR_STR("~text}");
	RKH_TUSR_MEM(block, sizeof(block));
	RKH_TUSR_OBJ(self);
	RKH_TUSR_FUN(turn);
	RKH_TUSR_SIG(TURN_ON);
	RKH_TRC_USR_END();
	RKH_TRC_USR_BEGIN(HEAT)
	RKH_TUSR_UI16(3, 451 + round_of);
	RKH_TRC_USR_END()
	RKH_TRC_USR_BEGIN(HEAT)
	RKH_TUSR_STR(0);
	RKH_TUSR_MEM(0, 4);
	RKH_TRC_USR_END()
	RKH_TRC_USR_BEGIN(LAST)
	RKH_TRC_USR_END()
}

int main(void)
{
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_FILTER_OFF_ALL_SMA();
	RKH_FILTER_OFF_ALL_SIGNALS();
	tell_symbols();
	for (round_of = 0; round_of < ROUNDS; round_of++) {
		record_pools();
		record_active_objects();
		RKH_TRC_FLUSH();
		record_states();
		RKH_TRC_FLUSH();
		record_framework();
		record_users();
		RKH_TRC_FLUSH();
	}
	RKH_TRC_CLOSE();
	printf("hooked %lu\n", hooked);
	(void)self, (void)queue, (void)pool, (void)client, (void)timer;
	(void)off, (void)on, (void)history, (void)block, (void)turn, (void)line;
	(void)tell_symbols, (void)record_pools, (void)record_active_objects;
	return 0;
}
