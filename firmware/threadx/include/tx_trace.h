/*
 * tx_trace.h - what sources of middleware and kernels use of ThreadX's event
 * trace, for programs without a kernel
 */
#ifndef TX_TRACE_H
#define TX_TRACE_H

#include "tx_api.h"

/* Types of objects */
#define TX_TRACE_OBJECT_TYPE_NOT_VALID ((UCHAR)0)
#define TX_TRACE_OBJECT_TYPE_THREAD ((UCHAR)1)
#define TX_TRACE_OBJECT_TYPE_TIMER ((UCHAR)2)
#define TX_TRACE_OBJECT_TYPE_QUEUE ((UCHAR)3)
#define TX_TRACE_OBJECT_TYPE_SEMAPHORE ((UCHAR)4)
#define TX_TRACE_OBJECT_TYPE_MUTEX ((UCHAR)5)
#define TX_TRACE_OBJECT_TYPE_EVENT_FLAGS ((UCHAR)6)
#define TX_TRACE_OBJECT_TYPE_BLOCK_POOL ((UCHAR)7)
#define TX_TRACE_OBJECT_TYPE_BYTE_POOL ((UCHAR)8)

/* Ids of events: those of docs/threadx-events.csv, with TRACE_ in the name */
#define TX_TRACE_THREAD_RESUME 1
#define TX_TRACE_THREAD_SUSPEND 2
#define TX_TRACE_ISR_ENTER 3
#define TX_TRACE_ISR_EXIT 4
#define TX_TRACE_TIME_SLICE 5
#define TX_TRACE_RUNNING 6
#define TX_TRACE_BLOCK_ALLOCATE 10
#define TX_TRACE_BLOCK_POOL_CREATE 11
#define TX_TRACE_BLOCK_POOL_DELETE 12
#define TX_TRACE_BLOCK_POOL_INFO_GET 13
#define TX_TRACE_BLOCK_POOL_PERFORMANCE_INFO_GET 14
#define TX_TRACE_BLOCK_POOL_PERFORMANCE_SYSTEM_INFO_GET 15
#define TX_TRACE_BLOCK_POOL__PERFORMANCE_SYSTEM_INFO_GET 15
#define TX_TRACE_BLOCK_POOL_PRIORITIZE 16
#define TX_TRACE_BLOCK_RELEASE 17
#define TX_TRACE_BYTE_ALLOCATE 20
#define TX_TRACE_BYTE_POOL_CREATE 21
#define TX_TRACE_BYTE_POOL_DELETE 22
#define TX_TRACE_BYTE_POOL_INFO_GET 23
#define TX_TRACE_BYTE_POOL_PERFORMANCE_INFO_GET 24
#define TX_TRACE_BYTE_POOL_PERFORMANCE_SYSTEM_INFO_GET 25
#define TX_TRACE_BYTE_POOL__PERFORMANCE_SYSTEM_INFO_GET 25
#define TX_TRACE_BYTE_POOL_PRIORITIZE 26
#define TX_TRACE_BYTE_RELEASE 27
#define TX_TRACE_EVENT_FLAGS_CREATE 30
#define TX_TRACE_EVENT_FLAGS_DELETE 31
#define TX_TRACE_EVENT_FLAGS_GET 32
#define TX_TRACE_EVENT_FLAGS_INFO_GET 33
#define TX_TRACE_EVENT_FLAGS_PERFORMANCE_INFO_GET 34
#define TX_TRACE_EVENT_FLAGS_PERFORMANCE_SYSTEM_INFO_GET 35
#define TX_TRACE_EVENT_FLAGS__PERFORMANCE_SYSTEM_INFO_GET 35
#define TX_TRACE_EVENT_FLAGS_SET 36
#define TX_TRACE_EVENT_FLAGS_SET_NOTIFY 37
#define TX_TRACE_INTERRUPT_CONTROL 40
#define TX_TRACE_MUTEX_CREATE 50
#define TX_TRACE_MUTEX_DELETE 51
#define TX_TRACE_MUTEX_GET 52
#define TX_TRACE_MUTEX_INFO_GET 53
#define TX_TRACE_MUTEX_PERFORMANCE_INFO_GET 54
#define TX_TRACE_MUTEX_PERFORMANCE_SYSTEM_INFO_GET 55
#define TX_TRACE_MUTEX_PRIORITIZE 56
#define TX_TRACE_MUTEX_PUT 57
#define TX_TRACE_QUEUE_CREATE 60
#define TX_TRACE_QUEUE_DELETE 61
#define TX_TRACE_QUEUE_FLUSH 62
#define TX_TRACE_QUEUE_FRONT_SEND 63
#define TX_TRACE_QUEUE_INFO_GET 64
#define TX_TRACE_QUEUE_PERFORMANCE_INFO_GET 65
#define TX_TRACE_QUEUE_PERFORMANCE_SYSTEM_INFO_GET 66
#define TX_TRACE_QUEUE_PRIORITIZE 67
#define TX_TRACE_QUEUE_RECEIVE 68
#define TX_TRACE_QUEUE_SEND 69
#define TX_TRACE_QUEUE_SEND_NOTIFY 70
#define TX_TRACE_SEMAPHORE_CEILING_PUT 80
#define TX_TRACE_SEMAPHORE_CREATE 81
#define TX_TRACE_SEMAPHORE_DELETE 82
#define TX_TRACE_SEMAPHORE_GET 83
#define TX_TRACE_SEMAPHORE_INFO_GET 84
#define TX_TRACE_SEMAPHORE_PERFORMANCE_INFO_GET 85
#define TX_TRACE_SEMAPHORE_PERFORMANCE_SYSTEM_INFO_GET 86
#define TX_TRACE_SEMAPHORE__PERFORMANCE_SYSTEM_INFO_GET 86
#define TX_TRACE_SEMAPHORE_PRIORITIZE 87
#define TX_TRACE_SEMAPHORE_PUT 88
#define TX_TRACE_SEMAPHORE_PUT_NOTIFY 89
#define TX_TRACE_THREAD_CREATE 100
#define TX_TRACE_THREAD_DELETE 101
#define TX_TRACE_THREAD_ENTRY_EXIT_NOTIFY 102
#define TX_TRACE_THREAD_IDENTIFY 103
#define TX_TRACE_THREAD_INFO_GET 104
#define TX_TRACE_THREAD_PERFORMANCE_INFO_GET 105
#define TX_TRACE_THREAD_PERFORMANCE_SYSTEM_INFO_GET 106
#define TX_TRACE_THREAD_PREEMPTION_CHANGE 107
#define TX_TRACE_THREAD_PRIORITY_CHANGE 108
#define TX_TRACE_THREAD_RELINQUISH 109
#define TX_TRACE_THREAD_RESET 110
#define TX_TRACE_THREAD_RESUME_API 111
#define TX_TRACE_THREAD_SLEEP 112
#define TX_TRACE_THREAD_STACK_ERROR_NOTIFY 113
#define TX_TRACE_THREAD_SUSPEND_API 114
#define TX_TRACE_THREAD_TERMINATE 115
#define TX_TRACE_THREAD_TIME_SLICE_CHANGE 116
#define TX_TRACE_THREAD_WAIT_ABORT 117
#define TX_TRACE_TIME_GET 120
#define TX_TRACE_TIME_SET 121
#define TX_TRACE_TIMER_ACTIVATE 122
#define TX_TRACE_TIMER_CHANGE 123
#define TX_TRACE_TIMER_CREATE 124
#define TX_TRACE_TIMER_DEACTIVATE 125
#define TX_TRACE_TIMER_DELETE 126
#define TX_TRACE_TIMER_INFO_GET 127
#define TX_TRACE_TIMER_PERFORMANCE_INFO_GET 128
#define TX_TRACE_TIMER_PERFORMANCE_SYSTEM_INFO_GET 129

