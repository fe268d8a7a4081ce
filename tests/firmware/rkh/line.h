/* line.h - the line of the programs: a file; and what a port supplies */
#ifndef LINE_H
#define LINE_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rkh.h"

#ifndef STEP
#define STEP 10 /* ticks from a stamp to the next */
#endif

struct active {
	rui8_t prio;
	const char *name;
};

static FILE *line;
static rui32_t now;
static unsigned long hooked;

#ifdef __cplusplus
extern "C" {
#endif

RKH_TS_T rkh_trc_getts(void)
{
	now += STEP;
	return (RKH_TS_T)now;
}

void rkh_hook_putTrcEvt(void)
{
	hooked++;
}

#if RKH_CFG_TRC_EN
void rkh_trc_open(void)
{
	line = fopen("dump.rkh", "wb");
	assert(line);
	rkh_trc_init();
	RKH_TRC_SEND_CFG(1000);
}

void rkh_trc_flush(void)
{
	TRCQTY_T n = (TRCQTY_T)-1;
	rui8_t *block;

	while ((block = rkh_trc_get_block(&n))) {
		fwrite(block, 1, n, line);
		n = (TRCQTY_T)-1;
	}
	assert(n == 0);
}

void rkh_trc_close(void)
{
	fclose(line);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
