/* context.c - what runs: a thread, an interrupt, or initialization */
#include "firmware/threadx/context.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>

#include "firmware/threadx/interface.h"
#include "firmware/threadx/objects.h"
#include "format/threadx/memory.h"

enum { PRIORITY_PRESENT = 0x80 }; /* flag in the registry */

#define THRESHOLD_PRESENT 0x80000000u
enum { THRESHOLD_SHIFT = 16, OFFSET_BITS = 32 };

/* The offset of a threshold, and that of a priority; 0: not known. */
static _Atomic uint64_t offsets;

__thread struct threadx_context_self threadx_context_self;

static uint32_t word_of(const volatile void *address)
{
	return (uint32_t)(uintptr_t)address;
}

static uint32_t thread_word(void)
{
	return word_of(&_tx_thread_current_ptr ?
			       _tx_thread_current_ptr :
			       (void *)&threadx_context_self.anchor);
}

void threadx_context_register_self(void)
{
	struct threadx_context_self *self = &threadx_context_self;
	const int saved = errno;

	self->is_registered = true;
	if (prctl(PR_GET_NAME, self->name))
		self->name[0] = '\0';
	self->name_len = (uint8_t)strnlen(self->name, THREADX_CONTEXT_NAME - 1);
	threadx_objects_add(
		&(struct threadx_object){
			.type = THREADX_THREAD,
			.reserved = { PRIORITY_PRESENT,
				      THREADX_CONTEXT_PRIORITY & 0xff },
			.address = word_of(&self->anchor),
		},
		self->name);
	errno = saved;
}

void threadx_context_learn(const struct pxt_threadx_kernel *kernel)
{
	atomic_store_explicit(&offsets,
			      (uint64_t)kernel->threshold << OFFSET_BITS |
				      kernel->priority,
			      memory_order_relaxed);
}

static uint32_t priority_of(const volatile void *thread, uint64_t known)
{
	const volatile char *at = thread;
	uint32_t priority, threshold;

	priority = *(const volatile uint32_t *)(at + (uint32_t)known);
	threshold = *(const volatile uint32_t *)(at + (known >> OFFSET_BITS));
	return THRESHOLD_PRESENT | threshold << THRESHOLD_SHIFT | priority;
}

static uint32_t current_priority(void)
{
	const uint64_t known =
		atomic_load_explicit(&offsets, memory_order_relaxed);

	return known && &_tx_thread_current_ptr && _tx_thread_current_ptr ?
		       priority_of(_tx_thread_current_ptr, known) :
		       THREADX_CONTEXT_PRIORITY;
}

static struct threadx_context make(uint32_t word, uint32_t priority,
				   const char *name, size_t len)
{
	return (struct threadx_context){ { .address = word,
					   .name = (char *)(uintptr_t)name,
					   .len = len },
					 priority };
}

void threadx_context_get_other(struct threadx_context *context)
{
	const struct threadx_context_self *self = &threadx_context_self;
	const uint32_t state = threadx_context_state();

	if (!state)
		*context = make(thread_word(), current_priority(), self->name,
				self->name_len);
	else if (state < PXT_THREADX_INITIALIZE)
		*context = make(PXT_THREADX_INTERRUPT, thread_word(),
				"Interrupt", strlen("Interrupt"));
	else
		*context = make(PXT_THREADX_INITIALIZE, 0, "Initialize",
				strlen("Initialize"));
}
