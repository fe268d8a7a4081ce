/*
 * interface.h - the names of ThreadX that the library defines
 */
#ifndef FIRMWARE_THREADX_INTERFACE_H
#define FIRMWARE_THREADX_INTERFACE_H

#ifndef TX_ENABLE_EVENT_TRACE
#define TX_ENABLE_EVENT_TRACE
#endif

#pragma GCC visibility push(default)
#include "firmware/threadx/include/tx_trace_front.h"

#include "firmware/threadx/include/tx_trace.h"

VOID _tx_misra_trace_event_insert(ULONG id, VOID *info_1, ULONG info_2,
				  ULONG info_3, ULONG info_4, ULONG event_class,
				  ULONG stamp);
#pragma GCC visibility pop

#endif
