/* posix_trace_recover_np.c - streams whose controller is gone */
#include <errno.h>
#include <trace_np.h>

#include "base/shm.h"
#include "session/control/rescue.h"

int posix_trace_get_orphan_np(int number, struct posix_trace_orphan_np *orphan)
{
	return orphan ? pxt_rescue_describe(number, orphan) : EINVAL;
}

int posix_trace_find_orphan_np(int fd, int *number)
{
	return number ? pxt_rescue_find(fd, number) : EINVAL;
}

int posix_trace_recover_np(int number, int fd,
			   struct posix_trace_recovered_np *result)
{
	return result ? pxt_rescue_stream(number, fd, result) : EINVAL;
}

int posix_trace_sweep_np(void)
{
	return pxt_rescue_sweep();
}

int posix_trace_get_directory_np(struct posix_trace_directory_np *directory)
{
	if (!directory)
		return EINVAL;
	return pxt_shm_explain(directory->path, sizeof(directory->path),
			       directory->refusal, sizeof(directory->refusal));
}