/* Numbers and sizes */
#define TX_TRACE_VALID 0x54585442UL /* the first word of a buffer */
#define TX_TRACE_INVALID_EVENT 0xFFFFFFFFUL
#ifndef TX_TRACE_OBJECT_REGISTRY_NAME
#define TX_TRACE_OBJECT_REGISTRY_NAME 32
#endif
#if TX_TRACE_OBJECT_REGISTRY_NAME < 4 ||       \
	TX_TRACE_OBJECT_REGISTRY_NAME > 252 || \
	TX_TRACE_OBJECT_REGISTRY_NAME % 4
#error "TX_TRACE_OBJECT_REGISTRY_NAME: a multiple of 4, up to 252, is supported"
#endif

#ifdef TX_ENABLE_EVENT_TRACE

#ifdef __cplusplus
extern "C" {
#endif

/* The buffer: a header, the registry of objects, and events */
typedef struct TX_TRACE_HEADER_STRUCT {
	ULONG tx_trace_header_id;
	ULONG tx_trace_header_timer_valid_mask;
	ULONG tx_trace_header_trace_base_address;
	ULONG tx_trace_header_registry_start_pointer;
	USHORT tx_trace_header_reserved1;
	USHORT tx_trace_header_object_name_size;
	ULONG tx_trace_header_registry_end_pointer;
	ULONG tx_trace_header_buffer_start_pointer;
	ULONG tx_trace_header_buffer_end_pointer;
	ULONG tx_trace_header_buffer_current_pointer;
	ULONG tx_trace_header_reserved2;
	ULONG tx_trace_header_reserved3;
	ULONG tx_trace_header_reserved4;
} TX_TRACE_HEADER;

typedef struct TX_TRACE_OBJECT_ENTRY_STRUCT {
	UCHAR tx_trace_object_entry_available;
	UCHAR tx_trace_object_entry_type;
	UCHAR tx_trace_object_entry_reserved1; /* priority of a thread */
	UCHAR tx_trace_object_entry_reserved2;
	ULONG tx_trace_object_entry_thread_pointer; /* any object's */
	ULONG tx_trace_object_entry_param_1;
	ULONG tx_trace_object_entry_param_2;
	UCHAR tx_trace_object_entry_name[TX_TRACE_OBJECT_REGISTRY_NAME];
} TX_TRACE_OBJECT_ENTRY;

typedef struct TX_TRACE_BUFFER_ENTRY_STRUCT {
	ULONG tx_trace_buffer_entry_thread_pointer;
	ULONG tx_trace_buffer_entry_thread_priority;
	ULONG tx_trace_buffer_entry_event_id;
	ULONG tx_trace_buffer_entry_time_stamp;
#ifdef TX_MISRA_ENABLE
	ULONG tx_trace_buffer_entry_info_1;
	ULONG tx_trace_buffer_entry_info_2;
	ULONG tx_trace_buffer_entry_info_3;
	ULONG tx_trace_buffer_entry_info_4;
#else
	ULONG tx_trace_buffer_entry_information_field_1;
	ULONG tx_trace_buffer_entry_information_field_2;
	ULONG tx_trace_buffer_entry_information_field_3;
	ULONG tx_trace_buffer_entry_information_field_4;
#endif
} TX_TRACE_BUFFER_ENTRY;

extern TX_TRACE_HEADER *_tx_trace_header_ptr;
extern TX_TRACE_OBJECT_ENTRY *_tx_trace_registry_start_ptr;
extern TX_TRACE_OBJECT_ENTRY *_tx_trace_registry_end_ptr;
extern TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_start_ptr;
extern TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_end_ptr;
extern TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_current_ptr;
extern ULONG _tx_trace_event_enable_bits;
extern ULONG _tx_trace_simulated_time;
extern VOID (*_tx_trace_full_notify_function)(VOID *header);
extern ULONG _tx_trace_total_registry_entries;
extern ULONG _tx_trace_available_registry_entries;
extern ULONG _tx_trace_registry_search_start;

VOID _tx_trace_initialize(void);
VOID _tx_trace_object_register(UCHAR type, VOID *object, CHAR *name,
			       ULONG parameter_1, ULONG parameter_2);
VOID _tx_trace_object_unregister(VOID *object);

/* The classes that are recorded now. */
extern unsigned pxt_threadx_wanted;

/* Inserts an event, if its class is recorded. */
void pxt_threadx_insert(unsigned long id, unsigned long info_1,
			unsigned long info_2, unsigned long info_3,
			unsigned long info_4, unsigned long event_class);

/* The default stamp. */
unsigned long pxt_threadx_clock(void);

/* The first source with switches of its own defines these for the program. */
#define PXT_THREADX_ANY_ __attribute__((__weak__, __visibility__("default")))

#if defined(TX_TRACE_TIME_SOURCE) || defined(TX_TRACE_TIME_MASK) || \
	defined(TX_TRACE_PORT_EXTENSION)
#ifndef TX_TRACE_TIME_MASK
#define TX_TRACE_TIME_MASK 0xFFFFFFFFUL
#endif
#ifndef TX_TRACE_TIME_SOURCE
#define TX_TRACE_TIME_SOURCE pxt_threadx_clock()
#endif
#ifndef TX_TRACE_PORT_EXTENSION
#define TX_TRACE_PORT_EXTENSION
#endif

/* Returns a stamp; or gives the mask alone, where it has a place. */
PXT_THREADX_ANY_ unsigned long pxt_threadx_time(unsigned long *mask);
PXT_THREADX_ANY_ unsigned long pxt_threadx_time(unsigned long *mask)
{
	if (mask) {
		*mask = TX_TRACE_TIME_MASK;
		return 0;
	}
	TX_TRACE_PORT_EXTENSION
	return (unsigned long)TX_TRACE_TIME_SOURCE;
}
#else
#define TX_TRACE_TIME_MASK 0xFFFFFFFFUL
#define TX_TRACE_TIME_SOURCE pxt_threadx_clock()
#endif

#if TX_TRACE_OBJECT_REGISTRY_NAME != 32
PXT_THREADX_ANY_ unsigned pxt_threadx_name_size(void);
PXT_THREADX_ANY_ unsigned pxt_threadx_name_size(void)
{
	return TX_TRACE_OBJECT_REGISTRY_NAME;
}
#endif

#ifdef __cplusplus
}
#endif

