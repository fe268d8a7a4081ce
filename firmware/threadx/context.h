/*
 * context.h - what runs: a thread, an interrupt, or initialization
 *
 * Without a kernel each thread of Linux is a thread of ThreadX, registered as
 * an object at its first event. Safe in signal handlers.
 */
#ifndef FIRMWARE_THREADX_CONTEXT_H
#define FIRMWARE_THREADX_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "firmware/threadx/kernel.h"
#include "format/threadx/contexts.h"

struct threadx_context {
	struct pxt_threadx_context named; /* what runs */
	uint32_t priority; /* its priority, or the thread that it interrupts */
};

/* A thread of Linux. A word that is 4 modulo 8 is none of the special ones. */
enum { THREADX_CONTEXT_NAME = 16 }; /* bytes of its name */

struct threadx_context_self {
	uint32_t other;
	uint32_t anchor;
	uint32_t depth; /* depth of interrupts */
	bool is_registered;
	uint8_t name_len;
	char name[THREADX_CONTEXT_NAME];
} __attribute__((aligned(8)));

extern __thread struct threadx_context_self threadx_context_self;

void threadx_context_register_self(void);

/* Gets the context of the caller as the kernel says it, or of an interrupt. */
void threadx_context_get_other(struct threadx_context *context);

/* Priority and threshold of all threads, unless a kernel has others. */
#define THREADX_CONTEXT_PRIORITY 0x80100010u

/* Learns where a kernel's threads have their priorities. */
struct pxt_threadx_kernel;
void threadx_context_learn(const struct pxt_threadx_kernel *kernel);

static inline bool threadx_context_is_registered(void)
{
	return threadx_context_self.is_registered;
}

/* Registers the calling thread, unless there is a kernel that has threads. */
static inline void threadx_context_register(void)
{
	if (__builtin_expect(!threadx_context_is_registered(), 0) &&
	    !&_tx_thread_current_ptr)
		threadx_context_register_self();
}

/* The depth of interrupts, as the kernel says, or the calls of this thread. */
static inline uint32_t threadx_context_state(void)
{
	return &_tx_thread_system_state ? _tx_thread_system_state :
					  threadx_context_self.depth;
}

/* True for a thread of Linux that is one of ThreadX, and in no interrupt. */
static inline bool threadx_context_is_thread(void)
{
	return !threadx_context_state() && !&_tx_thread_current_ptr;
}

/* Its address. */
static inline uint32_t threadx_context_address(void)
{
	return (uint32_t)(uintptr_t)&threadx_context_self.anchor;
}

/* Gets the context of the caller. */
static inline void threadx_context_get(struct threadx_context *context)
{
	const struct threadx_context_self *self = &threadx_context_self;

	if (__builtin_expect(threadx_context_is_thread(), 1))
		*context = (struct threadx_context){
			{ .address = threadx_context_address(),
			  .name = (char *)(uintptr_t)self->name,
			  .len = self->name_len },
			THREADX_CONTEXT_PRIORITY
		};
	else
		threadx_context_get_other(context);
}

/* The caller enters an interrupt, or leaves it. */
static inline void threadx_context_enter(void)
{
	threadx_context_self.depth++;
}

static inline void threadx_context_leave(void)
{
	if (threadx_context_self.depth)
		threadx_context_self.depth--;
}

#endif
