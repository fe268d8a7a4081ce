/*
 * lock.h - the critical section of records
 *
 * Recursive: a signal handler that interrupts its thread inside enters as well.
 * Other threads wait. A fork waits until no other thread is inside.
 */
#ifndef FIRMWARE_RKH_LOCK_H
#define FIRMWARE_RKH_LOCK_H

void pxt_rkh_lock_enter(void);
void pxt_rkh_lock_exit(void);

#endif
