/* calls.c - the calls of applications, and of kernels */
#include "base/barrier.h"
#include "firmware/threadx/buffer.h"
#include "firmware/threadx/context.h"
#include "firmware/threadx/exclusion.h"
#include "firmware/threadx/insert.h"
#include "firmware/threadx/interface.h"
#include "firmware/threadx/kernel.h"
#include "firmware/threadx/objects.h"
#include "firmware/threadx/pending.h"

#define PLACE __builtin_return_address(0)
#define STACK ((uint32_t)(uintptr_t)__builtin_frame_address(0))

static __thread UINT posture = TX_INT_ENABLE;

static void insert(uint32_t id, uint32_t event_class, const uint32_t info[4],
		   const void *place)
{
	if (threadx_insert_is_wanted(event_class))
		threadx_insert(id, info[0], info[1], info[2], info[3], place);
}

/* A handler that interrupted the owner of the exclusion may change buffers as
 * well, unless the owner is changing them. */
static bool may_change(bool is_owner)
{
	return is_owner ||
	       (threadx_exclusion_is_mine() && !threadx_buffer_is_begun());
}

static bool begin(VOID *start, ULONG size, ULONG registry_entries)
{
	bool is_owner, is_done;

	threadx_insert_settle();
	is_owner = threadx_exclusion_begin_patiently();
	is_done = may_change(is_owner) && !threadx_buffer_is_there();

	if (is_done) {
		_tx_trace_event_enable_bits = UINT32_MAX;
		/* Behind a full buffer they have a place in this one. */
		if (!threadx_exclusion_is_lent)
			threadx_pending_forget_events();
		threadx_buffer_begin(start, (uint32_t)size,
				     (uint32_t)registry_entries);
		threadx_objects_enter();
		threadx_buffer_start();
	}
	if (is_owner)
		threadx_exclusion_end();
	threadx_insert_settle();
	return is_done;
}

UINT _tx_trace_enable(VOID *start, ULONG size, ULONG registry_entries)
{
	static const uint32_t info[4];

	if (!start || size < threadx_buffer_least((uint32_t)registry_entries))
		return TX_SIZE_ERROR;
	threadx_context_register();
	if (!begin(start, size, registry_entries))
		return TX_NOT_DONE;
	threadx_objects_tell();
	threadx_insert_update();
	for (int i = 0; i < 2; i++)
		insert(TX_TRACE_RUNNING, TX_TRACE_INTERNAL_EVENTS, info, PLACE);
	return TX_SUCCESS;
}

/* A thread that moves the current slot needs no locked instruction for it, and
 * undoes the end if it goes on right now. */
static bool is_undone(void)
{
	pxt_barrier_all();
	return threadx_buffer_is_there();
}

/* Ends the buffer; also for those that waited for the exclusion in vain. */
static bool end(void (*end_buffer)(void))
{
	bool is_owner, was_there;

	threadx_insert_settle();
	is_owner = threadx_exclusion_begin_patiently();
	was_there = threadx_buffer_is_there();
	if (was_there || may_change(is_owner))
		do
			end_buffer();
		while (!is_owner && is_undone());
	if (is_owner)
		threadx_exclusion_end();
	threadx_insert_settle();
	threadx_insert_update();
	return was_there;
}

UINT _tx_trace_disable(void)
{
	void *const header = _tx_trace_header_ptr;

	if (!end(threadx_buffer_end))
		return TX_NOT_DONE;
	if (threadx_insert_left_out() || threadx_objects_left_out())
		threadx_objects_tell_buffer(header, threadx_insert_left_out());
	return TX_SUCCESS;
}

UINT _tx_trace_event_filter(ULONG bits)
{
	__atomic_fetch_and(&_tx_trace_event_enable_bits, ~bits,
			   __ATOMIC_SEQ_CST);
	threadx_insert_update();
	return TX_SUCCESS;
}

UINT _tx_trace_event_unfilter(ULONG bits)
{
	__atomic_fetch_or(&_tx_trace_event_enable_bits, bits, __ATOMIC_SEQ_CST);
	threadx_insert_update();
	return TX_SUCCESS;
}

UINT _tx_trace_buffer_full_notify(VOID (*notify)(VOID *header))
{
	__atomic_store_n(&_tx_trace_full_notify_function, notify,
			 __ATOMIC_SEQ_CST);
	return TX_SUCCESS;
}

static void insert_isr(uint32_t id, ULONG isr_id, uint32_t stack,
		       const void *place)
{
	const uint32_t preemption =
		&_tx_thread_preempt_disable ? _tx_thread_preempt_disable : 0;
	const uint32_t info[] = { stack, (uint32_t)isr_id,
				  threadx_context_state(), preemption };

	insert(id, TX_TRACE_INTERNAL_EVENTS, info, place);
}

VOID _tx_trace_isr_enter_insert(ULONG isr_id)
{
	threadx_context_enter();
	insert_isr(TX_TRACE_ISR_ENTER, isr_id, STACK, PLACE);
}

VOID _tx_trace_isr_exit_insert(ULONG isr_id)
{
	insert_isr(TX_TRACE_ISR_EXIT, isr_id, STACK, PLACE);
	threadx_context_leave();
}

UINT _tx_trace_user_event_insert(ULONG id, ULONG info_1, ULONG info_2,
				 ULONG info_3, ULONG info_4)
{
	const uint32_t info[] = { (uint32_t)info_1, (uint32_t)info_2,
				  (uint32_t)info_3, (uint32_t)info_4 };
	const bool is_there = threadx_buffer_is_there();

	insert((uint32_t)id, TX_TRACE_USER_EVENTS, info, PLACE);
	return is_there ? TX_SUCCESS : TX_NOT_DONE;
}

UINT _tx_trace_interrupt_control(UINT new_posture)
{
	const uint32_t info[4] = { new_posture, STACK };
	const UINT before = posture;

	insert(TX_TRACE_INTERRUPT_CONTROL, TX_TRACE_INTERRUPT_CONTROL_EVENT,
	       info, PLACE);
	if (_tx_thread_interrupt_control)
		return _tx_thread_interrupt_control(new_posture);
	posture = new_posture;
	return before;
}

VOID _tx_trace_initialize(void)
{
	end(threadx_buffer_clear);
}

VOID _tx_trace_object_register(UCHAR type, VOID *object, CHAR *name,
			       ULONG parameter_1, ULONG parameter_2)
{
	threadx_insert_settle();
	threadx_objects_add(
		&(struct threadx_object){
			.type = type,
			.address = (uint32_t)(uintptr_t)object,
			.parameter = { (uint32_t)parameter_1,
				       (uint32_t)parameter_2 },
		},
		name);
	threadx_insert_settle();
}

VOID _tx_trace_object_unregister(VOID *object)
{
	threadx_insert_settle();
	threadx_objects_remove((uint32_t)(uintptr_t)object);
	threadx_insert_settle();
}
