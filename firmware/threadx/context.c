/* context.c - what runs: a thread, an interrupt, or initialization */
#include "firmware/threadx/context.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>

#include "firmware/threadx/interface.h"
#include "firmware/threadx/kernel.h"
#include "firmware/threadx/objects.h"
#include "format/threadx/memory.h"

enum {
	NAME = 16, /* bytes of a thread's name, as Linux has them */
	PRIORITY_PRESENT = 0x80, /* flag in the registry */
};

/* Priority and threshold of all threads, unless a kernel has others. */
#define PRIORITY 0x80100010u
#define THRESHOLD_PRESENT 0x80000000u
enum { THRESHOLD_SHIFT = 16, OFFSET_BITS = 32 };

/* The offset of a threshold, and that of a priority; 0: not known. */
static _Atomic uint64_t offsets;

/* A word that is 4 modulo 8 is none of the special ones. */
struct self {
	uint32_t other;
	uint32_t anchor;
	uint32_t depth; /* of interrupts */
	bool is_registered;
	uint8_t name_len;
	char name[NAME];
} __attribute__((aligned(8)));

static __thread struct self self;

static uint32_t word_of(const volatile void *address)
{
	return (uint32_t)(uintptr_t)address;
}

static uint32_t thread_word(void)
{
	return word_of(&_tx_thread_current_ptr ? _tx_thread_current_ptr :
						 (void *)&self.anchor);
}

uint32_t threadx_context_state(void)
{
	return &_tx_thread_system_state ? _tx_thread_system_state : self.depth;
}

void threadx_context_enter(void)
{
	self.depth++;
}

void threadx_context_leave(void)
{
	if (self.depth)
		self.depth--;
}

static __attribute__((noinline)) void register_self(void)
{
	const int saved = errno;

	self.is_registered = true;
	if (prctl(PR_GET_NAME, self.name))
		self.name[0] = '\0';
	self.name_len = (uint8_t)strnlen(self.name, NAME - 1);
	threadx_objects_add(&(struct threadx_object){
		.type = THREADX_THREAD,
		.reserved = { PRIORITY_PRESENT, PRIORITY & 0xff },
		.address = word_of(&self.anchor),
		.name = self.name,
	});
	errno = saved;
}

void threadx_context_register(void)
{
	if (!self.is_registered && !&_tx_thread_current_ptr)
		register_self();
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
		       PRIORITY;
}

void threadx_context_get(struct threadx_context *context)
{
	const uint32_t state = threadx_context_state();

	if (__builtin_expect(!state, 1))
		*context = (struct threadx_context){ thread_word(),
						     current_priority(),
						     self.name, self.name_len };
	else if (state < PXT_THREADX_INITIALIZE)
		*context = (struct threadx_context){ PXT_THREADX_INTERRUPT,
						     thread_word(), "Interrupt",
						     strlen("Interrupt") };
	else
		*context = (struct threadx_context){ PXT_THREADX_INITIALIZE, 0,
						     "Initialize",
						     strlen("Initialize") };
}
