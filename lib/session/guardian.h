/*
 * guardian.h - a thread whose end tells that the controller is gone
 *
 * A stream that others record into has one in the controller's process. It
 * does nothing but hold the stream's lifeline (base/lifeline.h): the kernel
 * cuts it when the process is killed, ends or executes another program, and
 * writers find that out by themselves.
 */
#ifndef PXT_SESSION_GUARDIAN_H
#define PXT_SESSION_GUARDIAN_H

#include "stream/stream.h"

struct pxt_guardian;

/* Behind this the stream is guarded. The stream has to be mapped until close.
 * EAGAIN, ENOMEM: there can be no thread. */
int pxt_guardian_create(struct pxt_stream *stream, struct pxt_guardian **out);

/* The controller goes on, without the stream. NULL: none. */
void pxt_guardian_close(struct pxt_guardian *guardian);

#endif
