/*
 * steer.h - operations on a running stream, and their system events
 *
 * The controller's lock is held. Stopping, filtering and clearing are exact:
 * they take effect where their event is among the others.
 */
#ifndef PXT_SESSION_STEER_H
#define PXT_SESSION_STEER_H

#include "session/controller.h"

/* True if the filter passes events of that type. */
bool pxt_steer_wants(const struct pxt_controller *controller, uint32_t type);

/* Records an event if it passes the filter. address: place in the program of a
 * process that traces itself; 0: no thread. */
void pxt_steer_put(struct pxt_controller *controller, uint32_t type,
		   uint64_t address, const void *data, size_t len);

void pxt_steer_start(struct pxt_controller *controller, uint64_t address);
void pxt_steer_stop(struct pxt_controller *controller, uint64_t address);

/* Records the STOP of a stream that has stopped by being full. False: done
 * already, or not full. */
bool pxt_steer_note_full(struct pxt_controller *controller);

/* A full stream has room again: go on, unless it was stopped. Gives the instant
 * up to which it was full. */
struct pxt_clock_pair pxt_steer_reopen(struct pxt_controller *controller);

/* Notes that everything was taken: a looping stream is not full any more. */
void pxt_steer_note_empty(struct pxt_controller *controller);

void pxt_steer_get_filter(const struct pxt_controller *controller,
			  trace_event_set_t *set);

/* EINVAL: how is none of the three. */
int pxt_steer_set_filter(struct pxt_controller *controller,
			 const trace_event_set_t *set, int how,
			 uint64_t address);

/* Restricts recording to chosen names, including those opened later, and system
 * events. NULL: all. Changing the filter, and clearing, end it. EINVAL: not a
 * choice of model/choice.h. */
int pxt_steer_choose(struct pxt_controller *controller, const char *choice,
		     uint64_t address);

/* Discards the contents of the stream, in the flusher's turn if there is one.
 * Between the two calls, which return and take the previous gate, nothing is
 * recorded: other modules can forget events. */
uint32_t pxt_steer_begin_clear(struct pxt_controller *controller);
void pxt_steer_end_clear(struct pxt_controller *controller, uint32_t gate);

#endif
