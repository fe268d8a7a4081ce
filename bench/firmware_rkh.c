/* firmware_rkh.c - what RKH's records cost that go to its ring as well */
#include "firmware_calls.h"
#include "firmware_rkh_recorder.h"

enum { SIGNAL = 3, USER = RKH_TE_USER, FILTERED, WORD = 1 << 4 | 5 };

static int queue, active, sender;
static const RKH_EVT_T event = { SIGNAL, 1, 1 };
static rui32_t now;

RKH_TS_T rkh_trc_getts(void)
{
	return now++;
}

static uint32_t address_of(const void *object)
{
	return (uint32_t)(uintptr_t)object;
}

static void put(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		RKH_TR_QUE_FIFO(&queue, i, 2);
	(void)arg;
}

static void own_put(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!recorder_passes(RKH_TE_QUE_FIFO))
			continue;
		recorder_enter();
		recorder_begin(RKH_TE_QUE_FIFO);
		recorder_u32(address_of(&queue));
		recorder_u8((uint8_t)i);
		recorder_u8(2);
		recorder_end();
		recorder_exit();
	}
	(void)arg;
}

/* A post is paired with what takes it. */
static void post(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		RKH_TR_SMA_FIFO(&active, &event, &sender, 1, 1, 1, 2);
	(void)arg;
}

static void own_post(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!recorder_passes(RKH_TE_SMA_FIFO))
			continue;
		recorder_enter();
		recorder_begin(RKH_TE_SMA_FIFO);
		recorder_u32(address_of(&active));
		recorder_u8(SIGNAL);
		recorder_u32(address_of(&sender));
		recorder_u8(1);
		recorder_u8(1);
		recorder_u8(1);
		recorder_u8(2);
		recorder_end();
		recorder_exit();
	}
	(void)arg;
}

static void user(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		RKH_TRC_USR_BEGIN(USER)
		RKH_TUSR_UI32(1, i);
		RKH_TUSR_UI32(1, 2);
		RKH_TRC_USR_END();
	}
	(void)arg;
}

static void own_user(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!recorder_passes(USER))
			continue;
		recorder_enter();
		recorder_begin(USER);
		recorder_fmt_u32(WORD, i);
		recorder_fmt_u32(WORD, 2);
		recorder_end();
		recorder_exit();
	}
	(void)arg;
}

static void text(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		RKH_TRC_USR_BEGIN(USER)
		RKH_TUSR_STR("sixteen bytes..");
		RKH_TRC_USR_END();
	}
	(void)arg;
}

static void own_text(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!recorder_passes(USER))
			continue;
		recorder_enter();
		recorder_begin(USER);
		recorder_fmt_str("sixteen bytes..");
		recorder_end();
		recorder_exit();
	}
	(void)arg;
}

static void filtered(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		RKH_TRC_USR_BEGIN(FILTERED)
		RKH_TUSR_UI32(1, i);
		RKH_TRC_USR_END();
	}
	(void)arg;
}

static void own_filtered(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!recorder_passes(FILTERED))
			continue;
		recorder_enter();
		recorder_begin(FILTERED);
		recorder_fmt_u32(WORD, i);
		recorder_end();
		recorder_exit();
	}
	(void)arg;
}

static const struct firmware_call calls[] = {
	{ .name = "RKH QUE_FIFO", .burst = put, .own = own_put },
	{ .name = "RKH SMA_FIFO", .burst = post, .own = own_post },
	{ .name = "RKH user, two words", .burst = user, .own = own_user },
	{ .name = "RKH user, a text", .burst = text, .own = own_text },
	{ .name = "RKH user, filtered",
	  .burst = filtered,
	  .own = own_filtered,
	  .is_off = true },
};

int main(int argc, char **argv)
{
	static const RKH_TE_ID_T wanted[] = { RKH_TE_QUE_FIFO, RKH_TE_SMA_FIFO,
					      USER };

	recorder_open();
	rkh_trc_init();
	for (unsigned i = 0; i < sizeof(wanted); i++) {
		RKH_FILTER_OFF_EVENT(wanted[i]);
		recorder_let_pass(wanted[i]);
	}
	return firmware_measure(calls, sizeof(calls) / sizeof(*calls), argc,
				argv);
}
