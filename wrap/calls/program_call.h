/*
 * program_call.h - the program's call behind a call of a language's library
 *
 * The libraries of C and C++ call functions that ours stand in front of, too:
 * operator new calls malloc(), std::thread pthread_create(), asprintf()
 * realloc(). The event has the address of the program's call: the first frame
 * outside of these libraries and of replaced operators new and delete.
 *
 * Wrapping the operators instead would change which operators a library finds,
 * and what exceptions and handlers pass through. Frames are only read, as for
 * an exception.
 */
#ifndef WRAP_CALLS_PROGRAM_CALL_H
#define WRAP_CALLS_PROGRAM_CALL_H

/* Prepares the search; called before any group is recorded. */
void wrap_program_call_init(void);

/* Returns the program's call behind the call that returns to caller; caller
 * itself if it is outside, or if the frames cannot be followed. Safe in signal
 * handlers. */
const void *wrap_program_call(const void *caller);

#endif
