/* framework_records.c - the records of a framework */
#include "framework.h"

static uint8_t sum, seq;
static uint32_t stamp;

static void put_escaped(uint8_t byte)
{
	sum = (uint8_t)(sum + byte);
	if (byte == 0x7e || byte == 0x7d) {
		rkh_trc_put(0x7d);
		byte ^= 0x20;
	}
	rkh_trc_put(byte);
}

void rkh_trc_clear_chk(void)
{
	sum = 0;
}

void rkh_trc_u8(uint8_t number)
{
	put_escaped(number);
}

void rkh_trc_u32(uint32_t number)
{
	for (unsigned i = 0; i < 32; i += 8)
		put_escaped((uint8_t)(number >> i));
}

void rkh_trc_str(const char *text)
{
	do
		put_escaped((uint8_t)*text);
	while (*text++);
}

void rkh_trc_begin(uint8_t id)
{
	rkh_trc_clear_chk();
	put_escaped(id);
	put_escaped(seq++);
	rkh_trc_u32(stamp += 1000);
}

void rkh_trc_end(void)
{
	put_escaped((uint8_t)-sum);
	rkh_trc_put(0x7e);
}

void framework_disturb(void)
{
	rkh_trc_put(0x55);
}
