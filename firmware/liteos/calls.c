/* calls.c - LiteOS's tracing calls */
#include "firmware/liteos/calls.h"

#include <stddef.h>
#include <stdio.h>

#include "firmware/liteos/board.h"
#include "firmware/liteos/buffer.h"
#include "firmware/liteos/dump.h"
#include "firmware/liteos/hook.h"
#include "firmware/liteos/messages.h"
#include "firmware/liteos/setup.h"
#include "firmware/liteos/state.h"
#include "format/liteos/events.h"

enum {
	UNINIT,
	INITED,
	STARTED,
	STOPED,
	BEGINNING, /* one thread initialises: UNINIT for all others */

	OK = 0,
	ERROR_STATUS = 0x02001400,
};

static uint32_t state_now(void)
{
	return atomic_load_explicit(&liteos_state.state, memory_order_acquire);
}

static void set_state(uint32_t state)
{
	atomic_store_explicit(&liteos_state.state, state, memory_order_release);
}

static bool change_state(uint32_t from, uint32_t to)
{
	return atomic_compare_exchange_strong_explicit(
		&liteos_state.state, &from, to, memory_order_acq_rel,
		memory_order_relaxed);
}

static void set_enabled(bool enabled)
{
	atomic_store_explicit(&liteos_state.enabled, enabled,
			      memory_order_release);
}

/* buffer NULL: to be allocated. */
static uint32_t begin(void *buffer, uint32_t size)
{
	uint32_t err = OK;

	if (!change_state(UNINIT, BEGINNING)) {
		fprintf(stderr,
			"posixtrace: LOS_TraceInit: tracing is initialised already\n");
		return ERROR_STATUS;
	}
	if (!liteos_setup.online)
		err = liteos_buffer_init(buffer, size);
	if (err) {
		set_state(UNINIT);
		return err;
	}
	if (!g_traceEventHook)
		g_traceEventHook = OsTraceHook;
	set_enabled(!liteos_setup.online);
	set_state(liteos_setup.online ? INITED : STARTED);
	return OK;
}

void liteos_calls_boot(void)
{
	if (begin(NULL, liteos_setup.buffer_size))
		fprintf(stderr,
			"posixtrace: LiteOS's tracing has no buffer: LOSCFG_TRACE_BUFFER_SIZE is %u\n",
			liteos_setup.buffer_size);
}

uint32_t LOS_TraceInit(void *buffer, uint32_t size)
{
	return begin(buffer, size);
}

/* The first event of a session tells of the system's memory. */
static void ask_for_memory(const void *place)
{
	const void *pool = liteos_board_pool();

	if (pool)
		liteos_hook_trace(PXT_LITEOS_MEM_INFO_REQ, (uintptr_t)pool,
				  NULL, 0, place);
}

uint32_t LOS_TraceStart(void)
{
	uint32_t state = state_now();

	if (state == STARTED)
		return OK;
	if (state != INITED && state != STOPED) {
		fprintf(stderr,
			"posixtrace: LOS_TraceStart: tracing is not initialised\n");
		return ERROR_STATUS;
	}
	/* A faster thread did it. */
	if (!change_state(state, STARTED))
		return OK;
	if (liteos_setup.online)
		liteos_messages_start();
	set_enabled(true);
	ask_for_memory(__builtin_return_address(0));
	return OK;
}

void LOS_TraceStop(void)
{
	if (!change_state(STARTED, STOPED))
		return;
	set_enabled(false);
	if (liteos_setup.online)
		liteos_messages_stop();
}

static bool is_initialised(void)
{
	const uint32_t state = state_now();

	return state != UNINIT && state != BEGINNING;
}

void LOS_TraceReset(void)
{
	if (is_initialised())
		liteos_buffer_clear();
	else
		fprintf(stderr,
			"posixtrace: LOS_TraceReset: tracing is not initialised\n");
}

void LOS_TraceEventMaskSet(uint32_t mask)
{
	if (liteos_setup.layout.tree != 'l')
		mask &= 0xfffffff0U;
	atomic_store_explicit(&liteos_state.mask, mask, memory_order_relaxed);
}

void LOS_TraceRecordDump(uint32_t to_client)
{
	if (state_now() != STOPED)
		fprintf(stderr,
			"posixtrace: LOS_TraceRecordDump: tracing is not stopped\n");
	else if (!liteos_setup.online && to_client)
		liteos_messages_dump();
	else if (!liteos_setup.online)
		liteos_dump_print();
}

void *LOS_TraceRecordGet(void)
{
	return liteos_setup.online || !is_initialised() ? NULL :
							  liteos_buffer_get();
}

void LOS_TraceHwiFilterHookReg(uint32_t (*hook)(uint32_t number))
{
	atomic_store_explicit(&liteos_state.filter, hook, memory_order_relaxed);
}
