/*
 * stream_gather.h - sections of many logs that come from a stream
 */
#ifndef STREAM_GATHER_H
#define STREAM_GATHER_H

#include "gather/gatherer.h"

struct nats_address;
struct store_options;
struct sink_class;

/* Gathers until the user quits, or once. Returns the exit status. */
int stream_gather(struct gatherer *gatherer, const struct sink_class *class,
		  struct nats_address *address,
		  const struct store_options *options);

#endif
