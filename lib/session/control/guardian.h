/*
 * guardian.h - a thread whose end tells that the controller is gone, and which
 * looks into the mailbox meanwhile
 *
 * A stream has one in the controller's process. It holds the stream's lifeline
 * (base/lifeline.h): the kernel cuts it when the process is killed, ends or
 * executes another program, and writers find that out by themselves.
 *
 * And it wakes when there is a request in the stream's mailbox, and has that
 * served.
 */
#ifndef PXT_SESSION_CONTROL_GUARDIAN_H
#define PXT_SESSION_CONTROL_GUARDIAN_H

#include "stream/stream.h"

struct pxt_guardian;

/* Serve the request that is in the mailbox, if it is still there. */
typedef void pxt_guardian_serve(void *argument);

/* Behind this the stream is guarded. It has to be mapped until close. EAGAIN,
 * ENOMEM: there can be no thread. */
int pxt_guardian_create(struct pxt_stream_shared *shared,
			pxt_guardian_serve *serve, void *argument,
			struct pxt_guardian **out);

/* The controller goes on, without the stream. By the guardian itself, too, if
 * it was asked to shut the stream down. NULL: none. */
void pxt_guardian_close(struct pxt_guardian *guardian);

#endif
