/*
 * kernel.h - what a kernel, or a program in its place, says of what runs
 *
 * By its variables and functions, if it has them.
 */
#ifndef FIRMWARE_THREADX_KERNEL_H
#define FIRMWARE_THREADX_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#define THREADX_VISIBLE __attribute__((visibility("default")))

extern THREADX_VISIBLE void *volatile _tx_thread_current_ptr
	__attribute__((weak));
extern THREADX_VISIBLE volatile unsigned _tx_thread_system_state
	__attribute__((weak));
extern THREADX_VISIBLE volatile unsigned _tx_thread_preempt_disable
	__attribute__((weak));
THREADX_VISIBLE unsigned _tx_thread_interrupt_control(unsigned posture)
	__attribute__((weak));

/* True if there is a kernel, which switches interrupts off. */
static inline bool threadx_kernel_excludes(void)
{
	return _tx_thread_interrupt_control;
}

#endif
