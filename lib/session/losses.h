/*
 * losses.h - what a stream lost for want of room, recorded in it for its log
 *
 * Each writer's losses by themselves, as far as it is known who that was.
 */
#ifndef PXT_SESSION_LOSSES_H
#define PXT_SESSION_LOSSES_H

#include "session/session.h"

struct pxt_losses;

int pxt_losses_create(struct pxt_session *session, struct pxt_losses **out);
void pxt_losses_close(struct pxt_losses *losses);

/* This writer was the last that the slot had. */
void pxt_losses_note_owner(struct pxt_losses *losses, uint32_t slot,
			   const struct pxt_context *owner);

/* Record all since the last time. */
void pxt_losses_put(struct pxt_losses *losses);

/* The same for who takes the place of another, and does not know whose losses
 * that one has recorded. */
void pxt_losses_put_rest(struct pxt_losses *losses);

/* What was lost until now is not told any more. */
void pxt_losses_forget(struct pxt_losses *losses);

#endif
