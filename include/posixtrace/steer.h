/* steer.h - controlling the streams of other processes */
#ifndef _POSIXTRACE_STEER_H
#define _POSIXTRACE_STEER_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Requests to another process's stream. */
enum {
	POSIX_TRACE_STEER_START_NP = 1,
	POSIX_TRACE_STEER_STOP_NP = 2,
	POSIX_TRACE_STEER_CLEAR_NP = 3,
	POSIX_TRACE_STEER_FLUSH_NP = 4,
	POSIX_TRACE_STEER_SHUTDOWN_NP = 5,
	POSIX_TRACE_STEER_DRAIN_NP = 6 /* same as posix_trace_drain_np() */
};

/*
 * Has a stream started, stopped, cleared, flushed or shut down by its
 * controller, whichever process that is, as if it had called the function
 * itself; waits until it has. The controller's program takes no part in it. The
 * identifier of a stream that was shut down becomes invalid there.
 *
 * user, number: from posix_trace_list_streams_np().
 *
 * ENOENT: no such stream. EBADMSG: damaged, or of another version of
 * posixtrace. EPERM: another user's. ESRCH: its controller is gone; see
 * posix_trace_recover_np(). ENOTSUP: its controller does not answer requests:
 * it traces another user's process, or could not start a thread. ETIMEDOUT: its
 * controller did not react for five seconds, and the request was withdrawn.
 * EINPROGRESS: it has been busy with it for a minute. EINVAL: no such request,
 * or no log to be flushed; or, for DRAIN, none of a stream of the policy FLUSH.
 * Otherwise the error of the function.
 */
int posix_trace_steer_np(uid_t user, int number, int what);

/*
 * Has the controller of a stream choose the events that it records, as if it
 * had called posix_trace_select_np(); waits until it has. NULL: all are
 * recorded.
 *
 * EINVAL: invalid selection. Otherwise the errors of posix_trace_steer_np().
 */
int posix_trace_steer_select_np(uid_t user, int number, const char *selection);

/*
 * Both of a stream beside a process, as posix_trace_list_streams_np() tells it.
 * ESRCH: also no such process.
 */
int posix_trace_steer_beside_np(pid_t pid, int number, int what);
int posix_trace_steer_select_beside_np(pid_t pid, int number,
				       const char *selection);

#ifdef __cplusplus
}
#endif

#endif
