/*
 * expiry.h - functions of the program that the C library calls in its own
 * threads
 */
#ifndef WRAP_TIME_EXPIRY_H
#define WRAP_TIME_EXPIRY_H

#include <signal.h>
#include <stdbool.h>

/* Copies *event into *ours with a function of this library that calls the
 * program's. False: no memory; the caller uses *event itself. */
bool wrap_expiry_get(const struct sigevent *event, struct sigevent *ours);

#endif
