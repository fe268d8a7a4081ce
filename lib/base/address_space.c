/* address_space.c - see address_space.h */
#include "base/address_space.h"

#include <sys/resource.h>
#include <unistd.h>

#include "base/proc.h"

/* If the size of a process is unknown, half of the limit is assumed to be
 * left. */
static uint64_t unused_space(uint64_t limit, pid_t pid)
{
	uint64_t size;

	if (pxt_proc_size(pid, &size))
		return limit / 2;
	return size < limit ? limit - size : 0;
}

uint64_t pxt_address_space_share(pid_t pid)
{
	struct rlimit limit;

	if (prlimit(pid, RLIMIT_AS, NULL, &limit) ||
	    limit.rlim_cur == RLIM_INFINITY)
		return PXT_ADDRESS_SPACE_ALL;
	return unused_space(limit.rlim_cur, pid ? pid : getpid()) /
	       PXT_ADDRESS_SPACE_PART;
}
