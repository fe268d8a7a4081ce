/*
 * board.h - what the program tells of its kernel, or Linux in its place
 *
 * Functions of a kernel that the program has are used: weak references.
 */
#ifndef FIRMWARE_LITEOS_BOARD_H
#define FIRMWARE_LITEOS_BOARD_H

#include <stdbool.h>
#include <stdint.h>

/* Cycles of liteos_setup.clock. */
uint64_t liteos_board_time(void);

/* The running task, without a generation: LiteOS's, or the number of a Linux
 * thread, from 1 on. */
uint32_t liteos_board_task(void);

uint32_t liteos_board_process(void);
uint32_t liteos_board_cpu(void);

/* The name of a task, in PXT_LITEOS_NAME_LEN + 1 bytes. "": unknown. */
void liteos_board_task_name(uint32_t task, char *name);

/* NULL: the program has no pool. */
const void *liteos_board_pool(void);

/* False: the program does not tell the use of pools. */
bool liteos_board_measure(uint64_t pool, uint32_t *used, uint32_t *unused);

#endif
