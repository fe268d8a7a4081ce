/*
 * fault.h - shared memory that other processes may truncate
 *
 * A file on a tmpfs cannot be sealed: any process that may write to it may
 * truncate it, and an access to its mapping then raises SIGBUS. So mappings are
 * noted here, and a handler replaces a truncated one by private zeroes, which
 * mean a stream with its gate shut, an untraced process, or a family without
 * names. A mapping must never hold indispensable data.
 *
 * Any other SIGBUS has its usual effect: the previous handler is called, or the
 * process ends at the faulting instruction.
 *
 * Known limits. The handler is installed at the first mapping; a program that
 * sets another one later, without calling this one, removes it. A thread that
 * blocks SIGBUS, as in its own handler, cannot be helped: the process ends. The
 * same holds if the system has no address space left (vm.overcommit_memory 2).
 * Threads of the library do not block SIGBUS: in a program that blocks it
 * everywhere, to wait for it, they take it.
 */
#ifndef PXT_BASE_FAULT_H
#define PXT_BASE_FAULT_H

#include <signal.h>
#include <stddef.h>

/* Notes a mapping, before it is accessed. ENOMEM. Safe in signal handlers, like
 * all functions here. */
int pxt_fault_guard(void *memory, size_t length);

/* Forgets a mapping before it is unmapped. Unknown ones are ignored. */
void pxt_fault_forget(const void *memory);

/* Forgets a mapping, and replaces it by private zeroes, to be unmapped later or
 * never. ENOMEM: it is unchanged. */
int pxt_fault_abandon(void *memory, size_t length);

/* Blocks all signals of the calling thread but SIGBUS, for code that handlers
 * must not interrupt. A SIGBUS that is not a fault waits until the end. before:
 * the previous mask. No nesting. */
void pxt_fault_block_others(sigset_t *before);
void pxt_fault_unblock_others(const sigset_t *before);

#endif
