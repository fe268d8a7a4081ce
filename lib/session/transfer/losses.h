/*
 * losses.h - LOSS records of a full stream
 *
 * Losses are per writer, as far as it is known.
 */
#ifndef PXT_SESSION_TRANSFER_LOSSES_H
#define PXT_SESSION_TRANSFER_LOSSES_H

#include "session/controller.h"

struct pxt_losses;

int pxt_losses_create(struct pxt_controller *controller,
		      struct pxt_losses **out);
void pxt_losses_close(struct pxt_losses *losses);

/* The slot had this writer last. */
void pxt_losses_note_owner(struct pxt_losses *losses, uint32_t slot,
			   const struct pxt_context *owner);

/* The time since which the stream is full; now, if it is not. */
int64_t pxt_losses_since(const struct pxt_losses *losses);

/* Counts losses until now. */
void pxt_losses_count(struct pxt_losses *losses);

/* When the stream goes on: counts losses of writers that had not seen it yet.
 * If it is full again already they cannot be distinguished, and are left for
 * the next time. */
void pxt_losses_count_on(struct pxt_losses *losses);

/* Records losses counted since the last time, as lost from then until now. */
void pxt_losses_put(struct pxt_losses *losses, int64_t since_ns,
		    const struct pxt_clock_pair *now);

/* Same for a successor, which does not know whose losses were recorded. */
void pxt_losses_put_rest(struct pxt_losses *losses, int64_t since_ns,
			 const struct pxt_clock_pair *now);

/* Count what was lost and is not recorded. */
uint64_t pxt_losses_untold(const struct pxt_losses *losses);

/* Losses until now are not told any more. */
void pxt_losses_forget(struct pxt_losses *losses);

#endif
