/*
 * guardian.h - the thread that holds a stream's lifeline and serves its mailbox
 *
 * A stream has one in the controller's process. It holds the stream's lifeline
 * (base/lifeline.h): the kernel cuts it when the process is killed, ends or
 * executes another program, and writers find that out by themselves.
 *
 * It wakes when there is a request in the stream's mailbox, and serves it.
 */
#ifndef PXT_SESSION_CONTROL_GUARDIAN_H
#define PXT_SESSION_CONTROL_GUARDIAN_H

#include "stream/stream.h"

struct pxt_guardian;

/* Serves the request in the mailbox, if it is still there. */
typedef void pxt_guardian_serve(void *argument);

/* Starts the guardian. The stream has to be mapped until close. EAGAIN, ENOMEM:
 * no thread. */
int pxt_guardian_create(struct pxt_stream_shared *shared,
			pxt_guardian_serve *serve, void *argument,
			struct pxt_guardian **out);

/* Ends the guardian; the controller lives on. The guardian itself may call it,
 * for a request to shut the stream down. NULL: none. */
void pxt_guardian_close(struct pxt_guardian *guardian);

#endif
