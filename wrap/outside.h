/*
 * outside.h - the program's call behind a call of its language's libraries
 *
 * The libraries of C and C++ call functions that ours stand in front of, too:
 * operator new calls malloc(), std::thread pthread_create(), asprintf()
 * realloc(). An event of that is of the program's call: of the first frame
 * outside of these libraries, and of operators new and delete that stand in
 * their place.
 *
 * Operators of our own in front of those would change what the program does:
 * which ones a library finds, and what exceptions and handlers pass through.
 * Frames are only looked at, as for an exception that is thrown.
 */
#ifndef WRAP_OUTSIDE_H
#define WRAP_OUTSIDE_H

/* Find what there is to know: before any group is recorded. */
void wrap_outside_init(void);

/* Where a call that returns to caller is made outside; caller itself, if that
 * is there, or where frames do not lead there. Safe in signal handlers. */
const void *wrap_outside(const void *caller);

#endif
