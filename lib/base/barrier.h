/*
 * barrier.h - a memory barrier for all processes, at the cost of one
 *
 * Writers order their stores and loads with compiler barriers only. The other
 * side calls pxt_barrier_all(): after it, each store that a registered process
 * made before a load that missed the caller's earlier stores is visible to the
 * caller.
 */
#ifndef PXT_BASE_BARRIER_H
#define PXT_BASE_BARRIER_H

/* Registers the process. Cheap while it has one thread. */
void pxt_barrier_register(void);

/* membarrier(2), or, if the kernel refuses it, a pause long enough for any
 * store buffer to drain. */
void pxt_barrier_all(void);

/* Keeps the compiler from moving memory accesses over this point. The other
 * half of pxt_barrier_all(). */
#define pxt_barrier_light() atomic_signal_fence(memory_order_seq_cst)

#endif
