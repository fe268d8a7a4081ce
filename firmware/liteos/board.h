/*
 * board.h - what the program tells of its kernel, or Linux in its place
 *
 * Functions of a kernel that the program has are used: weak references.
 */
#ifndef FIRMWARE_LITEOS_BOARD_H
#define FIRMWARE_LITEOS_BOARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "firmware/common/clock.h"

#define LITEOS_OF_PROGRAM __attribute__((weak, visibility("default")))

LITEOS_OF_PROGRAM extern uint32_t LOS_CurTaskIDGet(void);
LITEOS_OF_PROGRAM extern uint64_t LOS_SysCycleGet(void);
LITEOS_OF_PROGRAM extern uint64_t HalClockGetCycles(void);

uint64_t liteos_board_program_time(void);

/* True if the program tells the time. */
static inline bool liteos_board_has_time(void)
{
	return LOS_SysCycleGet || HalClockGetCycles;
}

/* Cycles of liteos_setup.clock. read: as for firmware_clock_now(). */
static inline uint64_t
liteos_board_time(const struct posix_trace_stamp_np *read)
{
	return liteos_board_has_time() ? liteos_board_program_time() :
					 firmware_clock_now(read);
}

extern _Thread_local uint32_t liteos_board_thread; /* number; 0: none yet */
uint32_t liteos_board_number_thread(void);

/* The running task, without a generation: LiteOS's, or the number of a Linux
 * thread, from 1 on. */
static inline uint32_t liteos_board_task(void)
{
	if (LOS_CurTaskIDGet)
		return LOS_CurTaskIDGet();
	return liteos_board_thread ? liteos_board_thread :
				     liteos_board_number_thread();
}

extern _Atomic uint32_t liteos_board_own_process;

static inline uint32_t liteos_board_process(void)
{
	return atomic_load_explicit(&liteos_board_own_process,
				    memory_order_relaxed);
}

uint32_t liteos_board_cpu(void);

/* The name of a task, in PXT_LITEOS_NAME_LEN + 1 bytes. "": unknown. */
void liteos_board_task_name(uint32_t task, char *name);

/* NULL: the program has no pool. */
const void *liteos_board_pool(void);

/* False: the program does not tell the use of pools. */
bool liteos_board_measure(uint64_t pool, uint32_t *used, uint32_t *unused);

#endif
