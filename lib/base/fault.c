/* fault.c - see fault.h; the handler reads the list without a lock */
#include "base/fault.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/pages.h"
#include "base/resident.h"

enum {
	FEW = 16, /* mappings without a block of more */
	BLOCK = 4096,
};

#define FREE ((uintptr_t)0)
#define TAKEN ((uintptr_t)1) /* taken, and not filled in yet */

/* The length is valid while the address stays. */
struct mapping {
	_Atomic uintptr_t address;
	_Atomic size_t length;
};

/* Blocks are added as needed, and stay. */
struct block {
	_Atomic(struct block *) next;
	struct mapping *mapping;
	size_t count;
};

static struct mapping few[FEW] PXT_RESIDENT;
static struct block first = { .mapping = few, .count = FEW };

/* The list */

static struct block *next_of(struct block *block)
{
	return atomic_load_explicit(&block->next, memory_order_acquire);
}

static struct block *add_block(struct block *last)
{
	struct block *none = NULL;
	struct block *block = pxt_pages_map(BLOCK);

	if (!block)
		return NULL;
	block->mapping = (struct mapping *)(block + 1);
	block->count = (BLOCK - sizeof(*block)) / sizeof(*block->mapping);
	if (atomic_compare_exchange_strong_explicit(&last->next, &none, block,
						    memory_order_seq_cst,
						    memory_order_seq_cst))
		return block;
	pxt_pages_unmap(block, BLOCK);
	return none;
}

static bool note_in(struct block *block, uintptr_t address, size_t length)
{
	for (size_t i = 0; i < block->count; i++) {
		struct mapping *mapping = &block->mapping[i];
		uintptr_t old = FREE;

		if (atomic_load_explicit(&mapping->address,
					 memory_order_relaxed) != FREE ||
		    !atomic_compare_exchange_strong_explicit(
			    &mapping->address, &old, TAKEN,
			    memory_order_relaxed, memory_order_relaxed))
			continue;
		/* Seeing the new length implies seeing that the address has
		 * changed. */
		atomic_thread_fence(memory_order_release);
		atomic_store_explicit(&mapping->length, length,
				      memory_order_relaxed);
		atomic_store_explicit(&mapping->address, address,
				      memory_order_release);
		return true;
	}
	return false;
}

static int note(uintptr_t address, size_t length)
{
	struct block *block = &first, *next;

	while (!note_in(block, address, length)) {
		next = next_of(block);
		if (!next)
			next = add_block(block);
		if (!next)
			return ENOMEM;
		block = next;
	}
	return 0;
}

void pxt_fault_forget(const void *memory)
{
	for (struct block *block = &first; block; block = next_of(block)) {
		for (size_t i = 0; i < block->count; i++) {
			uintptr_t address = (uintptr_t)memory;

			if (atomic_compare_exchange_strong_explicit(
				    &block->mapping[i].address, &address, FREE,
				    memory_order_seq_cst, memory_order_seq_cst))
				return;
		}
	}
}

static bool covers(struct mapping *mapping, uintptr_t where, uintptr_t *address,
		   size_t *length)
{
	*address =
		atomic_load_explicit(&mapping->address, memory_order_acquire);
	*length = atomic_load_explicit(&mapping->length, memory_order_relaxed);
	atomic_thread_fence(memory_order_acquire);
	return *address > TAKEN && where - *address < *length &&
	       atomic_load_explicit(&mapping->address, memory_order_relaxed) ==
		       *address;
}

static bool find(uintptr_t where, uintptr_t *address, size_t *length)
{
	for (struct block *block = &first; block; block = next_of(block))
		for (size_t i = 0; i < block->count; i++)
			if (covers(&block->mapping[i], where, address, length))
				return true;
	return false;
}

/* Zeroes */

static bool put_zeroes(uintptr_t address, size_t length)
{
	return mmap((void *)address, length, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
		    0) != MAP_FAILED;
}

static bool replace(uintptr_t where)
{
	uintptr_t address;
	size_t length;

	return find(where, &address, &length) && put_zeroes(address, length);
}

int pxt_fault_abandon(void *memory, size_t length)
{
	if (!put_zeroes((uintptr_t)memory, length))
		return ENOMEM;
	pxt_fault_forget(memory);
	return 0;
}

/* The handler */

/* The previous handler, and whether it is known. */
static struct sigaction before PXT_RESIDENT;
static _Atomic bool is_known PXT_RESIDENT;
static __thread bool waits
	__attribute__((tls_model("initial-exec"))); /* a pending SIGBUS that is
						     * no fault */

/* True for a fault: the instruction will be repeated. */
static bool is_fault(const siginfo_t *info)
{
	return info->si_code > 0 && info->si_code != BUS_MCEERR_AO;
}

static void send_again(siginfo_t *info)
{
	syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGBUS, info);
}

/* Postpones the signal until the thread has its own mask again. */
static void put_off(siginfo_t *info, ucontext_t *context)
{
	sigaddset(&context->uc_sigmask, SIGBUS);
	send_again(info);
}

/* Raises the signal again, fatally, when this handler returns. */
static void die(siginfo_t *info)
{
	signal(SIGBUS, SIG_DFL);
	if (!is_fault(info))
		send_again(info);
}

/* Calls a handler like the kernel. */
static void call(struct sigaction action, int number, siginfo_t *info,
		 void *context)
{
	sigset_t mask = action.sa_mask, bus;

	if (action.sa_flags & SA_NODEFER) {
		sigemptyset(&bus);
		sigaddset(&bus, SIGBUS);
		pthread_sigmask(SIG_UNBLOCK, &bus, NULL);
	}
	pthread_sigmask(SIG_BLOCK, &mask, NULL);
	if ((unsigned)action.sa_flags & SA_RESETHAND)
		before.sa_handler = SIG_DFL;
	if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction(number, info, context);
	else
		action.sa_handler(number);
}

static void pass_on(int number, siginfo_t *info, void *context)
{
	const struct sigaction action = before;

	if (action.sa_handler == SIG_IGN && !is_fault(info))
		return;
	if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)
		die(info);
	else
		call(action, number, info, context);
}

static void handle(int number, siginfo_t *info, void *context)
{
	const int saved = errno;
	const bool done = info->si_code == BUS_ADRERR &&
			  replace((uintptr_t)info->si_addr);

	errno = saved;
	if (done)
		return;
	if (!is_fault(info) && waits)
		put_off(info, context);
	else if (!is_fault(info) ||
		 atomic_load_explicit(&is_known, memory_order_acquire))
		pass_on(number, info, context);
	/* Otherwise the signal is raised again, until the thread that knows has
	 * noted it. */
}

static void install(void)
{
	static _Atomic bool begun PXT_RESIDENT;
	struct sigaction action = {
		.sa_sigaction = handle,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART,
	};

	if (atomic_load_explicit(&begun, memory_order_relaxed) ||
	    atomic_exchange_explicit(&begun, true, memory_order_seq_cst))
		return;
	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, &before);
	atomic_store_explicit(&is_known, true, memory_order_release);
}

int pxt_fault_guard(void *memory, size_t length)
{
	install();
	return note((uintptr_t)memory, length);
}

/* Masks */

void pxt_fault_block_others(sigset_t *old)
{
	sigset_t others;

	sigfillset(&others);
	sigdelset(&others, SIGBUS);
	pthread_sigmask(SIG_BLOCK, &others, old);
	waits = true;
}

void pxt_fault_unblock_others(const sigset_t *old)
{
	waits = false;
	pthread_sigmask(SIG_SETMASK, old, NULL);
}
