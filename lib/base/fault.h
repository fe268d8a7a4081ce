/*
 * fault.h - shared memory that others may take away
 *
 * A file on a tmpfs cannot be sealed: whoever may write to it may cut it, and
 * who then touches what is mapped of it gets SIGBUS. So the mappings are noted
 * here, and a handler puts zeroes of the process's own in the place of one that
 * is cut: to whoever comes next it is a stream with its gate shut, a process
 * that nothing traces, a family without names. Nothing that is mapped may hold
 * what the process cannot do without.
 *
 * Every other SIGBUS is as it would be without us: the handler that was there
 * before is called, or the process ends by the signal, where it happened.
 *
 * Known limits. The handler is there from the first mapping on; a program that
 * sets another one later, without calling the old one, has taken it away. And
 * to a thread that blocks SIGBUS, as in a handler of its own for it, the kernel
 * delivers none: such a touch ends the process. So it does where the system has
 * no address space to give away (vm.overcommit_memory 2). Our own threads do not
 * block it: in a program that blocks it everywhere, to wait for it, they take it.
 */
#ifndef PXT_BASE_FAULT_H
#define PXT_BASE_FAULT_H

#include <signal.h>
#include <stddef.h>

/* Note a mapping, before it is touched. ENOMEM. Safe in signal handlers, like
 * all of this. */
int pxt_fault_guard(void *memory, size_t length);

/* It is about to be unmapped. One that was never noted is ignored. */
void pxt_fault_forget(const void *memory);

/* Forget it, and put private memory of zeroes in its place, to be unmapped some
 * day or never. ENOMEM: it is as it was. */
int pxt_fault_abandon(void *memory, size_t length);

/* Block all signals of the calling thread but this one, for what handlers must
 * not interrupt. A SIGBUS that is no fault waits until the end. before: as it
 * was. No nesting. */
void pxt_fault_block_others(sigset_t *before);
void pxt_fault_unblock_others(const sigset_t *before);

#endif
