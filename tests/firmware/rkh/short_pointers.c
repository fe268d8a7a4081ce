/* short_pointers.c - a program with the framework, on a target whose pointers
 * have two bytes: those of data, and of functions */
#include <stdio.h>

#include "framework.h"

enum {
	SM_EXE_ACT = 0x70,
	FWK_FUN = 0xa8,
	FWK_EXE_FUN,
	TCFG = 0xac,
	FWK_AO = 0xae,
	USER = 0xc0,
	FUN_ITEM = 10,
	SERVER = 0x4010, /* addresses */
	OFF = 0x4020,
	TURN = 0x0210,
};

static void put16(unsigned number)
{
	rkh_trc_u8((uint8_t)number);
	rkh_trc_u8((uint8_t)(number >> 8));
}

static void tell_configuration(void)
{
	static const uint8_t record[] = {
		TCFG, 0x00, 0x34, 0x1e, 0xe6, 0x03, 0x00,
		0x14, 0x22, 0x11, 0x02, 0x14, 0xe8, 0x03,
	};

	rkh_trc_clear_chk();
	for (size_t i = 0; i < sizeof(record); i++)
		rkh_trc_u8(record[i]);
	rkh_trc_end();
}

static void name(uint8_t id, unsigned address, const char *text)
{
	rkh_trc_begin(id);
	put16(address);
	rkh_trc_str(text);
	rkh_trc_end();
}

static void record(void)
{
	rkh_trc_begin(SM_EXE_ACT);
	rkh_trc_u8(0);
	put16(SERVER);
	put16(OFF);
	put16(TURN);
	rkh_trc_end();
	rkh_trc_begin(FWK_EXE_FUN);
	put16(TURN);
	rkh_trc_end();
	rkh_trc_begin(USER);
	rkh_trc_u8(FUN_ITEM);
	put16(TURN);
	rkh_trc_end();
}

int main(void)
{
	FILE *line = fopen("dump.rkh", "wb");
	uint16_t n = 1000;
	uint8_t *block;

	if (!line)
		return 1;
	rkh_trc_init();
	tell_configuration();
	name(FWK_AO, SERVER, "server");
	name(FWK_FUN, TURN, "turn");
	record();
	while ((block = rkh_trc_get_block(&n))) {
		fwrite(block, 1, n, line);
		n = 1000;
	}
	return fclose(line);
}
