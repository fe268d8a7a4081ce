/* board.c - what the program tells of its kernel, or Linux in its place */
#include "firmware/liteos/board.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "firmware/liteos/own_recorder.h"
#include "format/liteos/frame.h"

LITEOS_OF_PROGRAM extern uint32_t LOS_TaskInfoGet(uint32_t task, void *info);
LITEOS_OF_PROGRAM extern const char *OsTaskName(uint32_t task);
LITEOS_OF_PROGRAM extern uint32_t LOS_MemInfoGet(void *pool, void *status);
LITEOS_OF_PROGRAM extern unsigned char *m_aucSysMem0;

_Atomic uint32_t liteos_board_own_process;
static _Atomic uint32_t threads;
_Thread_local uint32_t liteos_board_thread;

static void take_process(void)
{
	atomic_store_explicit(&liteos_board_own_process, (uint32_t)getpid(),
			      memory_order_relaxed);
}

__attribute__((constructor(101))) static void begin(void)
{
	take_process();
	pthread_atfork(NULL, NULL, take_process);
}

uint64_t liteos_board_program_time(void)
{
	return LOS_SysCycleGet ? LOS_SysCycleGet() : HalClockGetCycles();
}

/* A signal handler may have numbered the thread meanwhile, and a number is left
 * out. */
uint32_t liteos_board_number_thread(void)
{
	liteos_board_thread = 1 + atomic_fetch_add_explicit(
					  &threads, 1, memory_order_relaxed);
	return liteos_board_thread;
}

uint32_t liteos_board_cpu(void)
{
	const int cpu = sched_getcpu();

	return cpu < 0 ? 0 : (uint32_t)cpu;
}

/* The name is the first member of what the kernels tell of a task. A kernel that
 * records is in the midst of something, and would wait for its own lock. */
static bool ask_kernel(uint32_t task, char *name)
{
	/* More than any tree writes. */
	_Alignas(uint64_t) char info[1024] = "";

	if (LITEOS_HAS_KERNEL || !LOS_TaskInfoGet ||
	    LOS_TaskInfoGet(task, info))
		return false;
	memcpy(name, info, PXT_LITEOS_NAME_LEN);
	name[PXT_LITEOS_NAME_LEN] = '\0';
	return true;
}

void liteos_board_task_name(uint32_t task, char *name)
{
	const char *text;

	memset(name, 0, PXT_LITEOS_NAME_LEN + 1);
	if (ask_kernel(task, name))
		return;
	text = OsTaskName ? OsTaskName(task) : NULL;
	if (text)
		memcpy(name, text, strnlen(text, PXT_LITEOS_NAME_LEN));
}

const void *liteos_board_pool(void)
{
	return &m_aucSysMem0 ? m_aucSysMem0 : NULL;
}

bool liteos_board_measure(uint64_t pool, uint32_t *used, uint32_t *unused)
{
	/* The first two of all trees are the bytes in use, and the others. */
	uint32_t status[64] = { 0 };

	if (!LOS_MemInfoGet || LOS_MemInfoGet((void *)(uintptr_t)pool, status))
		return false;
	*used = status[0];
	*unused = status[1];
	return true;
}
