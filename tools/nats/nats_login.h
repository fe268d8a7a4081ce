/*
 * nats_login.h - who a client of NATS is, from a file
 *
 * The file is one that nsc(1) writes, with a JWT and a seed, or has words as
 * ~/.netrc has: login NAME password SECRET, or token SECRET.
 */
#ifndef NATS_LOGIN_H
#define NATS_LOGIN_H

#include "nats/nats_address.h"

#ifdef HAVE_NATS
#include "late/nats.h"

/* file: NULL: nobody. Returns an error number, with a sentence in `why`. */
int nats_login_set(natsOptions *options, const char *file, char why[NATS_WHY]);
#endif

#endif
