/* wait.c - futex(2) */
#include "base/wait.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BRIEFLY_NS = 100000000 };

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

static void wait_briefly(_Atomic uint32_t *word, uint32_t value)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += BRIEFLY_NS;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pxt_wait(word, value, &until);
}

void pxt_wait_either(_Atomic uint32_t *own, uint32_t own_value,
		     _Atomic uint32_t *theirs, uint32_t their_value)
{
	const struct futex_waitv words[] = {
		{ .val = own_value,
		  .uaddr = (uintptr_t)own,
		  .flags = FUTEX_32 },
		{ .val = their_value,
		  .uaddr = (uintptr_t)theirs,
		  .flags = FUTEX_32 },
	};

	if (syscall(SYS_futex_waitv, words, 2, 0, NULL, 0) >= 0)
		return;
	if (errno != EAGAIN && errno != EINTR)
		wait_briefly(own, own_value);
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
