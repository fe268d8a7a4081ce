/* posix_trace_steer_np.c - another process's streams */
#include <trace_np.h>

#include "session/control/remote.h"

int posix_trace_steer_np(uid_t user, int number, int what)
{
	return pxt_remote_steer(user, number, what);
}

int posix_trace_steer_select_np(uid_t user, int number, const char *selection)
{
	return pxt_remote_select(user, number, selection);
}
