/* steer.h - another process's streams are started, stopped, flushed */
#ifndef _POSIXTRACE_STEER_H
#define _POSIXTRACE_STEER_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What can be asked of another process's stream. */
enum {
	POSIX_TRACE_STEER_START_NP = 1,
	POSIX_TRACE_STEER_STOP_NP = 2,
	POSIX_TRACE_STEER_CLEAR_NP = 3,
	POSIX_TRACE_STEER_FLUSH_NP = 4,
	POSIX_TRACE_STEER_SHUTDOWN_NP = 5,
	POSIX_TRACE_STEER_DRAIN_NP = 6 /* as posix_trace_drain_np() */
};

/*
 * Have a stream started, stopped, cleared, flushed or shut down by its
 * controller, whichever process that is, as if it had called the function
 * itself; and wait until it has. It need not do anything for that. Of a stream
 * that was shut down it finds the identifier invalid.
 *
 * user, number: as posix_trace_list_streams_np() tells them.
 *
 * ENOENT: no stream has the number. EBADMSG: it is damaged, or of another
 * version of posixtrace. EPERM: it is another user's. ESRCH: its controller is
 * gone; see posix_trace_recover_np(). ENOTSUP: its controller answers nobody:
 * it traces another user's process, or could have no thread. ETIMEDOUT: its
 * controller did nothing for five seconds, and the request was taken back.
 * EINPROGRESS: it has been at it for a minute. EINVAL: no such thing can be
 * asked, or there is no log to be flushed; or, for DRAIN, none that a stream of
 * the policy FLUSH goes to. Else the error of the function.
 */
int posix_trace_steer_np(uid_t user, int number, int what);

/*
 * Have its controller choose which events a stream records, as if it had called
 * posix_trace_select_np(), and wait until it has. NULL: all are recorded.
 *
 * EINVAL: selection is none. Else the errors of posix_trace_steer_np().
 */
int posix_trace_steer_select_np(uid_t user, int number, const char *selection);

#ifdef __cplusplus
}
#endif

#endif
