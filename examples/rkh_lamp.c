/*
 * rkh_lamp.c - a module of RKH's firmware, traced on Linux
 *
 *	posixtrace record -o lamp.ptl ./rkh_lamp lamp.rkh
 *	posixtrace show lamp.ptl
 *	posixtrace show lamp.rkh
 *
 * A lamp is switched by a button, and counts what it consumes. The program
 * sends to a file what the board would send to Trazer.
 */
#include <rkh.h>
#include <stdio.h>

enum { PRESS = 1, RELEASE };
enum { CONSUMED = RKH_TE_USER };

/* What the lamp has of the framework here: a name, a state and a queue. */
struct lamp {
	const int *state;
	unsigned watts;
	unsigned queued;
};

static const int off, on;
static struct lamp lamp = { &off, 0, 0 };
static int button;

/* The line, and the clock of the board */

static FILE *line;
static rui32_t ticks;

RKH_TS_T rkh_trc_getts(void)
{
	return (RKH_TS_T)ticks++;
}

void rkh_trc_open(void)
{
	rkh_trc_init();
	RKH_TRC_SEND_CFG(1000);
}

void rkh_trc_close(void)
{
}

void rkh_trc_flush(void)
{
	TRCQTY_T n = RKH_CFG_TRC_SIZEOF_STREAM;
	rui8_t *block;

	while ((block = rkh_trc_get_block(&n))) {
		if (line)
			fwrite(block, 1, n, line);
		n = RKH_CFG_TRC_SIZEOF_STREAM;
	}
}

/* The lamp */

static const RKH_EVT_T press = { PRESS, 0, 0 }, release = { RELEASE, 0, 0 };

static void post(const RKH_EVT_T *event)
{
	lamp.queued++;
	RKH_TR_SMA_FIFO(&lamp, event, &button, 0, 0, lamp.queued, 4);
}

static void dispatch(const RKH_EVT_T *event)
{
	const int *const next = lamp.state == &off ? &on : &off;

	lamp.queued--;
	RKH_TR_SMA_GET(&lamp, event, 0, 0, lamp.queued, 4);
	RKH_TR_SM_DCH(&lamp, event, lamp.state);
	if (event->e != PRESS) {
		RKH_TR_SM_EVT_NFOUND(&lamp, event);
		return;
	}
	RKH_TR_SM_TRN(&lamp, lamp.state, next);
	lamp.state = next;
	lamp.watts += next == &on ? 40 : 0;
	RKH_TRC_USR_BEGIN(CONSUMED)
	RKH_TUSR_UI16(1, lamp.watts);
	RKH_TUSR_STR(next == &on ? "on" : "off");
	RKH_TRC_USR_END()
	RKH_TR_SM_EVT_PROC(&lamp);
}

int main(int argc, char **argv)
{
	line = argc > 1 ? fopen(argv[1], "wb") : NULL;
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(RKH_TRC_ALL_EVENTS);
	RKH_TR_FWK_AO(&lamp);
	RKH_TR_FWK_ACTOR(&button, "button");
	RKH_TR_FWK_STATE(&lamp, &off);
	RKH_TR_FWK_STATE(&lamp, &on);
	RKH_TR_FWK_SIG(PRESS);
	RKH_TR_FWK_SIG(RELEASE);
	RKH_TR_FWK_TUSR(CONSUMED);
	for (int i = 0; i < 3; i++) {
		post(&press);
		post(&release);
		dispatch(&press);
		dispatch(&release);
		RKH_TRC_FLUSH();
	}
	RKH_TRC_CLOSE();
	printf("the lamp is %s, and has had %u\n",
	       lamp.state == &on ? "on" : "off", lamp.watts);
	return line && fclose(line) ? 1 : 0;
}
