/*
 * tx_api.h - the event trace of ThreadX, for programs without a kernel
 *
 * The calls record into the trace buffer of the firmware, and into the streams
 * of posixtrace. See posixtrace-threadx(7).
 */
#ifndef TX_API_H
#define TX_API_H

#ifdef TX_INCLUDE_USER_DEFINE_FILE
#include <tx_user.h>
#endif

#include "tx_port.h"

#define TX_TRUE 1
#define TX_FALSE 0
#define TX_NULL 0
#define TX_NO_WAIT 0
#define TX_WAIT_FOREVER ((ULONG)0xFFFFFFFFUL)

/* Results */
#define TX_SUCCESS 0x00
#define TX_SIZE_ERROR 0x05
#define TX_NOT_DONE 0x20
#define TX_FEATURE_NOT_ENABLED 0xFF

/* Classes of events, for filters */
#define TX_TRACE_ALL_EVENTS 0x000007FFUL /* of the kernel, not of users */
#define TX_TRACE_INTERNAL_EVENTS 0x00000001UL
#define TX_TRACE_BLOCK_POOL_EVENTS 0x00000002UL
#define TX_TRACE_BYTE_POOL_EVENTS 0x00000004UL
#define TX_TRACE_EVENT_FLAGS_EVENTS 0x00000008UL
#define TX_TRACE_INTERRUPT_CONTROL_EVENT 0x00000010UL
#define TX_TRACE_MUTEX_EVENTS 0x00000020UL
#define TX_TRACE_QUEUE_EVENTS 0x00000040UL
#define TX_TRACE_SEMAPHORE_EVENTS 0x00000080UL
#define TX_TRACE_THREAD_EVENTS 0x00000100UL
#define TX_TRACE_TIME_EVENTS 0x00000200UL
#define TX_TRACE_TIMER_EVENTS 0x00000400UL
#define TX_TRACE_USER_EVENTS 0x80000000UL

/* Ids of events of the user */
#define TX_TRACE_USER_EVENT_START 4096
#define TX_TRACE_USER_EVENT_END 65535

#ifdef __cplusplus
extern "C" {
#endif

#ifdef TX_ENABLE_EVENT_TRACE

#define tx_trace_enable _tx_trace_enable
#define tx_trace_disable _tx_trace_disable
#define tx_trace_event_filter _tx_trace_event_filter
#define tx_trace_event_unfilter _tx_trace_event_unfilter
#define tx_trace_buffer_full_notify _tx_trace_buffer_full_notify
#define tx_trace_isr_enter_insert _tx_trace_isr_enter_insert
#define tx_trace_isr_exit_insert _tx_trace_isr_exit_insert
#define tx_trace_user_event_insert _tx_trace_user_event_insert
#define tx_interrupt_control _tx_trace_interrupt_control

UINT _tx_trace_enable(VOID *start, ULONG size, ULONG registry_entries);
UINT _tx_trace_disable(void);
UINT _tx_trace_event_filter(ULONG bits);
UINT _tx_trace_event_unfilter(ULONG bits);
UINT _tx_trace_buffer_full_notify(VOID (*notify)(VOID *header));
VOID _tx_trace_isr_enter_insert(ULONG isr_id);
VOID _tx_trace_isr_exit_insert(ULONG isr_id);
UINT _tx_trace_user_event_insert(ULONG id, ULONG info_1, ULONG info_2,
				 ULONG info_3, ULONG info_4);
UINT _tx_trace_interrupt_control(UINT posture);

/* Builds for MISRA evaluate all arguments, and the time, at once. */
#ifdef TX_MISRA_ENABLE
VOID _tx_misra_trace_event_insert(ULONG id, VOID *info_1, ULONG info_2,
				  ULONG info_3, ULONG info_4, ULONG event_class,
				  ULONG stamp);
/* By this name, as of the linker's --wrap, a kernel that has the former finds
 * the library's. */
VOID __wrap__tx_misra_trace_event_insert(ULONG id, VOID *info_1, ULONG info_2,
					 ULONG info_3, ULONG info_4,
					 ULONG event_class, ULONG stamp);
#ifndef TX_TRACE_IN_LINE_INSERT
#define TX_TRACE_IN_LINE_INSERT(id, info_1, info_2, info_3, info_4,   \
				event_class)                          \
	_tx_misra_trace_event_insert(                                 \
		(ULONG)(id), (VOID *)(unsigned long)(info_1),         \
		(ULONG)(unsigned long)(info_2),                       \
		(ULONG)(unsigned long)(info_3),                       \
		(ULONG)(unsigned long)(info_4), (ULONG)(event_class), \
		((ULONG)TX_TRACE_TIME_SOURCE));
#endif
#endif

#else

/* The posture of the thread: one variable of a program. */
__attribute__((__weak__)) __thread UINT _tx_interrupt_posture;

static __inline__ __attribute__((__unused__)) UINT
tx_trace_enable(VOID *start, ULONG size, ULONG registry_entries)
{
	(void)start;
	(void)size;
	(void)registry_entries;
	return TX_FEATURE_NOT_ENABLED;
}

static __inline__ __attribute__((__unused__)) UINT tx_trace_disable(void)
{
	return TX_FEATURE_NOT_ENABLED;
}

static __inline__ __attribute__((__unused__)) UINT
tx_trace_event_filter(ULONG bits)
{
	(void)bits;
	return TX_FEATURE_NOT_ENABLED;
}

static __inline__ __attribute__((__unused__)) UINT
tx_trace_event_unfilter(ULONG bits)
{
	(void)bits;
	return TX_FEATURE_NOT_ENABLED;
}

static __inline__ __attribute__((__unused__)) UINT
tx_trace_buffer_full_notify(VOID (*notify)(VOID *header))
{
	(void)notify;
	return TX_FEATURE_NOT_ENABLED;
}

static __inline__ __attribute__((__unused__)) VOID
tx_trace_isr_enter_insert(ULONG isr_id)
{
	(void)isr_id;
}

static __inline__ __attribute__((__unused__)) VOID
tx_trace_isr_exit_insert(ULONG isr_id)
{
	(void)isr_id;
}

static __inline__ __attribute__((__unused__)) UINT
tx_trace_user_event_insert(ULONG id, ULONG info_1, ULONG info_2, ULONG info_3,
			   ULONG info_4)
{
	(void)id;
	(void)info_1;
	(void)info_2;
	(void)info_3;
	(void)info_4;
	return TX_FEATURE_NOT_ENABLED;
}

static __inline__ __attribute__((__unused__)) UINT
tx_interrupt_control(UINT posture)
{
	const UINT before = _tx_interrupt_posture;

	_tx_interrupt_posture = posture;
	return before;
}

#endif

#ifdef __cplusplus
}
#endif

#endif
