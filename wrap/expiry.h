/*
 * expiry.h - functions of the program that the C library calls in threads of
 * its own
 */
#ifndef WRAP_EXPIRY_H
#define WRAP_EXPIRY_H

#include <signal.h>
#include <stdbool.h>

/* The same, with a function of ours that calls the program's. false: there is
 * no memory for it, and the program's is to be called itself. */
bool wrap_expiry_get(const struct sigevent *event, struct sigevent *ours);

#endif
