/* wait.c - futex(2) */
#include "base/wait.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

int pxt_wait(_Atomic uint32_t *word, uint32_t value,
	     const struct timespec *deadline)
{
	if (!syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME,
		     value, deadline, NULL, FUTEX_BITSET_MATCH_ANY))
		return 0;
	if (errno == EINTR || errno == ETIMEDOUT)
		return errno;
	return 0;
}

void pxt_wake(_Atomic uint32_t *word)
{
	int saved = errno;

	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	errno = saved;
}

void pxt_pause(long ns)
{
	const struct timespec time = { .tv_nsec = ns };
	int saved = errno;

	syscall(SYS_nanosleep, &time, NULL);
	errno = saved;
}
