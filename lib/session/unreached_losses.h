/*
 * unreached_losses.h - events that did not reach a stream, told in it
 *
 * Of the traced process, and of those that inherited the stream; see
 * stream/unreached.h. With the controller's lock held.
 */
#ifndef PXT_SESSION_UNREACHED_LOSSES_H
#define PXT_SESSION_UNREACHED_LOSSES_H

#include "session/controller.h"

/* Record it as lost if the stream took events until now, or forget it. */
void pxt_unreached_losses_tell(struct pxt_controller *controller, bool took);

/* Forget the events so far that the stream did not get: they are of a time, or
 * of types, that are not wanted. */
void pxt_unreached_losses_forget(struct pxt_controller *controller);

/* Count what was not told yet; and tell why, of that or else of what was. */
uint64_t pxt_unreached_losses_count(struct pxt_controller *controller,
				    int *reason);

#endif
