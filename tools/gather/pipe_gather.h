/*
 * pipe_gather.h - sections of logs that come through a pipe
 */
#ifndef PIPE_GATHER_H
#define PIPE_GATHER_H

#include "gather/gatherer.h"

/* Takes frames from standard input, and answers on standard output, until the
 * input ends. Returns the exit status. */
int pipe_gather(struct gatherer *gatherer);

#endif
