/*
 * peers.h - the same calls, traced by others
 */
#ifndef PEERS_H
#define PEERS_H

#include "bench.h"

/* Compare what strace and uftrace add to a call with what the wrapper adds. */
void peers_measure(struct bench *bench);

#endif
