/*
 * requests.h - requests of other processes to a stream's controller
 *
 * Processes of the controller's user, and root's, may have the stream started,
 * stopped, cleared, flushed and shut down (remote.h). This excludes streams in
 * another user's directory: that user could write to the mailbox, too, and did
 * not ask to be traced.
 */
#ifndef PXT_SESSION_CONTROL_REQUESTS_H
#define PXT_SESSION_CONTROL_REQUESTS_H

/* Serves the request in the mailbox of an active session's stream, for the
 * guardian, which the session outlives. */
void pxt_requests_serve(void *session);

#endif
