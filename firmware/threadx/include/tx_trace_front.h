/*
 * tx_trace_front.h - the kernel's events, recorded by posixtrace as well
 *
 * Put in front of each source of ThreadX, FileX, NetX and USBX by the compiler's
 * -include, with TX_ENABLE_EVENT_TRACE defined on its command line: the kernel's
 * tx_trace.h then leaves the macro that inserts events to this header. It needs
 * no header of the kernel, but where the macro is used TX_THREAD is known.
 */
#ifndef TX_TRACE_FRONT_H
#define TX_TRACE_FRONT_H

#if defined(TX_ENABLE_EVENT_TRACE) && !defined(__ASSEMBLER__) && \
	!defined(TX_TRACE_IN_LINE_INSERT)

#ifdef __cplusplus
extern "C" {
#endif

/* Where a thread's control block has what its events tell. */
struct pxt_threadx_kernel {
	unsigned priority, threshold; /* offsets of a UINT */
};

/* The classes that are recorded now. */
extern unsigned pxt_threadx_wanted;

/* Inserts an event, if its class is recorded. Interrupts are off. */
void pxt_threadx_insert_in_kernel(unsigned long id, unsigned long info_1,
				  unsigned long info_2, unsigned long info_3,
				  unsigned long info_4,
				  unsigned long event_class,
				  const struct pxt_threadx_kernel *kernel);

#ifdef __cplusplus
}
#endif

/* Nothing but the class is evaluated when nothing is recorded. */
#define TX_TRACE_IN_LINE_INSERT(id, info_1, info_2, info_3, info_4,            \
				event_class)                                   \
	{                                                                      \
		static const struct pxt_threadx_kernel pxt_kernel_ = {         \
			__builtin_offsetof(TX_THREAD, tx_thread_priority),     \
			__builtin_offsetof(TX_THREAD,                          \
					   tx_thread_preempt_threshold)        \
		};                                                             \
		/* Buffers of longer words are not supported. */               \
		const char pxt_short_[sizeof(ULONG) == 4 ? 1 : -1] = { 0 };    \
		const unsigned long pxt_class_ = (unsigned long)(event_class); \
                                                                               \
		(void)pxt_short_;                                              \
		if (__atomic_load_n(&pxt_threadx_wanted, __ATOMIC_RELAXED) &   \
		    pxt_class_)                                                \
			pxt_threadx_insert_in_kernel(                          \
				(unsigned long)(id), (unsigned long)(info_1),  \
				(unsigned long)(info_2),                       \
				(unsigned long)(info_3),                       \
				(unsigned long)(info_4), pxt_class_,           \
				&pxt_kernel_);                                 \
	}

#endif

#endif
