/* posix_trace_steer_np.c - another process's streams */
#include <errno.h>
#include <trace_np.h>

#include "session/control/remote.h"

int posix_trace_steer_np(uid_t user, int number, int what)
{
	return pxt_remote_steer(user, 0, number, what);
}

int posix_trace_steer_select_np(uid_t user, int number, const char *selection)
{
	return pxt_remote_select(user, 0, number, selection);
}

int posix_trace_steer_beside_np(pid_t pid, int number, int what)
{
	return pid > 0 ? pxt_remote_steer(0, pid, number, what) : ESRCH;
}

int posix_trace_steer_select_beside_np(pid_t pid, int number,
				       const char *selection)
{
	return pid > 0 ? pxt_remote_select(0, pid, number, selection) : ESRCH;
}
