/*
 * remote.h - steering a stream through its controller, another process
 *
 * A controller's operations are exact because it has the session's lock, the
 * control writer and the log. So other processes only send requests, which its
 * guardian executes (stream/mailbox.h).
 */
#ifndef PXT_SESSION_CONTROL_REMOTE_H
#define PXT_SESSION_CONTROL_REMOTE_H

#include <trace_np.h>

/* The request besides POSIX_TRACE_STEER_..._NP: its text is a choice of
 * model/choice.h, or empty: all. EAGAIN: ask again. */
enum { PXT_REMOTE_SELECT = POSIX_TRACE_STEER_DRAIN_NP + 1 };

/* posix_trace_steer_np(). */
int pxt_remote_steer(uid_t user, pid_t beside, int number, int what);

/* posix_trace_steer_select_np(). */
int pxt_remote_select(uid_t user, pid_t beside, int number,
		      const char *selection);

#endif
