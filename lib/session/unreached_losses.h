/*
 * unreached_losses.h - LOSS records of events that did not reach a stream
 *
 * These are events of the traced process and its heirs; see stream/unreached.h.
 * The controller's lock is held.
 */
#ifndef PXT_SESSION_UNREACHED_LOSSES_H
#define PXT_SESSION_UNREACHED_LOSSES_H

#include "session/controller.h"

/* Records them as lost if the stream took events until now; otherwise drops
 * them. */
void pxt_unreached_losses_tell(struct pxt_controller *controller, bool took);

/* Drops events so far: their time, or types, are not wanted. */
void pxt_unreached_losses_forget(struct pxt_controller *controller);

/* Count what was not told yet; and tell why, of that or else of what was. */
uint64_t pxt_unreached_losses_count(struct pxt_controller *controller,
				    int *reason);

#endif
