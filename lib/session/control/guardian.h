/*
 * guardian.h - a thread whose end tells that the controller is gone, and which
 * does meanwhile what others ask
 *
 * A stream has one in the controller's process. It holds the stream's lifeline
 * (base/lifeline.h): the kernel cuts it when the process is killed, ends or
 * executes another program, and writers find that out by themselves.
 *
 * And it serves the stream's mailbox: other processes of the controller's user,
 * and root's, may have the stream started, stopped, cleared, flushed and shut
 * down (session/control/remote.h). Not where the files are another user's: that user
 * could write to the mailbox, too, and is traced without being asked.
 */
#ifndef PXT_SESSION_CONTROL_GUARDIAN_H
#define PXT_SESSION_CONTROL_GUARDIAN_H

struct pxt_guardian;
struct pxt_session;

/* Behind this the session's stream is guarded. It has to be mapped until close.
 * EAGAIN, ENOMEM: there can be no thread. */
int pxt_guardian_create(struct pxt_session *session, struct pxt_guardian **out);

/* The controller goes on, without the stream. By the guardian itself, too, if
 * it was asked to shut the stream down. NULL: none. */
void pxt_guardian_close(struct pxt_guardian *guardian);

#endif
