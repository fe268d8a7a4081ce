/*
 * steer.h - what the controller of a running stream may do to it, and the
 * system events that tell of it
 *
 * All of this is with the controller's lock held. Stopping, filtering and
 * clearing are exact: where the event that tells of it stands among the
 * others, there it took effect.
 */
#ifndef PXT_SESSION_STEER_H
#define PXT_SESSION_STEER_H

#include "session/controller.h"

/* Does the filter let events of that type pass? */
bool pxt_steer_wants(const struct pxt_controller *controller, uint32_t type);

/* Record an event that the filter lets pass. address: where in the program
 * of a process that traces itself; 0: of no thread. */
void pxt_steer_put(struct pxt_controller *controller, uint32_t type,
		   uint64_t address, const void *data, size_t len);

void pxt_steer_start(struct pxt_controller *controller, uint64_t address);
void pxt_steer_stop(struct pxt_controller *controller, uint64_t address);

/* A full stream has stopped by itself: record the STOP that says so. false:
 * that is done already, or the stream is not full. */
bool pxt_steer_note_full(struct pxt_controller *controller);

/* A full stream has room again: go on, unless it was stopped. Gives the instant
 * up to which it was full. */
struct pxt_clock_pair pxt_steer_reopen(struct pxt_controller *controller);

/* All that is in the stream was taken: a looping one is not full any more. */
void pxt_steer_note_empty(struct pxt_controller *controller);

void pxt_steer_get_filter(const struct pxt_controller *controller,
			  trace_event_set_t *set);

/* EINVAL: how is none of the three. */
int pxt_steer_set_filter(struct pxt_controller *controller,
			 const trace_event_set_t *set, int how,
			 uint64_t address);

/* Let only events pass whose names are wanted, those included that get their
 * name later, and the system's. NULL: all. Changing the filter, and clearing,
 * end it. EINVAL: no choice of model/choice.h. */
int pxt_steer_choose(struct pxt_controller *controller, const char *choice,
		     uint64_t address);

/* Throw away what is in the stream, in the flusher's turn if there is one.
 * Between the two, which give and take the gate as it was, nothing is recorded:
 * what else knows of events can forget them. */
uint32_t pxt_steer_begin_clear(struct pxt_controller *controller);
void pxt_steer_end_clear(struct pxt_controller *controller, uint32_t gate);

#endif