#ifdef TX_DISABLE_REDUNDANT_CLEARING
#define TX_TRACE_INITIALIZE
#else
#define TX_TRACE_INITIALIZE _tx_trace_initialize();
#endif

/* With their semicolons. Pointers lose their upper half, as in ThreadX. */
#define TX_TRACE_OBJECT_REGISTER(type, object, name, parameter_1, parameter_2) \
	_tx_trace_object_register((UCHAR)(type), (VOID *)(object),             \
				  (CHAR *)(name),                              \
				  (ULONG)(unsigned long)(parameter_1),         \
				  (ULONG)(unsigned long)(parameter_2));
#define TX_TRACE_OBJECT_UNREGISTER(object) \
	_tx_trace_object_unregister((VOID *)(object));

/* Nothing but the class is evaluated when nothing is recorded. Sources may have
 * one of their own, as those with TX_MISRA_ENABLE do. */
#ifndef TX_TRACE_IN_LINE_INSERT
#define TX_TRACE_IN_LINE_INSERT(id, info_1, info_2, info_3, info_4,            \
				event_class)                                   \
	{                                                                      \
		const unsigned long pxt_class_ = (unsigned long)(event_class); \
                                                                               \
		if (__atomic_load_n(&pxt_threadx_wanted, __ATOMIC_RELAXED) &   \
		    pxt_class_)                                                \
			pxt_threadx_insert(                                    \
				(unsigned long)(id), (unsigned long)(info_1),  \
				(unsigned long)(info_2),                       \
				(unsigned long)(info_3),                       \
				(unsigned long)(info_4), pxt_class_);          \
	}
#endif

#else

#define TX_TRACE_INITIALIZE
#define TX_TRACE_OBJECT_REGISTER(type, object, name, parameter_1, parameter_2)
#define TX_TRACE_OBJECT_UNREGISTER(object)
#define TX_TRACE_IN_LINE_INSERT(id, info_1, info_2, info_3, info_4, event_class)

#endif

#endif
