/* barrier.c - membarrier(2) */
#include "base/barrier.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/wait.h"

enum { DRAIN_NS = 1000000 };

static int membarrier(int command)
{
	int saved = errno;
	long result = syscall(SYS_membarrier, command, 0, 0);

	errno = saved;
	return (int)result;
}

void pxt_barrier_register(void)
{
	membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED);
}

void pxt_barrier_all(void)
{
	atomic_thread_fence(memory_order_seq_cst);
	if (membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED))
		pxt_pause(DRAIN_NS);
}
