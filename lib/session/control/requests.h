/*
 * requests.h - what others ask of a stream's controller
 *
 * Other processes of the controller's user, and root's, may have the stream
 * started, stopped, cleared, flushed and shut down (remote.h). Not where the files
 * are another user's: that user could write to the mailbox, too, and is traced
 * without being asked.
 */
#ifndef PXT_SESSION_CONTROL_REQUESTS_H
#define PXT_SESSION_CONTROL_REQUESTS_H

/* Serve the one in the mailbox of an active session's stream: the guardian's
 * part, which the session outlives. */
void pxt_requests_serve(void *session);

#endif
