/*
 * blinky.c - a program with the framework
 *
 *	blinky ROUNDS	writes what it sends to dump.rkh
 */
#include <stdio.h>
#include <stdlib.h>

#include "framework.h"

enum {
	SMA_GET = 0x42,
	SMA_FIFO,
	SM_TRN = 0x62,
	SM_STATE,
	TMR_TOUT = 0x83,
	FWK_SIG = 0xa7,
	FWK_AO = 0xae,
	FWK_STATE,
	FWK_TIMER = 0xb1,
	TCFG = 0xac,
	USER = 0xc0,
	OLD_TCFG = 0xae,
};

static FILE *line;
static char blinky, led_off, led_on, timer;

static uint32_t address(const void *object)
{
	return (uint32_t)(uintptr_t)object;
}

static void flush(void)
{
	uint16_t n = 1000;
	uint8_t *block;

	while ((block = rkh_trc_get_block(&n))) {
		fwrite(block, 1, n, line);
		n = 1000;
	}
}

/* Sender and both marks are off; a signal has 16 bits. */
static void tell_configuration(uint8_t id, uint16_t release)
{
	static const uint8_t record[] = {
		0x1e, 0xe6, 0x03, 0x00, 0x24, 0x42,
		0x11, 0x02, 0x14, 0xe8, 0x03,
	};

	rkh_trc_clear_chk();
	rkh_trc_u8(id);
	rkh_trc_u8((uint8_t)release);
	rkh_trc_u8((uint8_t)(release >> 8));
	for (size_t i = 0; i < sizeof(record); i++)
		rkh_trc_u8(record[i]);
	rkh_trc_end();
}

static void name(uint8_t id, const void *owner, const void *object,
		 const char *text)
{
	rkh_trc_begin(id);
	if (owner)
		rkh_trc_u32(address(owner));
	rkh_trc_u32(address(object));
	rkh_trc_str(text);
	rkh_trc_end();
	flush();
}

static void put_signal(uint16_t number)
{
	rkh_trc_u8((uint8_t)number);
	rkh_trc_u8((uint8_t)(number >> 8));
}

/* Earlier releases do not tell it. */
static void put_depth(uint8_t depth)
{
#ifndef OLD
	rkh_trc_u8(depth);
#else
	(void)depth;
#endif
}

static void blink(unsigned round)
{
	rkh_trc_begin(TMR_TOUT);
	rkh_trc_u32(address(&timer));
	put_signal(0x7e);
	rkh_trc_u32(address(&blinky));
	rkh_trc_end();
	rkh_trc_begin(SMA_FIFO);
	rkh_trc_u32(address(&blinky));
	put_signal(0x7e);
	rkh_trc_u8(0);
	rkh_trc_u8(0);
	put_depth(1);
	rkh_trc_end();
	rkh_trc_begin(SMA_GET);
	rkh_trc_u32(address(&blinky));
	put_signal(0x7e);
	rkh_trc_u8(0);
	rkh_trc_u8(0);
	put_depth(0);
	rkh_trc_end();
	rkh_trc_begin(SM_TRN);
	rkh_trc_u32(address(&blinky));
	rkh_trc_u32(address(round % 2 ? &led_on : &led_off));
	rkh_trc_u32(address(round % 2 ? &led_off : &led_on));
	rkh_trc_end();
	rkh_trc_begin(USER);
	rkh_trc_u8(5);
	rkh_trc_u32(round);
	rkh_trc_end();
}

int main(int argc, char **argv)
{
	const unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 3;

	line = fopen("dump.rkh", "wb");
	if (!line)
		return 1;
	rkh_trc_init();
#ifdef OLD
	tell_configuration(OLD_TCFG, 0x2405);
#else
	tell_configuration(TCFG, 0x3400);
#endif
#ifdef OLD
	(void)name;
#else
	rkh_trc_begin(FWK_SIG);
	put_signal(0x7e);
	rkh_trc_str("TIMEOUT");
	rkh_trc_end();
	name(FWK_AO, NULL, &blinky, "blinky");
	name(FWK_STATE, &blinky, &led_off, "led_off");
	name(FWK_STATE, &blinky, &led_on, "led_on");
	name(FWK_TIMER, NULL, &timer, "&timer");
#endif
	for (unsigned i = 0; i < rounds; i++) {
		blink(i);
		flush();
	}
#ifdef DISTURBED
	rkh_trc_begin(SM_STATE);
	rkh_trc_u32(address(&blinky));
	framework_disturb();
	rkh_trc_u32(address(&led_on));
	rkh_trc_end();
	flush();
#endif
	return fclose(line);
}
