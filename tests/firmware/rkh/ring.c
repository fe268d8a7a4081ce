/* ring.c - the ring, as a program reads it: compiled for rings of several
 * sizes */
#include "line.h"

enum { EVENT = RKH_TE_USER };

static rui8_t all[4096];

/* Takes all that is there, byte by byte. */
static size_t take(void)
{
	size_t len = 0;
	rui8_t *byte;

	while ((byte = rkh_trc_get()))
		all[len++] = *byte;
	return len;
}

static void record(int number)
{
	RKH_TRC_USR_BEGIN(EVENT)
	RKH_TUSR_UI32(1, number);
	RKH_TRC_USR_END();
}

/* The configuration is sent at once. */
static void check_empty(void)
{
	TRCQTY_T n = 7;

	assert(!rkh_trc_get());
	assert(!rkh_trc_get_block(&n) && n == 0);
	assert(rkh_trc_getWholeBlock(all, 10) == 0);
	rkh_trc_init();
	assert(take() == 1 && all[0] == 0x7e);
}

/* The newest bytes are there, however many were put. */
static void check_overrun(void)
{
	take();
	for (int i = 0; i < 3 * BYTES; i++)
		rkh_trc_put((rui8_t)(i & 63));
	assert(take() == BYTES);
	for (int i = 0; i < BYTES; i++)
		assert(all[i] == ((2 * BYTES + i) & 63));
	rkh_trc_put(0x7e);
	take();
}

/* A block ends where the ring does; a whole one goes on. */
static void check_blocks(void)
{
	TRCQTY_T n, sum = 0;
	rui8_t *block;

	for (int i = 0; i < BYTES; i++)
		rkh_trc_put((rui8_t)(i & 63));
	n = (TRCQTY_T)-1;
	while ((block = rkh_trc_get_block(&n))) {
		for (int i = 0; i < n; i++)
			assert(block[i] == ((sum + i) & 63));
		sum = (TRCQTY_T)(sum + n);
		n = 3;
	}
	assert(sum == BYTES);
	for (int i = 0; i < BYTES; i++)
		rkh_trc_put((rui8_t)(i & 63));
	assert(rkh_trc_getWholeBlock(all, BYTES) == BYTES);
	for (int i = 0; i < BYTES; i++)
		assert(all[i] == (i & 63));
	rkh_trc_put(0x7e);
	take();
}

/* A record that a program makes by the functions, and one byte of its own. */
static void check_functions(void)
{
	rkh_trc_begin(EVENT + 1);
	rkh_trc_fmt_u16(3, 0x7e7d);
	rkh_trc_end();
#if BYTES > 64
	const size_t len = take();

	assert(len > 7 && all[len - 1] == 0x7e && all[0] == EVENT + 1);
	assert(!memcmp(all + len - 7 - (all[len - 3] == 0x7d),
		       "\3\x7d\x5d\x7d\x5e", 5));
#endif
	RKH_TRC_BEGIN_DFT(EVENT + 2)
	RKH_TRC_END_DFT()
#if BYTES > 64
	assert(take() == 3);
#endif
	rkh_trc_u8(1);
	rkh_trc_end();
	rkh_trc_put(0x7e);
	rkh_trc_begin(EVENT + 3);
	rkh_trc_u8(0);
	RKH_TRC_U8_RAW(5);
	RKH_TRC_U8_RAW(5);
	rkh_trc_end();
	/* A frame that is longer than any ring. */
	rkh_trc_begin(EVENT + 4);
	for (int i = 0; i < 40; i++)
		rkh_trc_fmt_mem(all, 255);
	rkh_trc_end();
}

/* Numbers of records begin at 0 again. */
static void check_restart(void)
{
	rkh_trc_begin(EVENT + 5);
	rkh_trc_end();
	rkh_trc_init();
	take();
	rkh_trc_begin(EVENT + 5);
	rkh_trc_end();
#if BYTES > 64
	assert(take() >= 8 && all[1] == 0);
#endif
}

int main(void)
{
	RKH_TRC_OPEN();
	check_empty();
	check_overrun();
	check_blocks();
	check_functions();
	check_restart();
	take();
	RKH_FILTER_OFF_EVENT(EVENT);
	for (int i = 0; i < 10; i++)
		record(i);
	printf("%zu\n", take());
	RKH_TRC_CLOSE();
	return 0;
}
